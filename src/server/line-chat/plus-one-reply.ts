import { metricUnits, openGroupStates } from '#contract/campaign-states.ts'
import { formatMoney } from '#contract/money.ts'
import { readOrderText } from '#contract/plus-one/order-text.ts'
import { normalise, type PlusOneGoods, toVocabulary } from '#contract/plus-one/tokens.ts'
import { type CampaignWithPool, listCampaigns } from '../campaigns/campaigns.queries.ts'
import { toSummary } from '../campaigns/group-wire.ts'
import { soldOf } from '../campaigns/tiers.ts'
import type { Db } from '../db/connect.ts'
import type { Card } from '../line-messages/line-card.ts'

/** How such an event is kept: as a command with its words. */
export const plusOnePrefix = 'plus_one:'
const maxLength = 40
/** Campaigns that are open at once: a word that fits several of them is certain in none. */
const mostCampaigns = 100

/** The words of a message in a group chat that may be an order; undefined: nobody's business here. */
export function plusOneWords(text: string): string | undefined {
  const words = normalise(text).trim()
  return [...words].length <= maxLength && /\+\s?[\d一二兩三四五六七八九十]/.test(words)
    ? words
    : undefined
}

/**
 * The way to confirm what somebody has written in a group chat: it enters nothing. Undefined where
 * it is not certain which campaign and goods are meant.
 */
export async function replyToPlusOne(
  db: Db,
  words: string,
  { base, liffId }: { base: string; liffId: string | undefined },
): Promise<Card | undefined> {
  const page = { tab: 'open', productId: undefined, limit: mostCampaigns, offset: 0 } as const
  const { rows } = await listCampaigns(db, page)
  const open = rows.filter(({ group }) => isJoinable(group))
  const [only] = open
  const found = wanted(words, open) ?? (open.length === 1 && only && withoutGoods(words, only))
  if (!found) return undefined
  const { row, lines } = found
  const { code, title, price_now, missing, metric } = toSummary(row, row.group, base)
  if (code === undefined) return undefined
  const sold = soldOf(row)
  const query = new URLSearchParams({ join: '1' })
  for (const [id, count] of lines) query.append('q', `${count}~${id}`)
  query.set('via', 'line')
  const path = `/g/${encodeURIComponent(code)}?${query}`
  const price = `目前 ${formatMoney(price_now)}`
  return {
    heading: title,
    lines: [
      ...[...lines].map(([id, count]) => `${sold.get(id)?.title ?? ''} ×${count}`),
      missing > 0
        ? `${price}，還差 ${missing} ${metricUnits[metric]}成團`
        : `${price}，已達成團門檻`,
      '按下方按鈕確認後，才算跟團。',
    ],
    actions: [
      {
        label: lines.size === 0 ? '選擇品項跟團' : '確認跟團',
        link: liffId === undefined ? base + path : `https://liff.line.me/${liffId}${path}`,
      },
    ],
  }
}

interface Wanted {
  row: CampaignWithPool
  /** Pieces by the id of what is sold; empty: the form asks. */
  lines: Map<string, number>
}

function isJoinable(group: CampaignWithPool['group']): boolean {
  if (!group) return false
  const isFull = group.maxUnits !== null && group.unitsTaken >= group.maxUnits
  return openGroupStates.some((state) => state === group.state) && !isFull
}

/** Goods of exactly one campaign, in full certainty. */
function wanted(words: string, open: readonly CampaignWithPool[]): Wanted | undefined {
  // The same product in two campaigns is two goods, and its title then says of neither that it is meant.
  const goods = open.flatMap((row, at) => goodsOf(row, at, open.length === 1))
  const { isOrder, changes, doubts } = readOrderText(words, toVocabulary(goods))
  if (!isOrder || doubts.length > 0) return undefined
  const lines = new Map<string, number>()
  let row: CampaignWithPool | undefined
  for (const change of changes) {
    if (change.kind !== 'add') return undefined
    const [at = '', id = ''] = change.soldId.split(/ (.*)/s)
    const of = open[Number(at)]
    if (!of || (row && row !== of)) return undefined
    row = of
    lines.set(id, (lines.get(id) ?? 0) + change.count)
  }
  return row && { row, lines }
}

/** Ids tell the campaign, too. */
function goodsOf(
  { campaign, products }: CampaignWithPool,
  at: number,
  isOnly: boolean,
): PlusOneGoods[] {
  let index = 0
  // 「A」 is the first thing only while nothing else is sold.
  const letters = () => {
    const letter = String.fromCodePoint(65 + index++)
    return isOnly && index <= 26 ? [letter] : []
  }
  const isAlone = products.length === 1
  return products.map(({ productId, snapshot: { title, unit, variants } }) => ({
    ...{ id: `${at} ${productId}`, title, unit },
    ...(variants
      ? {
          words: isAlone ? [campaign.title] : [],
          variants: variants.map((variant) => ({
            id: `${at} ${variant.id}`,
            title: variant.title,
            words: [...letters(), ...(variant.sku ? [variant.sku] : [])],
          })),
        }
      : { words: [...letters(), ...(isAlone ? [campaign.title] : [])] }),
  }))
}

/** 「+1」 alone, where one campaign is open: the form asks what it is about. */
function withoutGoods(words: string, row: CampaignWithPool): Wanted | undefined {
  return /^\+\s?1$/.test(words) ? { row, lines: new Map() } : undefined
}
