import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import type { ShippingSettings, ShopTerms } from '#contract/settings.ts'
import type { ShippingMethod } from '#contract/shipping.ts'
import { t } from '#contract/translate.ts'

interface Fact {
  label: string
  /** Without one the row is left out. */
  content: ReactNode
}

/** Facts that decide about buying, as a quiet list beside the price. */
export function ShopFacts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(({ content }) => content)
  if (known.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
      {known.map(({ label, content }) => (
        <div key={label} className="contents">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="[overflow-wrap:anywhere] tabular-nums">{content}</dd>
        </div>
      ))}
    </dl>
  )
}

/** 「NT$80 · 滿 NT$1,000 免運」 */
export function shippingText({
  fee,
  free_over: freeOver,
}: Pick<ShippingSettings, 'fee' | 'free_over'>): string {
  if (fee === 0) return t('免運費')
  return [
    formatMoney(fee),
    freeOver !== null && t('滿 {freeOver} 免運', { freeOver: formatMoney(freeOver) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The methods to choose from, each with its fee, on a line of its own. */
export function DeliveryFees({ methods }: { methods: readonly ShippingMethod[] }) {
  return methods.map((method) => (
    <span key={method.id} className="block">
      {t(method.name)} {feeText(method)}
    </span>
  ))
}

function feeText({ steps, ...method }: ShippingMethod): string {
  if (!steps) return shippingText(method)
  return t('{min} 起', { min: formatMoney(Math.min(...steps.rows.map(({ fee }) => fee))) })
}

export function methodsText(methods: ShopTerms['methods']): string {
  return methods.map(({ name }) => t(name)).join(t('、'))
}

export function ReturnsLink({ to, label }: NonNullable<ShopTerms['returns']>) {
  return (
    <Link
      to={to}
      className="-my-2.5 inline-flex min-h-11 items-center rounded-lg underline underline-offset-4 hover:text-accent-strong"
    >
      {label}
    </Link>
  )
}
