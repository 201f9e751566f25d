import type { HandOutResult } from '#contract/hand-out-states.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../ui/button.tsx'
import type { Wish } from './hand-out-queue.ts'
import type { SendOutcome } from './send-wishes.ts'

const reasons: Partial<Record<HandOutResult, string>> = {
  unpaid: '尚未付款',
  ended: '訂單已取消或退款',
  unknown: '代碼不符，或不在您發放的名單',
  too_late: '超過十分鐘，無法復原',
}

/** The presses that wait on this device, and those that the shop has refused since. */
export function QueueNotice(props: {
  wishes: readonly Wish[]
  outcome: SendOutcome
  onDismiss: (id: string) => void
}) {
  const { wishes, outcome, onDismiss } = props
  const waiting = wishes.filter(({ refused }) => refused === undefined)
  const refused = wishes.filter((wish) => wish.refused !== undefined)
  return (
    <>
      <div role="status" className="empty:hidden">
        {waiting.length > 0 && outcome !== 'sent' && (
          <p className="mb-4 rounded-lg bg-warn-soft px-3 py-2.5 text-warn">
            {outcome === 'signed_out'
              ? t('登入已結束，{count} 筆留在這支手機，重新登入後會傳送', { count: waiting.length })
              : t('{count} 筆待傳送，恢復連線後會自動傳送，請不要清除瀏覽資料', {
                  count: waiting.length,
                })}
          </p>
        )}
      </div>
      <div role="alert" className="empty:hidden">
        {refused.length > 0 && (
          <ul className="mb-4 space-y-2 rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
            {refused.map(({ id, name, refused: result }) => (
              <li key={id} className="flex items-center justify-between gap-3">
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {t('沒有登記：{name}（{result}）', {
                    name,
                    result: result && (t(reasons[result]) ?? t('請重試')),
                  })}
                </span>
                <Button variant="quiet" onClick={() => onDismiss(id)}>
                  {t('知道了')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
