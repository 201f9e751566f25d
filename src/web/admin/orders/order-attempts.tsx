import Box from '@mui/material/Box'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import type { AttemptState } from '#contract/payments.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { Amount } from '../ui/amount.tsx'
import { EntryList, ListEntry } from '../ui/entry-list.tsx'
import { Panel } from '../ui/panel.tsx'
import type { OrderLife } from './order-life.ts'

const stateLabels: Record<AttemptState, string> = {
  created: '尚未送出',
  pending: '等待付款',
  authorised: '已授權',
  captured: '已收款',
  failed: '付款失敗',
  expired: '已逾期',
  voided: '已取消',
}

/** The attempts to pay an order, newest first, with the words of the gateway. */
export function OrderAttempts({ life: { attempts } }: { life: OrderLife }) {
  if (attempts.length === 0) return null
  return (
    <Panel title="付款紀錄">
      <EntryList>
        {attempts.map(({ id, method, state, amount, created_at, trade_no, message }) => (
          <ListEntry
            key={id}
            title={
              <Box>
                {paymentMethodLabel(method)}・{stateLabels[state]} <Amount value={amount} />
              </Box>
            }
          >
            {[formatTimestamp(created_at), trade_no].filter(Boolean).join('・')}
            {message && <Box sx={{ color: 'text.primary' }}>{message}</Box>}
          </ListEntry>
        ))}
      </EntryList>
    </Panel>
  )
}
