import type { LeaderConsole, LedGroup } from '#contract/campaigns.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { telephoneTexts } from '../../search/terms.ts'
import type { CampaignFacts } from '../campaign-facts.ts'
import { type GroupFacts, type GroupRow, toGroup, toSummary } from '../group-wire.ts'
import { totalsByProduct } from '../storefront/group-totals.ts'
import { lineText, reminderText, type TextFacts } from '../storefront/line-text.ts'
import { toLine } from '../tiers.ts'
import type { ConsolePlace } from './leader.queries.ts'

export interface ConsoleFacts {
  facts: CampaignFacts & GroupFacts
  places: readonly ConsolePlace[]
  /** Leaders may enter orders of a chat. */
  takesLineOrders?: boolean
}

/** A group in the list of those whose leader has not joined them. */
export function toLedGroup(
  facts: CampaignFacts & { group: GroupRow },
  ownAddress: string,
): LedGroup {
  const { group } = facts
  return { code: group.code, campaign: toSummary(facts, group, ownAddress), state: group.state }
}

/** To be pasted into the chat; none while nobody has to pay. */
function reminderTexts(of: Pick<TextFacts, 'facts' | 'places' | 'link'>) {
  const reminder = reminderText({ ...of, isFull: false })
  if (reminder === undefined) return {}
  return { reminder_text: reminder, reminder_text_full: reminderText({ ...of, isFull: true }) }
}

/** The leader's view of the participants: of a telephone only the last three digits. */
export function toConsole(
  { facts, places, takesLineOrders = false }: ConsoleFacts,
  ownAddress: string,
): LeaderConsole {
  const { campaign, group } = facts
  const reminders = places.flatMap(({ remindedAt }) => remindedAt)
  const last = reminders.toSorted((a, b) => Number(b) - Number(a))[0]
  const text = { facts, places, link: `${ownAddress}/g/${group.code}?openExternalBrowser=1` }
  return {
    group: toGroup(facts, ownAddress),
    money: campaign.money,
    ...(campaign.paysLeader && { pays_leader: true as const }),
    delivery: campaign.delivery,
    pickup_place: group.pickupPlace,
    ...(campaign.commissionPercent > 0 && { commission_percent: campaign.commissionPercent }),
    ...(takesLineOrders && { takes_line_orders: true as const }),
    rows: places.map(({ id, name, tel, lines, state, handedOutAt, owedToLeader }) => ({
      participation_id: id,
      name,
      tel_end: (telephoneTexts(tel)[0] ?? '').slice(-3),
      lines: lines.map(toLine),
      state,
      ...(handedOutAt && { handed_out_at: toEpochSeconds(handedOutAt) }),
      ...(owedToLeader !== null && { owed_to_leader: owedToLeader }),
    })),
    by_product: totalsByProduct(facts, places),
    ...(last && { reminded_at: toEpochSeconds(last) }),
    line_text: lineText({ ...text, isFull: false }),
    line_text_full: lineText({ ...text, isFull: true }),
    ...reminderTexts(text),
  }
}
