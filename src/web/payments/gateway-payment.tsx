import { CircleAlert, Clock } from 'lucide-react'
import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import {
  isPaidByNumber,
  methodKind,
  onDeliveryMethod,
  type PaymentAttempt,
  transferMethod,
} from '#contract/payments.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { LeaveAppNotice } from '../shared/leave-app-notice.tsx'
import { usePageReturn } from '../shared/use-page-return.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { MethodChoice } from './method-choice.tsx'
import { PaymentNumber } from './payment-number.tsx'
import {
  isConfirming,
  isLeaving,
  isUnsettled,
  usePaymentOptions,
  useStartPayment,
} from './payments.queries.ts'

/** They are paid elsewhere by a number, so that an order waits longer for them. */
const isByNumber = (method: string) =>
  (isPaidByNumber(method) || method === transferMethod) && method !== onDeliveryMethod
const movesEnd = '取得繳費資訊後，訂單會保留得更久，新的時間會寫在這裡，並以信件通知您'
const isHeldAlready = '再次取得繳費資訊，這個時間不會延後'

type Payment = ReturnType<typeof useGatewayPayment>

/** How an order is paid through the gateway: the chosen method, or the number that was taken. */
export function useGatewayPayment(order: Order) {
  const options = usePaymentOptions(order.id)
  const start = useStartPayment()
  const [chosen, choose] = useState<string>()
  const [isChanging, setChanging] = useState(false)
  usePageReturn(() => {
    start.reset()
    options.restart()
  })
  const known = options.data?.data
  const attempt = known?.attempt
  const isToTransfer = attempt?.state === 'pending' && attempt.number !== undefined && !isChanging
  const isWaiting = isConfirming(attempt) && !options.canPayAgain
  const canStart = known !== undefined && !isWaiting && !isToTransfer
  const method = chosen ?? known?.methods.find(({ is_available }) => is_available)?.method
  return {
    options,
    start,
    method,
    choose,
    isToTransfer,
    canStart,
    changeMethod: () => setChanging(true),
    submit() {
      if (!method) return
      start.mutate(
        { params: { id: order.id }, data: { method } },
        { onSuccess: () => setChanging(false) },
      )
    },
  }
}

/** The way to the gateway's page, or to a number. */
export function StartAction({ payment: { start, method, submit } }: { payment: Payment }) {
  return (
    <div className="space-y-2">
      <FormNotice failure={start.error?.message} />
      <Button
        variant="primary"
        fullWidth
        isLoading={start.isPending || isLeaving(start.data?.data)}
        aria-disabled={method === undefined}
        onClick={submit}
      >
        {method === onDeliveryMethod ? t('確認，取貨時付款') : t('付款', { as: 'verb' })}
      </Button>
    </div>
  )
}

/** The choice of a method, or the number that was taken. */
export function GatewayPayment({ order, payment }: { order: Order; payment: Payment }) {
  const { options, start, isToTransfer, canStart, method, choose, changeMethod } = payment
  if (options.data) {
    const { methods, attempt, due_attempt, expires_at } = options.data.data
    const earlier = isToTransfer ? [due_attempt] : [numbered(attempt), due_attempt]
    const hasNumber = earlier.some(Boolean)
    // The shop's own account is always the same, and waited for from the start.
    const isTransferAlone = methods.every((offered) => offered.method === transferMethod)
    return (
      <section
        aria-label={t('付款')}
        className="space-y-5 rounded-card border border-line bg-surface p-4 sm:p-6 print:hidden"
      >
        <AttemptState
          attempt={attempt}
          isLate={options.isLate}
          isUnsettled={isUnsettled(options.data.data, options.dataUpdatedAt)}
        />
        {start.data?.data.app_link && (
          <p>
            <a href={start.data.data.address} className={buttonClass('secondary')}>
              {t('沒有開啟 App？改用網頁付款')}
            </a>
          </p>
        )}
        {isToTransfer && attempt && (
          <>
            <div>
              <h2 className="text-lg font-semibold">{transferTitle(attempt)}</h2>
              <p className="text-sm text-ink-muted">
                {t('訂單已成立。收到款項後，我們就開始備貨。')}
              </p>
            </div>
            <PaymentNumber attempt={attempt} />
            {!isTransferAlone && (
              <p className="text-center">
                <Button variant="quiet" onClick={changeMethod}>
                  <span className="underline underline-offset-4">{t('改用其他付款方式')}</span>
                </Button>
              </p>
            )}
          </>
        )}
        {canStart && (
          <>
            <MethodChoice methods={methods} selected={method} onSelect={choose} />
            <LeaveAppNotice path={paths.pay(order.id)} copyLabel={t('複製付款頁網址')} />
            {expires_at && (
              <p className="text-sm text-ink-muted">
                {t('請於 {expires_at} 前{part}，逾期訂單將自動取消{part2}', {
                  expires_at: formatDateTime(expires_at),
                  part: method === onDeliveryMethod ? t('確認') : t('完成付款'),
                  part2:
                    method &&
                    isByNumber(method) &&
                    !isTransferAlone &&
                    t('。{part}', { part: hasNumber ? t(isHeldAlready) : t(movesEnd) }),
                })}
              </p>
            )}
          </>
        )}
        {earlier.map(
          (taken) =>
            taken && (
              <Disclosure key={taken.id} title={t('先前取得的繳費資訊，期限前仍可付款')}>
                <PaymentNumber attempt={taken} />
              </Disclosure>
            ),
        )}
      </section>
    )
  }
  if (options.isError) {
    return <ErrorState message={t('付款方式暫時無法顯示')} onRetry={() => options.refetch()} />
  }
  return <Skeleton className="h-96 rounded-card" />
}

function numbered(attempt: PaymentAttempt | undefined): PaymentAttempt | undefined {
  return attempt?.state === 'pending' && attempt.number ? attempt : undefined
}

function transferTitle({ method }: PaymentAttempt): string {
  const kind = methodKind(method)
  return kind === 'cvs' || kind === 'barcode' ? t('請到超商繳費') : t('請轉帳')
}

/** Outcome of the last attempt, as far as the server knows. */
function AttemptState(props: {
  attempt: PaymentAttempt | undefined
  isLate: boolean
  isUnsettled: boolean
}) {
  const { attempt, isUnsettled } = props
  const isLate = props.isLate || isUnsettled
  if (attempt?.state === 'failed') {
    return (
      <p
        role="alert"
        className="flex items-start gap-2 rounded-lg bg-danger-soft px-4 py-3 text-danger"
      >
        <CircleAlert aria-hidden="true" className="mt-1 size-5 shrink-0" />
        {t('付款未成功，請再試一次或改用其他付款方式')}
      </p>
    )
  }
  if (!isUnsettled && !isConfirming(attempt)) return null
  return (
    <p role="status" className="flex items-start gap-2 rounded-lg bg-warn-soft px-4 py-3">
      {isLate ? (
        <Clock aria-hidden="true" className="mt-1 size-5 shrink-0 text-warn" />
      ) : (
        <Spinner className="mt-1 size-5 shrink-0 text-warn" />
      )}
      {isLate ? t('付款結果確認中，您可以離開此頁') : t('正在確認付款結果')}
    </p>
  )
}
