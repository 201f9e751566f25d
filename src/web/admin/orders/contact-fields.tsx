import type { Control, FieldValues, Path } from 'react-hook-form'
import { type AddressForm, addressLabels } from '../../shared/address-form.ts'
import { emailError } from '../../shared/credential-rules.ts'
import type { FieldWords } from '../ui/fields/field-errors.ts'
import { TextFormField } from '../ui/fields/form-fields.tsx'
import { AddressFields } from './address-fields.tsx'

/** How to reach an orderer, as the staff types it. */
export interface ContactForm extends AddressForm {
  name: string
  email: string
  tel: string
  message: string
}

/** In the order of the form. */
export const contactWords = {
  tel: { label: '電話', missing: '請填寫電話' },
  name: { label: '姓名', missing: '請填寫姓名' },
  email: { label: '電子信箱', missing: '請填寫電子信箱' },
  zip: { label: addressLabels.zip },
  county: { label: addressLabels.county },
  district: { label: addressLabels.district },
  address: { label: addressLabels.address, missing: '請填寫地址' },
  message: { label: '備註', invalid: '備註最多 2,000 字' },
} satisfies Record<keyof ContactForm, FieldWords>

const minTelDigits = 6

/** Also one with an extension or from abroad; what an order has already is never refused. */
export function telFault(typed: string, known: string): string | undefined {
  if (typed === known || typed.replace(/\D/g, '').length >= minTelDigits) return undefined
  return typed.trim() === '' ? contactWords.tel.missing : `電話不可少於 ${minTelDigits} 碼`
}

/** Name, e-mail address, address and remark of an order; `known` is what it has already. */
export function ContactFields<Form extends FieldValues & ContactForm>(props: {
  control: Control<Form>
  known?: ContactForm
  /** False for goods that a leader hands out: their place is the team's. */
  hasAddress?: boolean
}) {
  const { control, known, hasAddress = true } = props
  const field = (name: keyof ContactForm) => ({
    ...{ control, name: name as Path<Form>, label: contactWords[name].label },
  })
  return (
    <>
      <TextFormField {...field('name')} required />
      <TextFormField
        {...field('email')}
        required
        help="訂單的信件會寄到這裡"
        validate={(typed) => (typed === known?.email ? undefined : emailError(typed))}
      />
      {hasAddress && <AddressFields control={control} />}
      <TextFormField {...field('message')} rows={2} />
    </>
  )
}
