import { CircleCheck, Clock, Info } from 'lucide-react'
import { shopConfig } from '../api/shop-config.ts'

const demonstrationText = '示範付款：不會實際扣款'

/** Whether the order is paid, and what happens next. */
export function PaymentState({ isPaid }: { isPaid: boolean }) {
  const Icon = isPaid ? CircleCheck : Clock
  return (
    <div
      role="status"
      className={`flex gap-3 rounded-card p-4 print:hidden ${isPaid ? 'bg-sage-soft' : 'bg-warn-soft'}`}
    >
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-6 shrink-0 ${isPaid ? 'text-sage' : 'text-warn'}`}
      />
      <div>
        <p className="font-semibold">
          {isPaid ? '已收到這筆訂單的款項' : '尚未付款，請盡快完成付款'}
        </p>
        <p className="text-sm text-ink-muted">
          {isPaid
            ? '接下來我們會備貨並寄出，您可以隨時查看訂單。'
            : '訂單已成立。收到款項後，我們就開始備貨。'}
        </p>
        {isPaid && shopConfig.payments === 'demonstration' && (
          <p className="text-sm text-sage">{demonstrationText}</p>
        )}
      </div>
    </div>
  )
}

export function DemonstrationNotice() {
  if (shopConfig.payments !== 'demonstration') return null
  return (
    <p className="flex items-center gap-2 rounded-lg bg-sage-soft px-4 py-2 text-sm text-sage print:hidden">
      <Info aria-hidden="true" className="size-4 shrink-0" />
      {demonstrationText}
    </p>
  )
}
