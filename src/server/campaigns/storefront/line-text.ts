import { groupStateLabels, metricUnits } from '#contract/campaign-states.ts'
import { linesText, piecesOf, productTexts } from '#contract/lines-text.ts'
import { formatLowest, formatMoney } from '#contract/money.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import { t } from '#contract/translate.ts'
import { inReadersLanguage, readersTitle } from '../../http/readers-texts.ts'
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
  const { group } = facts
  const campaign = inReadersLanguage(facts.campaign)
  const totals = totalsByProduct(facts, places)
  const rows = places.map((place, index) => {
    const name = isFull ? place.name : shownNameOf(place)
    return `${index + 1}. ${name} ${linesText(place.lines.map(toLine))}`
  })
  return [
    t('【{title}】{state}', { title: campaign.title, state: t(groupStateLabels[group.state]) }),
    ...rows,
    t('合計 {count} 份', { count: piecesOf(totals) }),
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
  const { title } = inReadersLanguage(facts.campaign)
  return [t('【{title}】請完成付款', { title }), ...unpaid, link].join('\n')
}

const isGathering = ({ state }: GroupRow) => state === 'forming' || state === 'reached'

function priceLine(facts: TextFacts['facts']): string[] {
  const { group } = facts
  if (group.outcome === 'failed' || group.outcome === 'cancelled') return []
  const prices = pricesOf(facts, tierOf(facts, group))
  return [
    group.outcome === 'succeeded'
      ? t('最終單價：{prices}', { prices })
      : t('目前單價：{prices}', { prices }),
  ]
}

/** Of a product in several variants the lowest. */
function pricesOf(facts: CampaignFacts, position: number): string {
  const prices = soldPrices(facts, position)
  return facts.products
    .map(({ productId, snapshot }) => {
      const { variants } = snapshot
      const own = variants?.map(({ id }) => prices.get(id) ?? 0) ?? [prices.get(productId) ?? 0]
      const isFrom = new Set(own).size > 1
      return `${readersTitle(snapshot)} ${formatLowest(Math.min(...own), isFrom)}`
    })
    .join(t('、'))
}

function gatheringLines(facts: TextFacts['facts']): string[] {
  const { campaign, group } = facts
  const missing = missingOf(facts, group)
  const unit = t(metricUnits[campaign.metric])
  return [
    ...(missing > 0 ? [t('還差 {missing} {unit}成團', { missing, unit })] : []),
    t('{expires_at} 截止', { expires_at: taipeiTime(group.expiresAt) }),
  ]
}
