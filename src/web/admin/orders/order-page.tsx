import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { apiQuery } from '../../api/queries.ts'
import { Redirect } from '../../navigation/redirect.tsx'
import { paths } from '../../paths.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { OrderInvoices, useIsInvoiceFixed } from '../invoices/order-invoices.tsx'
import { OrderReturns } from '../returns/order-returns.tsx'
import { OrderShipments } from '../shipments/order-shipments.tsx'
import { EntryPage } from '../ui/entry-page.tsx'
import { Panel } from '../ui/panel.tsx'
import { useOpenDialog } from '../ui/use-open-dialog.ts'
import { OrderBalance } from './change/order-balance.tsx'
import { OrderInvoiceChoice } from './invoice/order-invoice-choice.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderAttempts } from './order-attempts.tsx'
import { OrderCustomer } from './order-customer.tsx'
import type { OrderDialogProps, OrderLife } from './order-life.ts'
import { OrderLines } from './order-lines.tsx'
import { OrderMails } from './order-mails.tsx'
import { OrderMerge } from './order-merge.tsx'
import { OrderMessages } from './order-messages.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderParcels } from './order-parcels.tsx'
import { OrderStateChips } from './order-state-chips.tsx'
import { OrderSumList } from './order-summary.tsx'
import { OrderRefunds } from './refunds/order-refunds.tsx'

/** One order with all that happened to it, and what its state allows. */
export function AdminOrderPage() {
  const { id = '' } = useParams()
  // The dialog that other lists have; orders are not entered here.
  if (id === 'new') return <Redirect to={paths.adminOrders()} />
  return <OrderOf id={id} />
}

function OrderOf({ id }: { id: string }) {
  const query = useQuery(apiQuery(adminOrderLifeApi.detail, { params: { id } }))
  usePageTitle(query.data ? `訂單 ${query.data.order.number}` : '訂單')
  return (
    <EntryPage list={{ name: '訂單列表', path: paths.adminOrders() }} query={query}>
      {(life) => <Life life={life} />}
    </EntryPage>
  )
}

function Life({ life }: { life: OrderLife }) {
  const dialog = useOpenDialog<{ Content: ComponentType<OrderDialogProps> }>()
  const open = (Content: ComponentType<OrderDialogProps>) => dialog.open({ Content })
  const { order } = life
  const isInvoiceFixed = useIsInvoiceFixed(order)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Typography variant="h1" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          訂單 {order.number}
        </Typography>
        <OrderStateChips order={order} />
        <Box sx={{ flex: 1 }} />
        <OrderActions life={life} onOpen={open} />
      </Box>
      <OrderBalance order={order} />
      {order.cancel_reason && (
        <Paper variant="outlined" sx={{ mb: 2, px: 2, py: 1.5, overflowWrap: 'anywhere' }}>
          取消原因：{order.cancel_reason}
        </Paper>
      )}
      <Box sx={columns}>
        <Box sx={stack}>
          <Panel title="訂購商品">
            <OrderLines order={order} />
            <Box sx={{ mt: 1 }}>
              <OrderSumList order={order} />
            </Box>
          </Panel>
          {order.shipping?.kind === 'store' && <OrderShipments orderId={order.id} />}
          <OrderMerge life={life} />
          <OrderParcels life={life} />
          <OrderAttempts life={life} />
          <OrderReturns life={life} onOpen={open} />
          <OrderRefunds life={life} onOpen={open} />
          <OrderInvoices order={order} />
        </Box>
        <Box sx={stack}>
          <OrderCustomer life={life} />
          <OrderInvoiceChoice life={life} isFixed={isInvoiceFixed} />
          <OrderMessages life={life} />
          <OrderNotes life={life} />
          <OrderMails life={life} />
        </Box>
      </Box>
      {dialog.opened && <dialog.opened.Content life={life} onClose={dialog.close} />}
    </>
  )
}

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
} as const
const stack = { display: 'grid', gap: 2, minWidth: 0 } as const
