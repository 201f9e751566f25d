import { type ReactNode, useId } from 'react'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'

/**
 * On a wide screen a card that stays in view. On a phone its box dissolves, so that the total and
 * the button can stay at the bottom for the length of the whole page.
 */
export function SummaryCard(props: {
  title: string
  /** In whole NT$, as the server has it. */
  total: number
  /** Where it is not the total of all. */
  totalLabel?: string | undefined
  /** Without one the total is the last line of the card. */
  action?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={titleId}
      className="contents lg:sticky lg:top-24 lg:block lg:rounded-card lg:border lg:border-line lg:bg-surface lg:p-6"
    >
      <div className="mt-8 rounded-card border border-line bg-surface p-4 lg:mt-0 lg:rounded-none lg:border-0 lg:p-0">
        <h2 id={titleId} className="mb-4 text-lg font-semibold">
          {props.title}
        </h2>
        {props.children}
        {!props.action && (
          <Total
            amount={props.total}
            label={props.totalLabel}
            className="mt-4 flex items-baseline justify-between border-t border-line pt-4"
          />
        )}
      </div>
      {props.action && (
        <div
          data-bottom-bar=""
          className="sticky bottom-0 z-10 -mx-4 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:static lg:mx-0 lg:mt-4 lg:block lg:bg-surface lg:px-0 lg:pt-4 lg:pb-0"
        >
          <Total
            amount={props.total}
            label={props.totalLabel}
            className="shrink-0 lg:mb-4 lg:flex lg:items-baseline lg:justify-between"
          />
          <div className="min-w-0 flex-1 basis-32">{props.action}</div>
        </div>
      )}
    </section>
  )
}

function Total(props: { amount: number; label: string | undefined; className: string }) {
  const { amount, label = t('總計'), className } = props
  return (
    <dl className={className}>
      <dt className="text-sm text-ink-muted lg:text-base lg:text-ink">{label}</dt>
      <dd className="text-xl font-semibold tabular-nums lg:text-2xl">{formatMoney(amount)}</dd>
    </dl>
  )
}

export function SummaryRow(props: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-muted">{props.name}</dt>
      <dd className="ml-auto text-right tabular-nums">{props.children}</dd>
    </div>
  )
}
