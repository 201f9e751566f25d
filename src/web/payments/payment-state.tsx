import { CircleCheck, Clock } from 'lucide-react'
import { formatMoney } from '#contract/money.ts'
import { orderStateLabels } from '#contract/order-states.ts'
import type { Order } from '#contract/orders.ts'
import { t } from '#contract/translate.ts'
import { shopConfig } from '../api/shop-config.ts'
import { cancelledAndRefunding } from '../shared/order-state-label.ts'
import { paysLeader } from '../shared/pays-leader.ts'
import { paysOnDelivery } from '../shared/pays-on-delivery.ts'
import { demonstrationText } from './trial-notice.tsx'

/** Whether the order is paid, and what happens next. */
export function PaymentState({ order }: { order: Order }) {
  const { title, text, isGood } = wordsOf(order)
  const Icon = isGood ? CircleCheck : Clock
  return (
    <div
      role="status"
      className={`flex gap-3 rounded-card p-4 print:hidden ${isGood ? 'bg-sage-soft' : 'bg-warn-soft'}`}
    >
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-6 shrink-0 ${isGood ? 'text-sage' : 'text-warn'}`}
      />
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-ink-muted">{text}</p>
        {isGood && order.is_paid && shopConfig.payments === 'demonstration' && (
          <p className="text-sm text-sage">{t(demonstrationText)}</p>
        )}
      </div>
    </div>
  )
}

function wordsOf(order: Order): {
  title: string
  text: string
  isGood: boolean
} {
  const { state, is_paid, payment_state } = order
  if (paysOnDelivery(order)) {
    return {
      title: t('訂單已成立，取貨時再付款'),
      text: t('包裹到店後會通知您，到店取貨時請付 {total}。', { total: formatMoney(order.total) }),
      isGood: true,
    }
  }
  if (order.balance_due !== undefined) {
    return {
      title: t('請補付 {balance_due}', { balance_due: formatMoney(order.balance_due) }),
      text: t('訂單變更後金額增加，收到補款後才會出貨。'),
      isGood: false,
    }
  }
  if (paysLeader(order)) {
    return {
      title: t('已成團，請付款給團主'),
      text: t('依團主說明的方式付款，團主收到後會登記。'),
      isGood: false,
    }
  }
  if (state === 'placed') {
    return {
      title: t('尚未付款，請盡快完成付款'),
      text: t('訂單已成立。收到款項後，我們就開始備貨。'),
      isGood: false,
    }
  }
  if (state === 'cancelled' && payment_state === 'refunding') {
    return {
      title: t(cancelledAndRefunding),
      text: t('收到的款項會退還給您，您可以查看訂單的進度。'),
      isGood: false,
    }
  }
  if (state === 'cancelled' || state === 'returned' || !is_paid) {
    return {
      title: t('訂單目前為「{state}」', { state: t(orderStateLabels[state]) }),
      text: t('這筆訂單不需要付款，您可以查看訂單的進度。'),
      isGood: false,
    }
  }
  const isWaiting = state === 'paid' || state === 'preparing'
  return {
    title: t('已收到這筆訂單的款項'),
    text: isWaiting
      ? t('接下來我們會備貨並寄出，您可以隨時查看訂單。')
      : t('商品已寄出，您可以隨時查看訂單。'),
    isGood: true,
  }
}
