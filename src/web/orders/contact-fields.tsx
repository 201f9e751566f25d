import type { UseFormReturn } from 'react-hook-form'
import { emailError } from '../shared/credential-rules.ts'
import { EmailField } from '../shared/email-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { type KnownContact, nameError, telError } from './contact.ts'
import type { CheckoutFields } from './order-content.ts'

/** The fields for what is not known of the contact. */
export function ContactFields(props: {
  form: UseFormReturn<CheckoutFields>
  known: KnownContact
  hasAddress: boolean
}) {
  const { form, known, hasAddress } = props
  const { register } = form
  const { errors } = form.formState
  return (
    <div className="grid gap-6 empty:hidden sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
      {known.name === null && (
        <TextField
          label="聯絡人"
          autoComplete="name"
          help="最多 10 個字"
          error={errors.name?.message}
          {...register('name', { validate: nameError })}
        />
      )}
      {known.email === null && (
        <EmailField
          error={errors.email?.message}
          {...register('email', { validate: emailError })}
        />
      )}
      {known.tel === null && (
        <TextField
          label="聯絡電話"
          type="tel"
          autoComplete="tel"
          error={errors.tel?.message}
          {...register('tel', { validate: telError })}
        />
      )}
      {hasAddress && known.address === null && (
        <div className="col-span-full space-y-6">
          <AddressFields control={form.control} />
        </div>
      )}
    </div>
  )
}
