import { useState } from 'react'
import type { Participation } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useAnswerDelay } from '../campaigns.queries.ts'

interface DelayChoiceProps {
  place: Participation
  delay: NonNullable<Participation['delay']>
}

/** Goods leave later than was said: the shopper goes on waiting, or has the money back. */
export function DelayChoice({ place, delay }: DelayChoiceProps) {
  const { id } = place
  const [isLeaving, setLeaving] = useState(false)
  const close = () => setLeaving(false)
  const answer = useAnswerDelay({ hasNotice: isLeaving, onAnswered: close })
  const hasAgreed = delay.answer === 'wait'
  const give = (choice: 'wait' | 'refund') =>
    answer.mutate({ params: { id }, data: { answer: choice } })
  return (
    <section
      aria-label={t('延後出貨')}
      className="mt-4 rounded-card border border-line bg-surface p-4 [overflow-wrap:anywhere]"
    >
      <p className="font-semibold">
        {t('延後至 {ships_on} 出貨', { ships_on: dayText(delay.ships_on) })}
      </p>
      <p className="mt-1 text-sm text-ink-muted">
        {t('{part}原因：{reason}', {
          part: delay.was && t('原訂 {was}。', { was: dayText(delay.was) }),
          reason: delay.reason,
        })}
      </p>
      <p className="mt-2">
        {hasAgreed ? t('您選擇了繼續等，出貨時會再通知您。') : t('要繼續等，還是退款？')}
      </p>
      <p className="mt-3 flex flex-wrap gap-2 empty:hidden">
        {!hasAgreed && (
          <Button isLoading={answer.isPending && !isLeaving} onClick={() => give('wait')}>
            {t('繼續等')}
          </Button>
        )}
        {delay.can_refund && (
          <Button
            variant="quiet"
            onClick={() => {
              if (answer.isError) answer.reset()
              setLeaving(true)
            }}
          >
            {t('退款')}
          </Button>
        )}
      </p>
      <ConfirmDialog
        isOpen={isLeaving}
        onClose={() => {
          close()
          if (answer.isError) answer.reset()
        }}
        title={t('取消訂單並退款')}
        text={t(
          '訂單會取消，已付的款項會退還給您；不是刷卡付款的，請在訂單頁填寫退款帳戶。取消後不能恢復。',
        )}
        confirm={t('取消並退款')}
        failure={answer.error?.message}
        isLoading={answer.isPending}
        onConfirm={() => give('refund')}
      />
    </section>
  )
}

const dayText = (day: string) => day.replaceAll('-', '/')
