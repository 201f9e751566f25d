import Box from '@mui/material/Box'
import { useSearchParams } from 'react-router'
import { invoicePeriodLabel, lastInvoicePeriods } from '#contract/invoice-period.ts'
import { type InvoiceView, invoiceViews } from '#contract/invoice-states.ts'
import { invoiceKindLabels } from '#contract/invoice-words.ts'
import { type AdminInvoice, adminInvoiceApi } from '#contract/invoices.ts'
import { formatMoney } from '#contract/money.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { Amount } from '../ui/amount.tsx'
import { InvoiceDialog, ReissueEntryDialog, RetryInvoiceDialog } from './invoice-dialogs.tsx'
import { InvoiceTabs } from './invoice-tabs.tsx'
import { allowanceText, invoiceStateText, isToRetry } from './invoice-words.ts'
import { OrderLink } from './order-link.tsx'

const columns: ListColumn<AdminInvoice, never>[] = [
  { label: '發票號碼', width: 120, render: ({ number }) => number ?? '—' },
  {
    label: '訂單編號',
    width: 120,
    render: ({ order_id: id, order_number: number }) => <OrderLink id={id} number={number} />,
  },
  {
    label: '種類',
    width: 70,
    render: ({ choice }) => (choice ? invoiceKindLabels[choice.kind] : ''),
  },
  { label: '狀態', width: 180, grows: true, render: (invoice) => <State invoice={invoice} /> },
  { label: '金額', width: 120, align: 'right', render: (invoice) => <Sum invoice={invoice} /> },
  {
    label: '開立時間',
    width: 140,
    render: ({ date, create_at }) => formatTimestamp(date ?? create_at),
  },
]

/** Its state, what the provider says, and its allowances. */
function State({ invoice }: { invoice: AdminInvoice }) {
  const { message, allowances } = invoice
  return (
    <Box sx={{ display: 'grid', gap: 0.25, overflowWrap: 'anywhere' }}>
      {invoiceStateText(invoice)}
      {message && (
        <Box component="span" sx={{ color: 'error.main', fontSize: '0.875rem' }}>
          {message}
        </Box>
      )}
      {allowances.map((allowance) => (
        <Box key={allowance.id} component="span" sx={muted}>
          {allowanceText(allowance)}
          {allowance.message && `・${allowance.message}`}
        </Box>
      ))}
    </Box>
  )
}

function Sum({ invoice: { amount, left, state } }: { invoice: AdminInvoice }) {
  const isLess = state === 'issued' && left < amount
  return (
    <Box component="span" sx={{ display: 'grid', justifyItems: 'end', whiteSpace: 'nowrap' }}>
      <Amount value={amount} />
      {isLess && (
        <Box component="span" sx={muted}>
          餘 {formatMoney(left)}
        </Box>
      )}
    </Box>
  )
}

function Card({ invoice }: { invoice: AdminInvoice }) {
  const { number, order_id: id, order_number: orderNumber } = invoice
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Box component="strong" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {number ?? '尚無號碼'}
        </Box>
        <Sum invoice={invoice} />
      </Box>
      <State invoice={invoice} />
      <Box sx={muted}>
        <OrderLink id={id} number={orderNumber} />
      </Box>
    </Box>
  )
}

const emptyTexts: Record<InvoiceView, string> = {
  problem: '沒有需要處理的發票',
  waiting: '沒有等待中的發票',
  issued: '沒有已開立的發票',
  allowed: '沒有開立折讓的發票',
  voided: '沒有作廢的發票',
  all: '還沒有發票',
}

const periodCount = 12

function listOf(view: InvoiceView) {
  return defineList({
    title: '發票',
    path: paths.adminInvoices(),
    endpoint: adminInvoiceApi.list,
    rowsOf: ({ invoices }) => invoices,
    columns,
    labelOf: ({ number, order_number }) => number ?? order_number,
    card: (invoice) => <Card invoice={invoice} />,
    hasPageSizes: true,
    summary: (reply) => <InvoiceTabs view={view} reply={reply} />,
    fixedQuery: { view },
    filters: [
      { name: 'q', label: '發票號碼或訂單編號' },
      {
        name: 'period',
        label: '期別',
        options: () => [
          { value: '', label: '全部' },
          ...lastInvoicePeriods(new Date(), periodCount).map((value) => ({
            value,
            label: invoicePeriodLabel(value),
          })),
        ],
      },
      {
        name: 'kind',
        label: '種類',
        options: [
          { value: '', label: '全部' },
          ...Object.entries(invoiceKindLabels).map(([value, label]) => ({ value, label })),
        ],
      },
    ],
    emptyText: () => emptyTexts[view],
    exportKind: 'invoices',
    dialogs: { detail: InvoiceDialog, retry: RetryInvoiceDialog, reissue: ReissueEntryDialog },
    rowActions: [
      { label: '明細', dialog: 'detail' },
      { label: '重試', dialog: 'retry', permission: 'payment.record', isFor: isToRetry },
      {
        label: '作廢重開',
        dialog: 'reissue',
        permission: 'refund.write',
        color: 'error',
        isFor: ({ voidable_until: until }) => until !== undefined,
      },
    ],
  })
}

const lists = Object.fromEntries(invoiceViews.map((view) => [view, listOf(view)])) as Record<
  InvoiceView,
  ReturnType<typeof listOf>
>

/** The invoices of the shop with what is the matter with them. */
export function AdminInvoiceListPage() {
  const [params] = useSearchParams()
  const view = invoiceViews.find((name) => name === params.get('view')) ?? 'problem'
  return <ListPage key={view} list={lists[view]} />
}

const muted = { color: 'text.secondary', fontSize: '0.875rem' } as const
