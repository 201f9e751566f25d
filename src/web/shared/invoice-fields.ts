import type {
  InvoiceCarrier,
  InvoiceField,
  InvoiceInput,
  InvoiceKind,
} from '#contract/invoice-choice.ts'

/** The choice of an invoice as a form has it: what was typed of one kind stays while another is shown. */
export interface InvoiceFields {
  kind: InvoiceKind
  /** Of a person. */
  carrier: InvoiceCarrier
  /** Of a person, or of a company that stores its invoice. */
  mobile: string
  citizen: string
  taxId: string
  title: string
  /** A company's is stored on the mobile barcode, and not printed. */
  isStored: boolean
  loveCode: string
}

/** Those that are typed, in the order of the screen. */
export const typedInvoiceFields = ['taxId', 'title', 'mobile', 'citizen', 'loveCode'] as const
export type TypedInvoiceField = (typeof typedInvoiceFields)[number]

const nothingTyped: InvoiceFields = {
  kind: 'person',
  carrier: 'member',
  ...{ mobile: '', citizen: '', taxId: '', title: '', isStored: false, loveCode: '' },
}

/** The fields with a choice in them; without one that of a person, kept with the member. */
export function toInvoiceFields(choice: InvoiceInput | undefined): InvoiceFields {
  if (!choice) return nothingTyped
  const { kind, carrier_type: type = 'member', carrier = '' } = choice
  return {
    ...nothingTyped,
    ...{ kind, taxId: choice.tax_id ?? '', title: choice.title ?? '' },
    ...(kind === 'person' && { carrier: type }),
    ...(type === 'mobile' && { mobile: carrier, isStored: kind === 'company' }),
    ...(type === 'citizen' && { citizen: carrier }),
    loveCode: choice.love_code ?? '',
  }
}

/** The fields of the kind that is shown, by the names of the wire. */
export function toInvoice(fields: InvoiceFields): InvoiceInput {
  const { kind, carrier, mobile, citizen, taxId, title, isStored, loveCode } = fields
  if (kind === 'donation') return { kind, love_code: loveCode.trim() }
  if (kind === 'company') {
    const stored = isStored && { carrier_type: 'mobile' as const, carrier: mobile.trim() }
    return { kind, tax_id: taxId.trim(), title: title.trim(), ...stored }
  }
  if (carrier === 'member') return { kind, carrier_type: carrier }
  const number = carrier === 'mobile' ? mobile : citizen
  return { kind, carrier_type: carrier, carrier: number.trim() }
}

/** As a refusal names them. */
export const invoiceWireNames: Record<TypedInvoiceField, InvoiceField> = {
  taxId: 'tax_id',
  title: 'title',
  mobile: 'carrier',
  citizen: 'carrier',
  loveCode: 'love_code',
}

/** The field that a refusal of the shop is about; undefined: it is none of an invoice. */
export function invoiceFieldOf(
  name: string,
  { kind, carrier }: InvoiceFields,
): TypedInvoiceField | undefined {
  if (name === 'carrier') return kind === 'person' && carrier === 'citizen' ? 'citizen' : 'mobile'
  return typedInvoiceFields.find((field) => invoiceWireNames[field] === name)
}
