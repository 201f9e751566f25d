import { groupStateLabels, metricUnits } from '#contract/campaign-states.ts'
import { linesText, piecesOf, productTexts } from '#contract/lines-text.ts'
import { formatLowest, formatMoney } from '#contract/money.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import type { CampaignFacts } from '../campaign-facts.ts'
import { type GroupRow, missingOf, shownNameOf, tierOf } from '../group-wire.ts'
import type { ConsolePlace } from '../leader/leader.queries.ts'
import { soldPrices, toLine } from '../tiers.ts'
import { totalsByProduct } from './group-totals.ts'

export interface TextFacts {
  facts: CampaignFacts & { group: GroupRow }
  places: readonly Pick<
    ConsolePlace,
    'name' | 'shownName' | 'isAnonymous' | 'lines' | 'state' | 'owedToLeader' | 'total'
  >[]
  link: string
  /** With whole names. */
  isFull: boolean
}

/** Chat text of a leader: who takes what, and how the group stands. */
export function lineText({ facts, places, link, isFull }: TextFacts): string {
  const { campaign, group } = facts
  const totals = totalsByProduct(facts, places)
  const rows = places.map((place, index) => {
    const name = isFull ? place.name : shownNameOf(place)
    return `${index + 1}. ${name} ${linesText(place.lines.map(toLine))}`
  })
  return [
    `【${campaign.title}】${groupStateLabels[group.state]}`,
    ...rows,
    `合計 ${piecesOf(totals)} 份`,
    ...productTexts(totals),
    ...priceLine(facts),
    ...(isGathering(group) ? gatheringLines(facts) : []),
    link,
  ].join('\n')
}

/** Those who have not paid, with their sums; undefined while there are none. */
export function reminderText({ facts, places, link, isFull }: TextFacts): string | undefined {
  const unpaid = places.flatMap((place) => {
    const { state, owedToLeader, total } = place
    const open = owedToLeader ?? (state === 'awaiting_payment' ? total : 0)
    const name = isFull ? place.name : shownNameOf(place)
    return open > 0 ? [`${name} ${formatMoney(open)}`] : []
  })
  if (unpaid.length === 0) return undefined
  return [`【${facts.campaign.title}】請完成付款`, ...unpaid, link].join('\n')
}

const isGathering = ({ state }: GroupRow) => state === 'forming' || state === 'reached'

function priceLine(facts: TextFacts['facts']): string[] {
  const { group } = facts
  if (group.outcome === 'failed' || group.outcome === 'cancelled') return []
  const label = group.outcome === 'succeeded' ? '最終單價' : '目前單價'
  return [`${label}：${pricesOf(facts, tierOf(facts, group))}`]
}

/** Of a product in several variants the lowest. */
function pricesOf(facts: CampaignFacts, position: number): string {
  const prices = soldPrices(facts, position)
  return facts.products
    .map(({ productId, snapshot: { title, variants } }) => {
      const own = variants?.map(({ id }) => prices.get(id) ?? 0) ?? [prices.get(productId) ?? 0]
      const isFrom = new Set(own).size > 1
      return `${title} ${formatLowest(Math.min(...own), isFrom)}`
    })
    .join('、')
}

function gatheringLines(facts: TextFacts['facts']): string[] {
  const { campaign, group } = facts
  const missing = missingOf(facts, group)
  const unit = metricUnits[campaign.metric]
  return [
    ...(missing > 0 ? [`還差 ${missing} ${unit}成團`] : []),
    `${taipeiTime(group.expiresAt)} 截止`,
  ]
}
