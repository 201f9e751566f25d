import { describe, expect, it } from 'vitest'
import {
  type InvoiceChoice,
  type InvoiceFaults,
  type InvoiceInput,
  invoiceMessages,
  maxInvoiceTitle,
  readInvoiceChoice,
  toCitizenCertificate,
  toInvoiceInput,
  toLoveCode,
  toMobileBarcode,
} from './invoice-choice.ts'

const certificate = 'AB12345678901234'
const company = { kind: 'company', tax_id: '10458570', title: '小農有限公司' } as const

describe('each way to have an invoice that is offered is read (INV-E-01)', () => {
  it.each<[InvoiceInput, InvoiceChoice]>([
    [{ kind: 'person' }, { kind: 'person', carrier: 'member' }],
    [
      { kind: 'person', carrier_type: 'member' },
      { kind: 'person', carrier: 'member' },
    ],
    [
      { kind: 'person', carrier_type: 'mobile', carrier: '/ABC+123' },
      { kind: 'person', carrier: 'mobile', carrierNumber: '/ABC+123' },
    ],
    [
      { kind: 'person', carrier_type: 'citizen', carrier: certificate },
      { kind: 'person', carrier: 'citizen', carrierNumber: certificate },
    ],
    [company, { kind: 'company', taxId: '10458570', title: '小農有限公司' }],
    // One line: the provider refuses what cannot be printed.
    [
      { ...company, title: '小農\u0007\r\n有限公司\u2028' },
      { kind: 'company', taxId: '10458570', title: '小農 有限公司' },
    ],
    [
      { ...company, title: ' 小農有限公司 ', carrier_type: 'mobile', carrier: '/ABC+123' },
      {
        kind: 'company',
        taxId: '10458570',
        title: '小農有限公司',
        mobileBarcode: '/ABC+123',
      },
    ],
    [
      { kind: 'donation', love_code: '0123' },
      { kind: 'donation', loveCode: '0123' },
    ],
    // A form keeps what was typed for the other kinds.
    [
      { kind: 'donation', love_code: '168001', carrier_type: 'mobile', carrier: 'x', tax_id: '1' },
      { kind: 'donation', loveCode: '168001' },
    ],
  ])('%j', (input, choice) => {
    expect(readInvoiceChoice(input)).toEqual({ choice })
    expect(readInvoiceChoice(toInvoiceInput(choice))).toEqual({ choice })
  })
})

describe('what is not offered, or not whole, is told at its field (INV-E-01)', () => {
  it.each<[InvoiceInput, InvoiceFaults]>([
    [{ kind: 'person', carrier_type: 'mobile' }, { carrier: invoiceMessages.mobile }],
    [
      { kind: 'person', carrier_type: 'mobile', carrier: certificate },
      { carrier: invoiceMessages.mobile },
    ],
    [
      { kind: 'person', carrier_type: 'citizen', carrier: '/ABC+123' },
      { carrier: invoiceMessages.citizen },
    ],
    [{ kind: 'company' }, { tax_id: invoiceMessages.taxId, title: invoiceMessages.title }],
    [{ ...company, tax_id: '12345678' }, { tax_id: invoiceMessages.taxIdCheck }],
    [{ ...company, tax_id: '1234567' }, { tax_id: invoiceMessages.taxId }],
    [
      { ...company, title: '字'.repeat(maxInvoiceTitle + 1) },
      { title: invoiceMessages.titleLength },
    ],
    [{ ...company, carrier_type: 'mobile' }, { carrier: invoiceMessages.mobile }],
    [{ ...company, carrier_type: 'member' }, { carrier_type: invoiceMessages.carrierType }],
    [{ kind: 'donation' }, { love_code: invoiceMessages.loveCode }],
    [{ kind: 'donation', love_code: '12' }, { love_code: invoiceMessages.loveCode }],
  ])('%j', (input, faults) => {
    expect(readInvoiceChoice(input)).toEqual({ faults })
  })
})

it.each([
  ['/ABC+123', '/ABC+123'],
  ['/1.-+AZ9', '/1.-+AZ9'],
  ['abc+123', '/ABC+123'],
  ['／ＡＢＣ＋１２３', '/ABC+123'],
  [' / ABC –123 ', '/ABC-123'],
  ['/ABC+12', undefined],
  ['/ABC+1234', undefined],
  ['/ABC_123', undefined],
  ['//BC+123', undefined],
  ['', undefined],
])('the mobile barcode %j is read as %j', (text, code) => {
  expect(toMobileBarcode(text)).toBe(code)
})

it.each([
  [certificate, certificate],
  ['ab 1234 5678 9012 34', certificate],
  ['ＡＢ１２３４５６７８９０１２３４', certificate],
  ['A112345678901234', undefined],
  [`${certificate}5`, undefined],
])('the certificate %j is read as %j', (text, number) => {
  expect(toCitizenCertificate(text)).toBe(number)
})

it.each([
  ['001', '001'],
  ['１６８００１', '168001'],
  ['1234567', '1234567'],
  ['12345678', undefined],
  ['12a', undefined],
])('the love code %j is read as %j', (text, code) => {
  expect(toLoveCode(text)).toBe(code)
})
