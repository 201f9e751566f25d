import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { RefundTarget, ReturnWay } from '#contract/return-states.ts'
import type { Returnable } from '#contract/returns.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormNotice } from '../../ui/form-notice.tsx'
import { usePageTitle } from '../../ui/page-head.ts'
import { TextAreaField } from '../../ui/text-field.tsx'
import { OrderSection } from '../order-section.tsx'
import { useOrderLife } from '../orders.queries.ts'
import { OrdersSkeleton } from '../orders-skeleton.tsx'
import { UnknownOrder } from '../unknown-order.tsx'
import { RefundTargets } from './refund-targets.tsx'
import { ReturnLines } from './return-lines.tsx'
import { type Chosen, partsOf, sumsOf } from './return-sums.ts'
import { untilText } from './return-words.ts'
import { useAskReturn } from './returns.queries.ts'
import { WayCards } from './way-cards.tsx'

/** Asks to send goods of an own order back. */
export function ReturnPage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const life = useOrderLife(id)
  const ask = useAskReturn({
    onAsked: () => void navigate(paths.order(id), { replace: true }),
  })
  usePageTitle(t('申請退貨'))
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6 lg:px-8 lg:py-12">
      <h1 className="mb-6 font-serif text-title font-semibold lg:mb-8">{t('申請退貨')}</h1>
      {life.data ? (
        // Once it is sent, nothing may be left to ask for.
        life.data.returnable && (life.data.returnable.why_not === undefined || ask.isPending) ? (
          <ReturnForm order={life.data.order} returnable={life.data.returnable} ask={ask} />
        ) : (
          <NotReturnable order={life.data.order} returnable={life.data.returnable} />
        )
      ) : life.error?.status === 404 ? (
        <UnknownOrder next={paths.order(id)} />
      ) : life.isError ? (
        <ErrorState message={t('訂單暫時無法顯示')} onRetry={() => life.refetch()} />
      ) : (
        <OrdersSkeleton />
      )}
    </div>
  )
}

function NotReturnable(props: { order: Order; returnable: Returnable | undefined }) {
  const { order, returnable } = props
  const message = returnable?.why_not ?? t('這筆訂單的商品還沒有寄出，可以在訂單頁取消或留言給我們')
  return (
    <EmptyState
      message={message}
      action={
        <Link to={paths.order(order.id)} className={buttonClass('primary')}>
          {t('回訂單')}
        </Link>
      }
    />
  )
}

function ReturnForm(props: {
  order: Order
  returnable: Returnable
  ask: ReturnType<typeof useAskReturn>
}) {
  const { order, returnable, ask } = props
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [way, setWay] = useState<ReturnWay | undefined>(returnable.ways[0])
  const [chosenTo, setTo] = useState<RefundTarget>('source')
  const [reason, setReason] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const lines = [...chosen].flatMap(([line_id, qty]) => (qty > 0 ? [{ line_id, qty }] : []))
  const { goods, fee, total } = sumsOf(returnable, chosen)
  // The shop may have switched it off since.
  const to = returnable.takes_credit ? chosenTo : 'source'
  const parts = partsOf(returnable, total, to)

  function send() {
    setEmpty(lines.length === 0)
    if (lines.length === 0) return
    const text = reason.trim()
    const data = {
      lines,
      ...(way && { way }),
      ...(text && { reason: text }),
      ...(to === 'credit' && { to }),
    }
    ask.mutate({ params: { id: order.id }, data })
  }

  return (
    <div className="space-y-6">
      <p className="text-ink-muted">
        {t('訂單 {number}。{untilText}', {
          number: order.number,
          untilText: untilText(returnable),
        })}
      </p>
      <OrderSection title={t('退哪些商品')}>
        <ReturnLines
          order={order}
          returnable={returnable}
          chosen={chosen}
          onChange={(lineId, qty) => {
            setChosen(new Map(chosen).set(lineId, qty))
            setEmpty(false)
            ask.reset()
          }}
        />
      </OrderSection>
      <OrderSection title={t('怎麼退回')}>
        <WayCards ways={returnable.ways} selected={way} onSelect={setWay} />
      </OrderSection>
      <OrderSection title={t('退款')}>
        <dl className="space-y-2 tabular-nums">
          <Sum name={t('商品')}>{formatMoney(goods)}</Sum>
          {returnable.fee !== undefined && (
            <Sum name={t('運費')}>{fee > 0 ? formatMoney(fee) : t('全部退回時一併退還')}</Sum>
          )}
          <Sum name={t('預計退還')}>
            <span className="font-semibold" aria-live="polite">
              {formatMoney(total)}
            </span>
          </Sum>
          {parts.map(({ name, amount }) => (
            <Sum key={name} name={name}>
              {formatMoney(amount)}
            </Sum>
          ))}
        </dl>
        {returnable.takes_credit && <RefundTargets selected={to} onSelect={setTo} />}
        <p className="mt-3 text-sm text-ink-muted">
          {t('{wayText}店家收到並檢查商品後，15 天內退款。', { wayText: wayText(to, returnable) })}
        </p>
        <div className="mt-4 space-y-4">
          <TextAreaField
            label={t('退貨原因（可不填）')}
            value={reason}
            maxLength={200}
            rows={2}
            onChange={(event) => setReason(event.target.value)}
          />
          <FormNotice failure={isEmpty ? t('請選擇要退的件數') : ask.error?.message} />
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" isLoading={ask.isPending} onClick={send}>
              {t('送出申請')}
            </Button>
            <Link to={paths.order(order.id)} className={buttonClass('secondary')}>
              {t('不退貨')}
            </Link>
          </div>
        </div>
      </OrderSection>
    </div>
  )
}

function wayText(to: RefundTarget, { back }: Returnable): string {
  // Nothing of it was paid in money.
  if (back?.money === 0) return ''
  return to === 'credit' ? t('款項存入您的購物金。') : t('退到您原本的付款方式。')
}

function Sum(props: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-muted">{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
