import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { t } from '#contract/translate.ts'
import { paysLeader } from '../shared/pays-leader.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { TextAreaField } from '../ui/text-field.tsx'
import { leavingTexts } from './leaving-text.ts'
import { useCancelOrder } from './orders.queries.ts'

/** Asks before an order is cancelled; the reason may stay empty. */
export function CancelDialog(props: { order: Order; isOpen: boolean; onClose: () => void }) {
  const { order, isOpen } = props
  const [reason, setReason] = useState('')
  const cancel = useCancelOrder({ hasNotice: isOpen, onCancelled: props.onClose })
  const onClose = () => {
    props.onClose()
    if (cancel.isError) cancel.reset()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('取消訂單')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('返回')}
          </Button>
          <Button
            variant="danger"
            isLoading={cancel.isPending}
            onClick={() =>
              cancel.mutate({
                params: { id: order.id },
                query: order.group && order.awaits_group ? { expected_state: 'undecided' } : {},
                body: { data: reason.trim() ? { reason: reason.trim() } : {} },
              })
            }
          >
            {t('確定取消')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p>
          {t('取消後無法恢復，商品也不會放回購物車。{part}{place}', {
            part: order.is_paid && t('您付的款項會退還給您。'),
            place: order.group && order.state === 'placed' && t(leavingTexts[placeOf(order)]),
          })}
        </p>
        <TextAreaField
          label={t('取消原因（可不填）')}
          value={reason}
          maxLength={200}
          rows={2}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormNotice failure={cancel.error?.message} />
      </div>
    </Dialog>
  )
}

function placeOf(order: Order): keyof typeof leavingTexts {
  if (order.awaits_group) return 'undecided'
  return paysLeader(order) ? 'toLeader' : 'due'
}
