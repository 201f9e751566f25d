import type { AdminShippingMethod } from '#contract/admin-shipping.ts'
import { shippingKindLabels } from '#contract/shipping-kinds.ts'
import type { Db } from '../../db/connect.ts'
import { readDelivery } from '../../orders/orders.queries.ts'
import type { OrderDraft } from '../../orders/placing/create-order.ts'
import { offerOfKept } from '../../orders/placing/delivery.ts'
import { unavailable } from '../../shipping/choose-method.ts'
import { readMethods } from '../../shipping/methods.queries.ts'
import type { Basket } from '../../shipping/offer-methods.ts'
import type { CampaignFacts } from '../campaign-facts.ts'

type Campaign = Pick<CampaignFacts['campaign'], 'delivery' | 'shippingMethodIds'>

/**
 * The methods of a campaign: those that the owner has chosen for it, or all of the shop. Undefined
 * where the leader hands out, and nothing is read.
 */
export async function readCampaignMethods(
  db: Db,
  { delivery, shippingMethodIds: ids }: Campaign,
): Promise<AdminShippingMethod[] | undefined> {
  if (delivery === 'leader') return undefined
  const methods = await readMethods(db)
  const chosen = methods.filter(({ id, is_on }) => is_on && ids.includes(id))
  // All that were chosen are gone: its places can still be taken.
  return chosen.length > 0 ? chosen : methods
}

/** The goods of the whole team go to its leader, who may have them sent home. */
export function leaderDelivery(isHandedOut: boolean): OrderDraft['shipping'] {
  const kind = isHandedOut ? 'leader' : 'home'
  return { kind, name: shippingKindLabels[kind] }
}

/**
 * The fee of a place whose pieces change: that of its method as it is now, or what it paid where the
 * method is gone. Throws when the method cannot carry the other pieces.
 */
export async function feeOfChange(
  db: Db,
  { campaign, orderId }: { campaign: Campaign; orderId: string },
  basket: Basket,
): Promise<number> {
  if (campaign.delivery === 'leader') return 0
  const [{ shipping, address, fee }, methods] = await Promise.all([
    readDelivery(db, orderId),
    readMethods(db),
  ])
  const offer = offerOfKept(methods, { shipping, userAddress: address }, basket)
  if (offer?.refusal) throw unavailable(offer)
  return offer?.fee ?? fee
}
