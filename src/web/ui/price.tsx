import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'

/** 特價 and 原價; without a saving, the price alone. */
export function Price(props: {
  price: number
  originPrice: number
  size?: 'card' | 'detail'
  /** Others of its variants cost more. */
  isFrom?: boolean
}) {
  const { price, originPrice, size = 'card', isFrom = false } = props
  const isReduced = originPrice > price
  const strong = size === 'detail' ? 'text-2xl' : 'text-lg'
  return (
    <dl className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
      <div className="flex flex-wrap items-baseline gap-x-1.5">
        <dt className="text-sm whitespace-nowrap text-accent-strong">
          {isReduced ? t('特價') : t('售價')}
        </dt>
        <dd className={`${strong} leading-title font-semibold`}>
          {formatMoney(price)}
          {isFrom && <span className="text-sm font-normal">{t(' 起')}</span>}
        </dd>
      </div>
      {isReduced && (
        <div className="flex items-baseline gap-1.5 text-sm whitespace-nowrap text-ink-muted">
          <dt>{t('原價')}</dt>
          <dd>
            <s>{formatMoney(originPrice)}</s>
          </dd>
        </div>
      )}
    </dl>
  )
}
