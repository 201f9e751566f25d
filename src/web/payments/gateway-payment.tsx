import { CircleAlert, Clock } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { OfferedMethod, PaymentAttempt } from '#contract/payments.ts'
import { paths } from '../paths.ts'
import { LeaveAppNotice } from '../shared/leave-app-notice.tsx'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { MethodChoice } from './method-choice.tsx'
import { PaymentNumber } from './payment-number.tsx'
import {
  isConfirming,
  isUnsettled,
  usePaymentOptions,
  useStartPayment,
} from './payments.queries.ts'
import { usePageReturn } from './use-page-return.ts'

/** The choice of a method, and the way to the gateway's page. */
export function GatewayPayment({ order }: { order: Order }) {
  const options = usePaymentOptions(order.id)
  const start = useStartPayment()
  usePageReturn(() => {
    start.reset()
    options.restart()
  })
  if (options.data) {
    const { methods, attempt, due_attempt, expires_at } = options.data.data
    const isWaiting = isConfirming(attempt)
    return (
      <section
        aria-label="付款"
        className="space-y-5 rounded-card border border-line bg-surface p-4 sm:p-6 print:hidden"
      >
        <AttemptState
          attempt={attempt}
          heldUntil={expires_at}
          isLate={options.isLate}
          isUnsettled={isUnsettled(options.data.data, options.dataUpdatedAt)}
        />
        {due_attempt && (
          <div className="space-y-2">
            <p className="text-ink-muted">先前取得的繳費資訊，期限前仍可付款</p>
            <PaymentNumber attempt={due_attempt} heldUntil={expires_at} />
          </div>
        )}
        {(!isWaiting || options.canPayAgain) && (
          <PaymentForm
            order={order}
            methods={methods}
            expiresAt={expires_at}
            hasNumber={attempt?.number !== undefined || due_attempt !== undefined}
            start={start}
          />
        )}
      </section>
    )
  }
  if (options.isError) {
    return <ErrorState message="付款方式暫時無法顯示" onRetry={() => options.refetch()} />
  }
  return <Skeleton className="h-96 rounded-card" />
}

/** Their numbers are paid elsewhere, so that an order waits longer for them. */
const byNumber: ReadonlySet<string> = new Set(['atm', 'cvs', 'barcode'])
const movesEnd = '取得繳費資訊後，訂單會保留得更久，新的時間會寫在這裡，並以信件通知您'
const isHeldAlready = '再次取得繳費資訊，這個時間不會延後'

/** State of the last attempt, as far as the server knows. */
function AttemptState(props: {
  attempt: PaymentAttempt | undefined
  heldUntil: number | undefined
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
        付款未成功，請再試一次或改用其他付款方式
      </p>
    )
  }
  return (
    <>
      {(isUnsettled || isConfirming(attempt)) && (
        <p role="status" className="flex items-start gap-2 rounded-lg bg-warn-soft px-4 py-3">
          {isLate ? (
            <Clock aria-hidden="true" className="mt-1 size-5 shrink-0 text-warn" />
          ) : (
            <Spinner className="mt-1 size-5 shrink-0 text-warn" />
          )}
          {isLate ? '付款結果確認中，您可以離開此頁' : '正在確認付款結果'}
        </p>
      )}
      {attempt?.state === 'pending' && (
        <PaymentNumber attempt={attempt} heldUntil={props.heldUntil} />
      )}
    </>
  )
}

function PaymentForm(props: {
  order: Order
  methods: OfferedMethod[]
  expiresAt: number | undefined
  /** One was taken before. */
  hasNumber: boolean
  start: ReturnType<typeof useStartPayment>
}) {
  const { order, methods, expiresAt, hasNumber, start } = props
  const [chosen, setChosen] = useState<string>()
  const method = chosen ?? methods.find(({ is_available }) => is_available)?.method
  return (
    <>
      <MethodChoice methods={methods} selected={method} onSelect={setChosen} />
      <LeaveAppNotice path={paths.pay(order.id)} copyLabel="複製付款頁網址" />
      <div className="space-y-3 border-t border-line pt-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-ink-muted">應付金額</span>
          <span className="text-xl font-semibold tabular-nums">{formatMoney(order.total)}</span>
        </p>
        <Button
          variant="primary"
          fullWidth
          isLoading={start.isPending || start.data?.data.action !== undefined}
          aria-disabled={method === undefined}
          onClick={() => method && start.mutate({ params: { id: order.id }, data: { method } })}
        >
          付款
        </Button>
        <FormNotice failure={start.error?.message} />
        {expiresAt && (
          <p className="text-sm text-ink-muted">
            請於 {formatDateTime(expiresAt)} 前完成付款，逾期訂單將自動取消
            {method && byNumber.has(method) && `。${hasNumber ? isHeldAlready : movesEnd}`}
          </p>
        )}
      </div>
    </>
  )
}
