import type { InvoiceInput } from './invoice-choice.ts'
import { t } from './translate.ts'

export const invoiceKindLabels = { person: '個人', company: '公司', donation: '捐贈' } as const

export const invoiceCarrierLabels = {
  member: '會員載具',
  mobile: '手機條碼',
  citizen: '自然人憑證',
} as const

/** Well-known receivers, to pick instead of typing their codes. */
export const knownLoveCodes: readonly { code: string; name: string }[] = [
  { code: '919', name: '創世基金會' },
  { code: '25885', name: '伊甸基金會' },
  { code: '88888', name: '兒童癌症基金會' },
]

/** A choice in one line, such as 個人・手機條碼 /ABC+123; masked numbers are left out. */
export function invoiceChoiceText(choice: InvoiceInput): string {
  const { kind, carrier_type: type, carrier, tax_id: taxId, title, love_code: code } = choice
  const stored = type && [t(invoiceCarrierLabels[type]), carrier].filter(Boolean).join(' ')
  const receiver = knownLoveCodes.find((known) => known.code === code)?.name
  const parts = {
    person: [stored ?? t(invoiceCarrierLabels.member)],
    company: [[taxId, title].filter(Boolean).join(' '), stored],
    donation: [[code, t(receiver)].filter(Boolean).join(' ')],
  }[kind]
  return [t(invoiceKindLabels[kind]), ...parts.filter(Boolean)].join('・')
}
