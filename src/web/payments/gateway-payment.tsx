import { useId, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import type { OfferedMethod } from '#contract/payments.ts'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FieldNote } from '../ui/text-field.tsx'
import { InAppBrowserNotice } from './in-app-browser.tsx'
import { PaymentNumber } from './payment-number.tsx'
import { isConfirming, usePaymentOptions, useStartPayment } from './payments.queries.ts'

/** The choice of a method, and the way to the gateway's page. */
export function GatewayPayment({ order }: { order: Order }) {
  const options = usePaymentOptions(order.id)
  const start = useStartPayment()
  const [chosen, setChosen] = useState<string>()
  if (!options.data) {
    return options.isError ? (
      <ErrorState message="付款方式暫時無法顯示" onRetry={() => options.refetch()} />
    ) : (
      <Skeleton className="h-40 rounded-card" />
    )
  }
  const { methods, attempt, expires_at, is_trial, is_payable } = options.data.data
  if (is_payable === false) {
    return (
      <p role="status" className="rounded-card border border-line bg-surface p-4 sm:p-6">
        尚未成團，成團後才需要付款
      </p>
    )
  }
  const first = methods.find(({ is_available }) => is_available)
  const method = chosen ?? first?.method
  return (
    <section
      aria-label="付款"
      className="space-y-4 rounded-card border border-line bg-surface p-4 sm:p-6 print:hidden"
    >
      {is_trial && (
        <p className="rounded-lg bg-warn-soft px-4 py-2 text-sm text-warn">
          測試金流，不會實際扣款
        </p>
      )}
      {attempt?.number && attempt.state === 'pending' && <PaymentNumber attempt={attempt} />}
      {attempt?.state === 'failed' && (
        <p role="alert" className="text-danger">
          付款未成功，請再試一次或改用其他付款方式
        </p>
      )}
      {isConfirming(attempt) ? (
        <p role="status">
          {options.isLate ? '付款結果確認中，您可以離開此頁' : '正在確認付款結果'}
        </p>
      ) : null}
      {(!isConfirming(attempt) || options.canPayAgain) && (
        <>
          <MethodChoice methods={methods} selected={method} onSelect={setChosen} />
          {expires_at && (
            <p className="text-sm text-ink-muted">
              請於 {formatDateTime(expires_at)} 前完成付款，逾期訂單將自動取消
            </p>
          )}
          <InAppBrowserNotice orderId={order.id} />
          <Button
            variant="primary"
            fullWidth
            isLoading={start.isPending || start.isSuccess}
            aria-disabled={method === undefined}
            onClick={() => method && start.mutate({ params: { id: order.id }, data: { method } })}
          >
            付款
          </Button>
          {start.error && (
            <p role="alert" className="text-sm text-danger">
              {start.error.message}
            </p>
          )}
        </>
      )}
    </section>
  )
}

function MethodChoice(props: {
  methods: OfferedMethod[]
  selected: string | undefined
  onSelect: (method: string) => void
}) {
  const name = useId()
  return (
    <fieldset className="space-y-2">
      <legend className="mb-2 font-medium">付款方式</legend>
      {props.methods.map(({ method, name: label, is_available, reason }) => (
        <div key={method}>
          <label
            className={`flex min-h-11 items-center gap-3 rounded-lg border border-line px-3 ${is_available ? 'has-checked:border-accent has-checked:bg-accent-soft' : 'bg-sand text-ink-muted'}`}
          >
            <input
              type="radio"
              name={name}
              value={method}
              checked={props.selected === method}
              disabled={!is_available}
              aria-describedby={reason ? `${name}-${method}` : undefined}
              onChange={() => props.onSelect(method)}
              className="size-5 accent-accent"
            />
            {label}
          </label>
          <FieldNote id={`${name}-${method}`} help={reason} />
        </div>
      ))}
    </fieldset>
  )
}
