import type { UseFormReturn } from 'react-hook-form'
import { pickupNameFault, pickupPhoneFault } from '#contract/pickup-contact.ts'
import { t } from '#contract/translate.ts'
import { emailError } from '../shared/credential-rules.ts'
import { EmailField } from '../shared/email-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { type KnownContact, maxNameLength, nameError, telError } from './contact.ts'
import type { CheckoutFields } from './order-content.ts'

/** The fields for what is not known of the contact. */
export function ContactFields(props: {
  form: UseFormReturn<CheckoutFields>
  known: KnownContact
  hasAddress: boolean
  /** At a store, which takes fewer names and mobile numbers alone. */
  isPickedUp?: boolean
}) {
  const { form, known, hasAddress, isPickedUp = false } = props
  const { register } = form
  const { errors } = form.formState
  return (
    <div className="grid gap-6 empty:hidden sm:grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))]">
      {known.name === null && (
        <TextField
          label={t('聯絡人')}
          autoComplete="name"
          help={
            isPickedUp
              ? t('與取件證件相同，2 至 5 個中文字或 4 至 10 個英文字母')
              : t('最多 {count} 個字', { count: maxNameLength() })
          }
          error={errors.name?.message}
          {...register('name', {
            validate: (typed) =>
              nameError(typed) ?? (isPickedUp ? pickupNameFault(typed) : undefined),
          })}
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
          label={t('聯絡電話')}
          type="tel"
          autoComplete="tel"
          help={isPickedUp ? t('手機號碼，到店簡訊會寄到這裡') : undefined}
          error={errors.tel?.message}
          {...register('tel', {
            validate: (typed) =>
              telError(typed) ?? (isPickedUp ? pickupPhoneFault(typed) : undefined),
          })}
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
