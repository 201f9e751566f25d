import Chip from '@mui/material/Chip'
import { orderStateLabels } from '#contract/order-states.ts'
import type { StaffOrder } from '#contract/orders.ts'
import { moneyLabel, progressLabel } from '../../shared/order-state-label.ts'
import { balanceLabel } from '../../shared/payment-state-label.ts'
import { isSentUnpaid, paysLeader } from '../../shared/pays-leader.ts'

/** The state of an order, and what happened with its money where the state does not say it. */
export function OrderStateChips({ order }: { order: StaffOrder }) {
  const isPartly = order.state === 'preparing' && order.shipment_state === 'partly'
  const isToPay = order.state === 'placed' && !isSentUnpaid(order)
  const isToShip = order.state === 'placed' && !isToPay
  const state = isPartly || isToShip ? progressLabel(order) : orderStateLabels[order.state]
  const saysItself = (isToPay && !paysLeader(order)) || order.payment_state === 'paid'
  const money = saysItself ? undefined : moneyLabel(order)
  return (
    <>
      <Chip
        label={state}
        color={isToPay ? 'error' : 'secondary'}
        variant={isToPay || order.state === 'cancelled' ? 'outlined' : 'filled'}
      />
      {money && <Chip label={money} variant="outlined" />}
      {order.awaits_balance && (
        <Chip label={balanceLabel(order.balance_due)} color="error" variant="outlined" />
      )}
      {order.awaits_goods && <Chip label="待到貨" color="warning" variant="outlined" />}
      {order.asked_at !== undefined && <Chip label="待回覆" color="warning" variant="outlined" />}
    </>
  )
}
