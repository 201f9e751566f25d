import type { PickUp } from '#contract/line-orders.ts'
import type { OrderSettings } from '#contract/settings.ts'
import { t } from '#contract/translate.ts'
import type { Db } from '../../db/connect.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { CampaignFacts } from '../campaign-facts.ts'
import type { GroupRow } from '../group-wire.ts'
import { assertJoinable } from '../join/join-refusals.ts'
import { readCampaignMethods } from '../join/place-delivery.ts'

/** A group into which orders of a chat are to be entered. */
export interface LineGroup {
  facts: CampaignFacts & { group: GroupRow; now: number }
  pickUps: PickUp[]
  /** Why nothing can be entered. */
  refusal: string | undefined
}

/** Whether the staff, or leaders, enter orders of a chat. */
export function takesLineOrders(
  { line_orders: isOn = false, line_orders_by_leaders: isForLeaders = false }: OrderSettings,
  by: 'staff' | 'leader',
): boolean {
  return isOn && (by === 'staff' || isForLeaders)
}

export async function readLineGroup(db: Db, facts: LineGroup['facts']): Promise<LineGroup> {
  const { campaign } = facts
  const methods = await readCampaignMethods(db, campaign)
  const pickUps = (methods ?? [])
    .filter(({ is_on, kind }) => is_on && kind === 'place')
    .flatMap(({ id, places = [] }) =>
      places.map((place) => ({ method_id: id, place_id: place.id, name: place.name })),
    )
  return { facts, pickUps, refusal: refusalOf(facts, pickUps) }
}

/** A place of somebody without account and address is paid after success, and fetched. */
function refusalOf({ campaign, group, now }: LineGroup['facts'], pickUps: readonly PickUp[]) {
  if (campaign.money !== 'pay_after_success') return t('這個團跟團時就要刷卡授權，無法代為登錄')
  if (campaign.delivery === 'each' && pickUps.length === 0) {
    return t('這個團要寄到每個人的地址，無法代為登錄；請改由團主取貨，或開放自取的配送方式')
  }
  try {
    assertJoinable({ ...group, isOver: now >= group.expiresAt.getTime() })
  } catch (error) {
    if (error instanceof ShopError) return [error.reply.message].flat().join(t('、'))
    throw error
  }
  return undefined
}
