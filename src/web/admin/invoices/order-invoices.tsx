import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminInvoice, adminInvoiceApi } from '#contract/invoices.ts'
import type { StaffOrder } from '#contract/orders.ts'
import { apiQuery } from '../../api/queries.ts'
import { shopTerms } from '../../api/shop-config.ts'
import { useMay } from '../admin-context.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Amount } from '../ui/amount.tsx'
import { EntryList, ListEntry } from '../ui/entry-list.tsx'
import { Panel } from '../ui/panel.tsx'
import { confirm } from '../ui/question.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { ReissueDialog, retryQuestion } from './invoice-dialogs.tsx'
import { InvoiceFacts, InvoiceLines } from './invoice-facts.tsx'
import { invoiceStateText, isToRetry } from './invoice-words.ts'

/** How long an invoice that is being issued is looked at again, in milliseconds. */
const againMs = 2_000
const moving: readonly AdminInvoice['state'][] = ['queued', 'issuing', 'voiding']

const fixing: readonly AdminInvoice['state'][] = ['issuing', 'issued', 'voiding']

function useInvoices(order: StaffOrder) {
  const may = useMay()
  const isKept = shopTerms?.issuesInvoices === true || order.invoice_choice !== undefined
  const isShown = isKept && may('money.read')
  const query = useQuery({
    ...apiQuery(adminInvoiceApi.ofOrder, { params: { id: order.id }, query: {} }),
    enabled: isShown,
    refetchInterval: ({ state }) =>
      state.data?.invoices.some((one) => moving.includes(one.state) && !one.message)
        ? againMs
        : false,
  })
  return { isShown, query }
}

/** Whether the choice of an invoice cannot be changed any more, because it is issued. */
export function useIsInvoiceFixed(order: StaffOrder): boolean {
  const { data } = useInvoices(order).query
  return data?.invoices.some(({ state }) => fixing.includes(state)) ?? false
}

/** The invoices of an order; nothing where the shop issues none. */
export function OrderInvoices({ order }: { order: StaffOrder }) {
  const { isShown, query } = useInvoices(order)
  const [chosen, setChosen] = useState<AdminInvoice>()
  const close = () => setChosen(undefined)
  const { data } = query
  if (!isShown) return null
  return (
    <Panel title="電子發票">
      {query.isPending && <Skeleton variant="rounded" height={72} />}
      {query.error && !data && <RetryAlert query={query} />}
      {data?.invoices.length === 0 && <Box sx={{ color: 'text.secondary' }}>還沒有開立發票</Box>}
      <EntryList>
        {data?.invoices.map((invoice) => (
          <ListEntry
            key={invoice.id}
            title={
              <Box>
                {invoice.number ?? '尚無號碼'} {invoiceStateText(invoice)}{' '}
                <Amount value={invoice.amount} />
              </Box>
            }
            action={<Actions invoice={invoice} onReissue={() => setChosen(invoice)} />}
          >
            <InvoiceFacts invoice={invoice} />
            <Box component="details" sx={{ mt: 0.5 }}>
              <Box component="summary" sx={{ cursor: 'pointer', py: 1 }}>
                明細
              </Box>
              <InvoiceLines invoice={invoice} />
            </Box>
          </ListEntry>
        ))}
      </EntryList>
      {chosen && <ReissueDialog invoice={chosen} onSaved={close} onClose={close} />}
    </Panel>
  )
}

function Actions({ invoice, onReissue }: { invoice: AdminInvoice; onReissue: () => void }) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {isToRetry(invoice) && (
        <ActionButton
          permission="payment.record"
          variant="outlined"
          color="inherit"
          onClick={() => confirm(retryQuestion(invoice))}
        >
          重試
        </ActionButton>
      )}
      {invoice.voidable_until !== undefined && (
        <ActionButton
          permission="refund.write"
          variant="outlined"
          color="error"
          onClick={onReissue}
        >
          作廢重開
        </ActionButton>
      )}
    </Box>
  )
}
