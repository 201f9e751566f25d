import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { OrderMerge as Merge } from '#contract/order-merge.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { rich } from '../ui/rich.tsx'
import { OrderSection } from './order-section.tsx'
import { useMergeOrders, useSplitParcel } from './orders.queries.ts'

/** Other own orders in the parcel of an order, or that could be: one parcel has one fee. */
export function OrderMerge({ orderId, merge }: { orderId: string; merge: Merge | undefined }) {
  const join = useMergeOrders()
  const split = useSplitParcel()
  if (!merge) return null
  const { with: mates, offers, left_out: leftOut, saving = 0 } = merge
  const params = { id: orderId }
  const data = { with: offers.map(({ id }) => id), expected_saving: saving }
  return (
    <OrderSection title={t('併單出貨')}>
      <div className="space-y-3">
        {mates.length > 0 && (
          <p>
            {rich('與訂單 {numbers} 裝在同一個包裹。', { numbers: <Numbers orders={mates} /> })}
          </p>
        )}
        {offers.length > 0 && (
          <p>
            {rich('{part}同一位收件人、同一個地點的訂單 {numbers}，可以裝成一個包裹一起寄。', {
              part: mates.length > 0 ? t('還有') : t('您有'),
              numbers: <Numbers orders={offers} />,
            })}
          </p>
        )}
        {saving > 0 && (
          <p className="text-ink-muted">
            {t('只收一次運費，少付的 {saving} 會在出貨時退還；取貨付款的訂單則直接少收。', {
              saving: formatMoney(saving),
            })}
          </p>
        )}
        {merge.waits && (
          <p className="text-ink-muted">{t('有商品還沒到貨，會等全部到齊再一起寄出。')}</p>
        )}
        {leftOut.map(({ number, reason }) => (
          <p key={number} className="text-sm text-ink-muted">
            {t('訂單 {number} 裝不進同一個包裹：{reason}', { number, reason })}
          </p>
        ))}
        {(offers.length > 0 || merge.can_split) && (
          <p className="flex flex-wrap gap-2 print:hidden">
            {offers.length > 0 && (
              <Button isLoading={join.isPending} onClick={() => join.mutate({ params, data })}>
                {saving > 0
                  ? t('併單出貨，少付運費 {saving}', { saving: formatMoney(saving) })
                  : t('併單出貨，一次收到')}
              </Button>
            )}
            {merge.can_split && (
              <Button isLoading={split.isPending} onClick={() => split.mutate({ params })}>
                {t('分開寄')}
              </Button>
            )}
          </p>
        )}
      </div>
    </OrderSection>
  )
}

function Numbers({ orders }: { orders: Merge['with'] }) {
  return orders.map(({ id, number }, index) => (
    <span key={id}>
      {index > 0 && t('、')}
      <Link to={paths.order(id)} className="tabular-nums underline underline-offset-4">
        {number}
      </Link>
    </span>
  ))
}
