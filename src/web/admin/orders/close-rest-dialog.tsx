import Box from '@mui/material/Box'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { orderStateLabels } from '#contract/order-states.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { write } from '../../api/write.ts'
import { unshippedLines } from '../../shared/unshipped-lines.ts'
import { QuestionDialog } from '../ui/question.tsx'
import type { OrderDialogProps } from './order-life.ts'

/** Asks before the pieces that are in no parcel are left out for good. */
export function CloseRestDialog({ life, onClose }: OrderDialogProps) {
  const input = { params: { id: life.order.id } }
  const idempotency = useIdempotencyKey()
  const isDelivered = life.parcels.every(({ delivered_at }) => delivered_at !== undefined)
  const state = orderStateLabels[isDelivered ? 'delivered' : 'shipped']
  const text = (
    <>
      以下商品不會再出貨：
      <Box component="ul" sx={{ my: 1, pl: 2.5, overflowWrap: 'anywhere', color: 'text.primary' }}>
        {unshippedLines(life).map(({ id, title, left }) => (
          <li key={id}>
            {title} × {left}
          </li>
        ))}
      </Box>
      為這些商品保留的庫存會釋出，訂單改為「{state}
      」，無法復原。這裡不會退款；要退還的款項請用「退款」處理。
    </>
  )
  return (
    <QuestionDialog
      title={`其餘不出貨 ${life.order.number}`}
      text={text}
      label="其餘不出貨"
      color="error"
      run={() =>
        write(adminOrderLifeApi.closeRest, input, { idempotencyKey: idempotency.keyOf(input) })
      }
      onClose={onClose}
    />
  )
}
