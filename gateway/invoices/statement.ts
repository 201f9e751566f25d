import { toCsv } from '../settlement.ts'
import { toTaipeiDay, toTaipeiTime } from '../taipei-time.ts'
import { type Allowance, type Invoice, taxOf } from './invoice.ts'

/** Names of our own: those of ECPay's files could not be established. */
const header = [
  '類別',
  '發票號碼',
  '特店自訂編號',
  '折讓單號',
  '日期',
  '統一編號',
  '課稅別',
  '金額',
  '稅額',
  '狀態',
  '作廢日期',
]

export interface StatementRequest {
  /** Days of the issue, or of the allowance. */
  from: string
  to: string
}

type Row = (string | number)[]

/** Invoices and allowances of some days, the oldest first; those that are void, too. */
export function invoiceStatement(
  invoices: Invoice[],
  { from, to }: StatementRequest,
): { csv: string; rows: Record<string, string | number>[] } {
  const isWithin = (at: Date) => toTaipeiDay(at) >= from && toTaipeiDay(at) <= to
  const lines = invoices.toReversed().flatMap((invoice) => {
    const allowances = invoice.allowances.filter(
      ({ state, at }) => (state === 'made' || state === 'void') && isWithin(at),
    )
    return [
      ...(isWithin(invoice.issuedAt) ? [invoiceRow(invoice)] : []),
      ...allowances.map((allowance) => allowanceRow(invoice, allowance)),
    ]
  })
  const rows = lines.map((line) =>
    Object.fromEntries(header.map((name, at) => [name, line[at] ?? ''])),
  )
  return { csv: toCsv(header, lines), rows }
}

function invoiceRow(invoice: Invoice): Row {
  const { form, issuedAt, voidedAt } = invoice
  return [
    '發票',
    invoice.number,
    String(form.RelateNumber),
    '',
    toTaipeiTime(issuedAt),
    String(form.CustomerIdentifier ?? ''),
    String(form.TaxType),
    invoice.amount,
    taxOf(invoice),
    voidedAt ? '作廢' : '開立',
    voidedAt ? toTaipeiTime(voidedAt) : '',
  ]
}

function allowanceRow(invoice: Invoice, { number, at, amount, voidedAt }: Allowance): Row {
  const { form } = invoice
  return [
    '折讓',
    invoice.number,
    String(form.RelateNumber),
    number,
    toTaipeiTime(at),
    String(form.CustomerIdentifier ?? ''),
    String(form.TaxType),
    -amount,
    form.TaxType === '1' ? Math.round(amount / 1.05) - amount : 0,
    voidedAt ? '作廢' : '開立',
    voidedAt ? toTaipeiTime(voidedAt) : '',
  ]
}
