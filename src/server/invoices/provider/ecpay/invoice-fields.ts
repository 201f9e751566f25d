import type { InvoiceChoice } from '#contract/invoice-choice.ts'
import type { InvoiceLine, InvoiceTaxType } from '#contract/invoice-lines.ts'
import { shorten } from '../../../input/shorten.ts'
import type { InvoiceBuyer, NewInvoice } from '../invoice-provider.ts'

type Fields = Record<string, unknown>

const taxCodes: Record<InvoiceTaxType, string> = { taxed: '1', zero: '2', free: '3' }

/** The fields of an invoice, or why there is no invoice with such lines. */
export function issueFields(invoice: NewInvoice): Fields | { refusal: string } {
  const { number, choice, buyer, amount, lines } = invoice
  const taxes = taxFields(invoice)
  if ('refusal' in taxes) return taxes
  return {
    RelateNumber: number,
    ...choiceFields(choice, buyer),
    ...contactFields(buyer),
    ...taxes,
    SalesAmount: amount,
    InvType: '07',
    vat: '1',
    Items: itemFields(lines),
  }
}

/** Print, carrier and donation, which exclude each other. */
function choiceFields(choice: InvoiceChoice, { address }: InvoiceBuyer): Fields {
  const plain = { Print: '0', Donation: '0', CarrierType: '' }
  switch (choice.kind) {
    case 'donation':
      return { ...plain, Donation: '1', LoveCode: choice.loveCode }
    case 'person': {
      if (choice.carrier === 'member') return { ...plain, CarrierType: '1' }
      const CarrierType = choice.carrier === 'citizen' ? '2' : '3'
      return { ...plain, CarrierType, CarrierNum: choice.carrierNumber }
    }
    case 'company': {
      const { taxId: CustomerIdentifier, title, mobileBarcode: CarrierNum } = choice
      const company = { ...plain, CustomerIdentifier, CustomerName: shorten(title, 60) }
      return CarrierNum
        ? { ...company, CarrierType: '3', CarrierNum }
        : { ...company, Print: '1', CustomerAddr: shorten(address, 100) }
    }
  }
}

/** One of the two is enough, and more is nobody's business. */
function contactFields({ email, phone }: InvoiceBuyer): Fields {
  return email === ''
    ? { CustomerPhone: phone.replaceAll(/\D/g, '').slice(0, 20) }
    : { CustomerEmail: email }
}

function taxFields({ lines, zeroRate }: NewInvoice): Fields | { refusal: string } {
  const types = new Set(lines.map(({ taxType }) => taxType))
  if (types.has('zero') && types.has('free')) {
    return { refusal: '免稅與零稅率的商品不能開在同一張發票' }
  }
  if (types.has('zero') && !zeroRate) return { refusal: '零稅率的發票沒有零稅率原因' }
  const [only = 'taxed'] = types
  return {
    TaxType: types.size > 1 ? '9' : taxCodes[only],
    ...(types.size === 1 && only === 'free' && { SpecialTaxType: 8 }),
    ...(types.has('zero') && {
      ClearanceMark: zeroRate?.byCustoms ? '2' : '1',
      ZeroTaxRateReason: zeroRate?.ground,
    }),
  }
}

/** A unit price that a discount has made odd is told with seven decimals. */
export function itemFields(lines: readonly InvoiceLine[]): Fields[] {
  return lines.map(({ title, qty, unit, amount, taxType }, index) => ({
    ItemSeq: index + 1,
    ItemName: shorten(title, 500),
    ItemCount: qty,
    ItemWord: shorten(unit, 6) || '件',
    ItemPrice: Number((amount / qty).toFixed(7)),
    ItemTaxType: taxCodes[taxType],
    ItemAmount: amount,
  }))
}
