import { and, asc, gt, type SQL, sql } from 'drizzle-orm'
import { invoicePeriodBounds, isInvoicePeriod } from '#contract/invoice-period.ts'
import { type InvoiceView, invoiceViews } from '#contract/invoice-states.ts'
import { invoiceKindLabels } from '#contract/invoice-words.ts'
import { invoices } from '../db/tables/invoices.ts'
import { ShopError } from '../http/shop-error.ts'
import { type InvoiceWithAllowances, withAllowances } from '../invoices/invoices.queries.ts'
import { invoiceCondition, readOrderNumbers } from '../invoices/list-invoices.queries.ts'
import { type Column, defineExport, type ExportRequest, lastOf } from './export-kind.ts'
import { amongIds, countTo, filtersOf } from './filters.ts'
import { timeOf } from './words.ts'

/** An invoice, the void of one, or an allowance: all sums of a file add up to what is left. */
interface ExportedEntry {
  word: '開立' | '作廢' | '折讓'
  at: Date
  invoice: InvoiceWithAllowances
  orderNumber: string
  allowanceNumber: string
  /** In whole NT$, below zero for what is taken off. */
  amount: number
  /** The part of `amount` that is taxed. */
  taxed: number
}

const columns: Column<ExportedEntry>[] = [
  { key: 'type', word: '類型', cell: ({ word }) => word },
  { key: 'at', word: '時間', cell: ({ at }) => timeOf(at) },
  { key: 'number', word: '發票號碼', cell: ({ invoice }) => invoice.invoiceNumber ?? '' },
  { key: 'allowance', word: '折讓單號', cell: ({ allowanceNumber }) => allowanceNumber },
  { key: 'order', word: '訂單編號', cell: ({ orderNumber }) => orderNumber },
  {
    key: 'kind',
    word: '種類',
    cell: ({ invoice: { choice } }) => (choice ? invoiceKindLabels[choice.kind] : ''),
  },
  {
    key: 'tax_id',
    word: '統一編號',
    cell: ({ invoice: { choice } }) => (choice?.kind === 'company' ? choice.taxId : ''),
  },
  { key: 'taxed', word: '應稅（含稅）', cell: ({ taxed }) => taxed },
  { key: 'free', word: '免稅', cell: ({ amount, taxed }) => amount - taxed },
  { key: 'amount', word: '金額', cell: ({ amount }) => amount },
  { key: 'trial', word: '備註', cell: ({ invoice }) => (invoice.isTrial ? '測試環境' : '') },
]

const names = ['view', 'period', 'kind', 'q'] as const

/** All that happened in a period, not only what was issued in it; without one all that the list finds. */
function conditionOf(request: ExportRequest): SQL | undefined {
  const { period, kind, view, q = '' } = filtersOf(request, names)
  if (period !== undefined && !isInvoicePeriod(period)) throw faulty('period')
  const known = invoiceViews.find((name) => name === view)
  if (view !== undefined && !known) throw faulty('view')
  const kinds = Object.keys(invoiceKindLabels) as (keyof typeof invoiceKindLabels)[]
  const ofKind = kinds.find((name) => name === kind)
  if (kind !== undefined && !ofKind) throw faulty('kind')
  const shown: InvoiceView = known ?? 'all'
  return and(
    sql`${invoices.invoiceNumber} is not null`,
    invoiceCondition({ view: shown, period: undefined, kind: ofKind, q }),
    period === undefined ? undefined : happenedIn(period),
    amongIds(invoices.id, request.ids),
  )
}

function faulty(name: string): ShopError {
  return new ShopError('INVALID_INPUT', { message: [`${name} 格式錯誤`] })
}

function happenedIn(period: string): SQL {
  const { from, until } = invoicePeriodBounds(period)
  const isIn = (at: SQL) =>
    sql`${at} >= ${from.toISOString()}::timestamptz and ${at} < ${until.toISOString()}::timestamptz`
  return sql`(${isIn(sql`invoices.issued_at`)} or ${isIn(sql`invoices.voided_at`)}
    or exists (select from invoice_allowances as allowance
      where allowance.invoice_id = invoices.id and ${isIn(sql`allowance.allowed_at`)}))`
}

/** The file of a period for the accountant: invoices, those that were made void, and allowances. */
export const invoiceExport = defineExport<ExportedEntry>({
  permission: 'money.read',
  columns,
  check: (request) => void conditionOf(request),
  count: (db, request, limit) =>
    countTo(db, sql`select from ${invoices} where ${conditionOf(request)}`, limit),
  async read(db, request, { after, limit }) {
    const isNext = after === undefined ? undefined : gt(invoices.id, after)
    const page = await db
      .select()
      .from(invoices)
      .where(and(conditionOf(request), isNext))
      .orderBy(asc(invoices.id))
      .limit(limit)
    const numberOf = await readOrderNumbers(
      db,
      page.map(({ orderId }) => orderId),
    )
    const { period } = filtersOf(request, names)
    const bounds = period === undefined ? undefined : invoicePeriodBounds(period)
    const rows = (await withAllowances(db, page))
      .flatMap((invoice) => entriesOf(invoice, numberOf.get(invoice.orderId) ?? ''))
      .filter(({ at }) => !bounds || (at >= bounds.from && at < bounds.until))
    return { rows, last: lastOf(page, limit) }
  },
})

function entriesOf(invoice: InvoiceWithAllowances, orderNumber: string): ExportedEntry[] {
  const { amount, lines, issuedAt, voidedAt, allowances } = invoice
  const taxedOf = (parts: readonly { amount: number; taxType: string }[]) =>
    parts.reduce((sum, part) => sum + (part.taxType === 'taxed' ? part.amount : 0), 0)
  const of = { invoice, orderNumber, allowanceNumber: '' }
  const issued = issuedAt && { ...of, word: '開立', at: issuedAt, amount, taxed: taxedOf(lines) }
  const voided = voidedAt && {
    ...{ ...of, word: '作廢', at: voidedAt },
    ...{ amount: -amount, taxed: -taxedOf(lines) },
  }
  const allowed = allowances.flatMap((allowance) =>
    allowance.allowedAt
      ? [
          {
            ...{ ...of, word: '折讓' as const, at: allowance.allowedAt },
            allowanceNumber: allowance.number ?? '',
            ...{ amount: -allowance.amount, taxed: -taxedOf(allowance.lines) },
          },
        ]
      : [],
  )
  return [issued, voided, ...allowed].filter((entry) => entry !== null) as ExportedEntry[]
}
