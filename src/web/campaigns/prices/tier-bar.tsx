import type { Campaign, Group } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { useIsDocument } from '../../ui/use-is-document.ts'
import { countText, hasSeveralSteps, missingText } from './group-price.ts'
import { type BarMark, barMarks, barProgress, labelledIndexes } from './tier-marks.ts'

/**
 * The tiers, the minimum and where the group stands, in one bar. The marks stand at equal distances,
 * so that labels never overlap; between two of them the bar grows with the units.
 */
export function TierBar({ campaign, group }: { campaign: Campaign; group: Group }) {
  const marks = barMarks(campaign)
  const progress = barProgress(marks, group.units)
  const missing = missingText(group)
  const hasPrices = campaign.products.length === 1 && !campaign.products.some(hasSeveralSteps)
  const labels = labelsOf(marks, group.tier, hasPrices)
  const at = (index: number) => `${(index / marks.length) * 100}%`
  const labelsHeight = hasPrices ? 'h-11' : 'h-6'
  // The policy of the pages forbids the style attributes that a document would have.
  if (useIsDocument()) {
    return (
      <div className="@container">
        <DrawnBar marks={marks} progress={progress} at={at} />
        <DrawnLabels marks={marks} labels={labels} at={at} className={labelsHeight} />
        <LabelList labels={labels} />
      </div>
    )
  }
  return (
    <div className="@container">
      <div
        role="progressbar"
        aria-label={t('跟團進度')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(progress * 100)}
        aria-valuetext={t('已有 {countText}，{missing}', {
          countText: countText(group),
          missing: missing ?? t('已達成團門檻'),
        })}
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
        className={`relative mt-3 text-sm leading-title tabular-nums @max-[12rem]:hidden ${labelsHeight}`}
      >
        {labels.map(({ index, text, price, isTarget, isStrong }) => (
          <span
            key={index}
            className={`absolute top-0 grid whitespace-nowrap ${index === 0 ? firstLabel(marks) : '-translate-x-1/2 justify-items-center'} ${isStrong ? 'font-semibold text-ink' : 'text-ink-muted'}`}
            style={{ left: at(index) }}
          >
            <span className={isTarget ? 'text-sage' : ''}>{text}</span>
            {price && <span>{price}</span>}
          </span>
        ))}
      </div>
      <LabelList labels={labels} />
    </div>
  )
}

/** The labels one below another, where large text has no room for them below the bar. */
function LabelList({ labels }: { labels: readonly Label[] }) {
  return (
    <ul aria-hidden="true" className="mt-3 hidden text-sm tabular-nums @max-[12rem]:block">
      {labels.map(({ index, text, price, isStrong }) => (
        <li key={index} className={isStrong ? 'font-semibold' : 'text-ink-muted'}>
          {text} {price}
        </li>
      ))}
    </ul>
  )
}

interface Label {
  /** Of its mark. */
  index: number
  text: string
  price: string | undefined
  isTarget: boolean
  isStrong: boolean
}

function labelsOf(marks: readonly BarMark[], current: number, hasPrices: boolean): Label[] {
  const labelled = labelledIndexes(marks, current)
  return marks.flatMap(({ units, price, isTarget, tier }, index) => {
    if (!labelled.has(index)) return []
    const hasPrice = hasPrices && price !== undefined && (index > 0 || marks.length < 4)
    return {
      index,
      text: isTarget
        ? t('{units} 成團', { units })
        : index === 0
          ? t('1 份起')
          : t('{units} 份', { units }),
      price: hasPrice ? formatMoney(price) : undefined,
      isTarget,
      isStrong: isTarget || tier === current,
    }
  })
}

/** Beside four marks a narrow panel has no room for it. */
function firstLabel(marks: readonly BarMark[]): string {
  return marks.length > 3 ? '@max-[18rem]:hidden' : ''
}

/** The bar of a document: the attributes of a drawing place its marks. */
function DrawnBar(props: {
  marks: readonly BarMark[]
  progress: number
  at: (index: number) => string
}) {
  const { marks, progress, at } = props
  return (
    <svg aria-hidden="true" className="block h-2 w-full overflow-visible">
      <rect width="100%" height="8" rx="4" className="fill-sand" />
      <rect width={`${progress * 100}%`} height="8" rx="4" className="fill-accent" />
      {marks.map(({ units, isTarget }, index) =>
        isTarget ? (
          <circle
            key={units}
            cx={at(index)}
            cy="4"
            r="8"
            strokeWidth="4"
            className="fill-surface stroke-sage"
          />
        ) : (
          index > 0 && (
            <rect
              key={units}
              x={at(index)}
              y="-4"
              width="2"
              height="16"
              transform="translate(-1)"
              className="fill-ink-muted"
            />
          )
        ),
      )}
    </svg>
  )
}

function DrawnLabels(props: {
  marks: readonly BarMark[]
  labels: Label[]
  at: (index: number) => string
  className: string
}) {
  return (
    <svg
      aria-hidden="true"
      className={`mt-3 block w-full overflow-visible text-sm tabular-nums @max-[12rem]:hidden ${props.className}`}
    >
      {props.labels.map(({ index, text, price, isTarget, isStrong }) => (
        <g
          key={index}
          textAnchor={index === 0 ? 'start' : 'middle'}
          className={`${isStrong ? 'fill-ink font-semibold' : 'fill-ink-muted'} ${index === 0 ? firstLabel(props.marks) : ''}`}
        >
          <text x={props.at(index)} y="15" className={isTarget ? 'fill-sage' : ''}>
            {text}
          </text>
          <text x={props.at(index)} y="34">
            {price}
          </text>
        </g>
      ))}
    </svg>
  )
}
