import { isTaxId } from './tax-id.ts'
import { t } from './translate.ts'

export type InvoiceKind = 'person' | 'company' | 'donation'

/** Where an invoice is stored: with the member, on a mobile barcode, or on a certificate of a citizen. */
export type InvoiceCarrier = 'member' | 'mobile' | 'citizen'

/** An invoice as the shopper has chosen it, in forms that its provider takes. */
export type InvoiceChoice =
  | { kind: 'person'; carrier: 'member' }
  | { kind: 'person'; carrier: 'mobile' | 'citizen'; carrierNumber: string }
  | {
      kind: 'company'
      taxId: string
      title: string
      /** The mobile barcode that it is stored on; without one it is printed. */
      mobileBarcode?: string
    }
  | { kind: 'donation'; loveCode: string }

/** The words of a form or a client, by the names of the wire; those of other kinds are ignored. */
export interface InvoiceInput {
  kind: InvoiceKind
  carrier_type?: InvoiceCarrier
  /** The mobile barcode, or the number of the certificate. */
  carrier?: string
  tax_id?: string
  title?: string
  love_code?: string
}

export type InvoiceField = Exclude<keyof InvoiceInput, 'kind'>
/** Why a field is refused, for the shopper. */
export type InvoiceFaults = Partial<Record<InvoiceField, string>>

export type InvoiceReading = { choice: InvoiceChoice } | { faults: InvoiceFaults }

/** As providers take it. */
export const maxInvoiceTitle = 60

const mobileBarcode = /^\/[0-9A-Z.+-]{7}$/
const citizenCertificate = /^[A-Z]{2}\d{14}$/
const loveCode = /^\d{3,7}$/

export const invoiceMessages = {
  mobile: '手機條碼是「/」加 7 碼大寫英文、數字或 + - . 符號，例如 /ABC+123',
  citizen: '自然人憑證條碼是 2 碼大寫英文加 14 碼數字',
  taxId: '統一編號是 8 碼數字',
  taxIdCheck: '統一編號的檢查碼不符，請再核對一次',
  title: '請填寫公司抬頭',
  titleLength: '公司抬頭最多 60 個字',
  carrierType: '公司發票可以存入手機條碼，或不使用載具',
  loveCode: '捐贈碼是 3 至 7 碼數字，開頭的 0 也要填',
} as const

/** A mobile barcode, with what slips while typing put right; undefined for what is none. */
export function toMobileBarcode(text: string): string | undefined {
  const typed = toCode(text)
  const code = typed.startsWith('/') ? typed : `/${typed}`
  return mobileBarcode.test(code) ? code : undefined
}

export function toCitizenCertificate(text: string): string | undefined {
  const code = toCode(text)
  return citizenCertificate.test(code) ? code : undefined
}

/** A leading zero of it is real. */
export function toLoveCode(text: string): string | undefined {
  const code = toCode(text)
  return loveCode.test(code) ? code : undefined
}

/** One whose check digit is right. */
export function toTaxId(text: string): string | undefined {
  const code = toCode(text)
  return isTaxId(code) ? code : undefined
}

/** Without the spaces, signs of full width and lower case that people and input methods write. */
function toCode(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[\p{Pd}−]/gu, '-')
    .toUpperCase()
}

/** Reads a choice, or says what is wrong with each field of it. */
export function readInvoiceChoice(input: InvoiceInput): InvoiceReading {
  switch (input.kind) {
    case 'person':
      return readPerson(input)
    case 'company':
      return readCompany(input)
    case 'donation': {
      const code = toLoveCode(input.love_code ?? '')
      if (code === undefined) return { faults: { love_code: t(invoiceMessages.loveCode) } }
      return { choice: { kind: 'donation', loveCode: code } }
    }
  }
}

function readPerson({ carrier_type: carrier = 'member', carrier: number = '' }: InvoiceInput) {
  if (carrier === 'member') return { choice: { kind: 'person', carrier } } as const
  const read = carrier === 'mobile' ? toMobileBarcode : toCitizenCertificate
  const carrierNumber = read(number)
  if (carrierNumber === undefined) return { faults: { carrier: t(invoiceMessages[carrier]) } }
  return { choice: { kind: 'person', carrier, carrierNumber } } as const
}

function readCompany(input: InvoiceInput): InvoiceReading {
  const { carrier_type: carrierType, carrier = '' } = input
  const taxId = toCode(input.tax_id ?? '')
  const title = (input.title ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  const barcode = carrierType === 'mobile' ? toMobileBarcode(carrier) : undefined
  const faults: InvoiceFaults = {}
  if (!/^\d{8}$/.test(taxId)) faults.tax_id = t(invoiceMessages.taxId)
  else if (!isTaxId(taxId)) faults.tax_id = t(invoiceMessages.taxIdCheck)
  if (title === '') faults.title = t(invoiceMessages.title)
  else if ([...title].length > maxInvoiceTitle) faults.title = t(invoiceMessages.titleLength)
  if (carrierType !== undefined && carrierType !== 'mobile') {
    faults.carrier_type = t(invoiceMessages.carrierType)
  } else if (carrierType === 'mobile' && barcode === undefined) {
    faults.carrier = t(invoiceMessages.mobile)
  }
  if (Object.keys(faults).length > 0) return { faults }
  const choice = { kind: 'company', taxId, title } as const
  return { choice: barcode === undefined ? choice : { ...choice, mobileBarcode: barcode } }
}

/** The choice by the names of the wire, as `readInvoiceChoice` reads it. */
export function toInvoiceInput(choice: InvoiceChoice): InvoiceInput {
  switch (choice.kind) {
    case 'person':
      return choice.carrier === 'member'
        ? { kind: 'person', carrier_type: 'member' }
        : { kind: 'person', carrier_type: choice.carrier, carrier: choice.carrierNumber }
    case 'company': {
      const { kind, taxId: tax_id, title, mobileBarcode: carrier } = choice
      return { kind, tax_id, title, ...(carrier && { carrier_type: 'mobile', carrier }) }
    }
    case 'donation':
      return { kind: 'donation', love_code: choice.loveCode }
  }
}
