import Box from '@mui/material/Box'
import { type ComponentType, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Refund, RefundState } from '#contract/order-life.ts'
import { formatDay, formatTimestamp } from '../../../ui/dates.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Amount } from '../../ui/amount.tsx'
import { EntryList, ListEntry } from '../../ui/entry-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { confirm } from '../../ui/question.tsx'
import type { OrderDialogProps, OrderLife } from '../order-life.ts'
import { RefundAccountLine } from './refund-account.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { refundStateLabels } from './refund-labels.ts'
import { refundMoves, refundQuestion } from './refund-move-dialogs.tsx'
import { RemittedDialog } from './remitted-dialog.tsx'

/** Whether a failed one is needed is seen beside the other refunds of its order. */
const buttonOf: Partial<Record<RefundState, string>> = { manual: '已匯款', failed: '不再需要' }

export function OrderRefunds(props: {
  life: OrderLife
  onOpen: (dialog: ComponentType<OrderDialogProps>) => void
}) {
  const { order, refunds, refundable = 0 } = props.life
  const [chosen, setChosen] = useState<Refund>()
  const close = () => setChosen(undefined)
  if (refunds.length === 0 && refundable === 0) return null
  return (
    <Panel
      title="退款"
      action={
        refundable > 0 && (
          <ActionButton
            permission="refund.write"
            color="inherit"
            onClick={() => props.onOpen(RefundDialog)}
          >
            退款
          </ActionButton>
        )
      }
    >
      {refunds.length === 0 && <Box sx={{ color: 'text.secondary' }}>沒有退款</Box>}
      <EntryList>
        {refunds.map((refund) => (
          <ListEntry
            key={refund.id}
            title={
              <Box>
                {refund.to_credit ? '已退為購物金' : refundStateLabels[refund.state]}{' '}
                <Amount value={refund.amount} />
              </Box>
            }
            action={
              buttonOf[refund.state] && (
                <ActionButton
                  permission="refund.write"
                  about={`${formatMoney(refund.amount)} ${refund.reason}`}
                  variant="outlined"
                  color="inherit"
                  onClick={() =>
                    refund.state === 'failed'
                      ? confirm(
                          refundQuestion(refundMoves.drop, {
                            ...refund,
                            order_number: order.number,
                          }),
                        )
                      : setChosen(refund)
                  }
                >
                  {buttonOf[refund.state]}
                </ActionButton>
              )
            }
          >
            {refund.done_at ? formatDay(refund.done_at * 1000) : formatTimestamp(refund.created_at)}
            ・{refund.reason}
            {refund.last_error && <Box>{refund.last_error}</Box>}
            <RefundAccountLine refund={refund} />
          </ListEntry>
        ))}
      </EntryList>
      {chosen && <RemittedDialog refund={chosen} onSaved={close} onClose={close} />}
    </Panel>
  )
}
