import type { Campaign, Group } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { useIsDocument } from '../ui/document-context.ts'
import { countText, missingText } from './group-price.ts'
import { barMarks, barProgress, labelledIndexes } from './tier-marks.ts'

/**
 * The tiers, the minimum and where the group stands, in one bar. The marks stand at equal distances,
 * so that labels never overlap; between two of them the bar grows with the units.
 */
export function TierBar({ campaign, group }: { campaign: Campaign; group: Group }) {
  const marks = barMarks(campaign)
  const progress = barProgress(marks, group.units)
  const missing = missingText(group)
  const labelled = labelledIndexes(marks, group.tier)
  const hasPrices = campaign.products.length === 1
  const at = (index: number) => `${(index / marks.length) * 100}%`
  const labelsHeight = hasPrices ? 'h-11' : 'h-6'
  // The policy of the pages forbids the style attributes that a document would have.
  if (useIsDocument()) {
    return (
      <div>
        <div className="h-2 rounded-full bg-sand" />
        <div className={`mt-3 ${labelsHeight}`} />
      </div>
    )
  }
  return (
    <div>
      <div
        role="progressbar"
        aria-label="跟團進度"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress * 100)}
        aria-valuetext={`已有 ${countText(group)}，${missing ?? '已達成團門檻'}`}
        className="relative h-2 rounded-full bg-sand"
      >
        <span
          className="absolute inset-y-0 left-0 rounded-full bg-accent transition-[width]"
          style={{ width: `${progress * 100}%` }}
        />
        {marks.map(({ units, isTarget }, index) =>
          isTarget ? (
            <span
              key={units}
              className="absolute top-1/2 size-5 -translate-x-1/2 -translate-y-1/2 rounded-full border-4 border-sage bg-surface"
              style={{ left: at(index) }}
            />
          ) : (
            index > 0 && (
              <span
                key={units}
                className="absolute top-1/2 h-4 w-0.5 -translate-x-1/2 -translate-y-1/2 bg-ink-muted"
                style={{ left: at(index) }}
              />
            )
          ),
        )}
      </div>
      <div
        aria-hidden="true"
        className={`relative mt-3 text-sm leading-title tabular-nums ${labelsHeight}`}
      >
        {marks.map(({ units, price, isTarget, tier }, index) => {
          const isCurrent = tier === group.tier
          if (!labelled.has(index)) return null
          return (
            <span
              key={units}
              className={`absolute top-0 grid whitespace-nowrap ${index === 0 ? '' : '-translate-x-1/2 justify-items-center'} ${isTarget || isCurrent ? 'font-semibold text-ink' : 'text-ink-muted'}`}
              style={{ left: at(index) }}
            >
              <span className={isTarget ? 'text-sage' : ''}>
                {isTarget ? `${units} 成團` : index === 0 ? '1 份起' : `${units} 份`}
              </span>
              {hasPrices && price !== undefined && (index > 0 || marks.length < 4) && (
                <span>{formatMoney(price)}</span>
              )}
            </span>
          )
        })}
      </div>
    </div>
  )
}
