import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Participation } from '#contract/campaigns.ts'
import { toBasket } from '../../cart/cart-basket.ts'
import { withShipping } from '../../cart/pricing.ts'
import { readLineProducts } from '../../catalog/line-products.queries.ts'
import { couponRefusal } from '../../coupons/coupon-rules.ts'
import { couponOfOrder } from '../../coupons/coupon-uses.queries.ts'
import type { CouponRow } from '../../coupons/coupon-wire.ts'
import { orders } from '../../db/tables/orders.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { replaceOrderLines, withKeptUse } from '../../orders/back-office/change-lines.ts'
import { lockOwnOrder } from '../../orders/order-state.queries.ts'
import { readShippingFee } from '../../orders/orders.queries.ts'
import { toHold } from '../../orders/placing/create-order.ts'
import { assertMayHold } from '../../orders/placing/unpaid-limits.ts'
import type { PaymentProviders } from '../../payments/payment-providers.ts'
import { hasAttempts } from '../../payments/payments.queries.ts'
import { rehold } from '../../stock/order-stock.ts'
import { afterCounts } from '../after-counts.ts'
import { isCounted } from '../counted-places.ts'
import { changeCounts, lockGroup } from '../group-counts.ts'
import type { GroupMailDeps } from '../mails/group-mails.ts'
import { moveParticipations } from '../moves.queries.ts'
import { toParticipation } from '../participation-wire.ts'
import {
  addMemberUnits,
  findOwnParticipation,
  type ParticipationFacts,
  readMemberRecord,
} from '../participations.queries.ts'
import {
  type AskedLine,
  assertExpected,
  assertLines,
  discountedOf,
  linesAtCeiling,
  unitsOf,
} from './join-price.ts'
import {
  assertAuthorisable,
  assertOpen,
  assertPlaces,
  memberLimitRefusal,
  withGroupShortage,
} from './join-refusals.ts'
import { lessenMemberUnits } from './member-units.queries.ts'
import { feeOfChange } from './place-delivery.ts'

interface ChangeDeps extends GroupMailDeps {
  paymentProviders: PaymentProviders
}

export interface PlaceChange {
  id: string
  memberId: string
  owner: string
  actor: Actor
  lines: readonly AskedLine[] | undefined
  acceptsFewer: boolean | undefined
  isAnonymous: boolean | undefined
  /** The ceiling that the shopper was shown, in whole NT$. */
  expectedTotal: number | undefined
  /** Of the bounds on unpaid orders. */
  scale: number
}

/**
 * Changes an own place until its group closes: order, stock, limit and counts follow in one
 * transaction.
 */
export function changePlace(
  deps: ChangeDeps & { db: NodePgDatabase },
  change: PlaceChange,
  ownAddress: string,
): Promise<{ message: string; participation: Participation }> {
  const { id, memberId } = change
  return transaction(deps.db, async (tx) => {
    await changePlaceIn(tx, deps, change)
    const after = await findOwnParticipation(tx, { memberId, id })
    if (!after) throw new Error(`no participation ${id}`)
    return { message: '已更新', participation: toParticipation(after, ownAddress) }
  })
}

/** The same in the caller's transaction. */
export async function changePlaceIn(
  tx: Transaction,
  deps: ChangeDeps,
  change: PlaceChange,
): Promise<void> {
  const { id, memberId, owner } = change
  const known = await findOwnParticipation(tx, { memberId, id })
  if (!known) throw new ShopError('PARTICIPATION_NOT_FOUND')
  assertOpen({ ...known.group, isOver: known.isOver })
  await lockOwnOrder(tx, { owner, id: known.participation.orderId })
  const before = await findOwnParticipation(tx, { memberId, id })
  if (!before) throw new ShopError('PARTICIPATION_NOT_FOUND')
  const { state } = before.participation
  if (state !== 'held' && state !== 'authorised') throw new ShopError('GROUP_CLOSED')
  await applyChange(tx, deps, before, change)
}

async function applyChange(
  tx: Transaction,
  deps: ChangeDeps,
  before: ParticipationFacts,
  change: PlaceChange,
): Promise<void> {
  const { participation, campaign } = before
  const { lines, actor, memberId } = change
  const { expectedTotal, scale } = change
  if (lines) assertLines(before, lines)
  // With the same pieces the order keeps its price and its stock, whatever has become of both since.
  const quotedTotal =
    lines && !areOrdered(before, lines)
      ? await changeOrder(tx, deps, before, { lines, actor, expectedTotal, scale })
      : undefined
  const qty = lines ? unitsOf(lines) : participation.qty
  const more = qty - participation.qty
  if (more !== 0) await changeMemberUnits(tx, before, { memberId, more })
  const group = await lockGroup(tx, participation.groupId)
  assertOpen(group)
  if (more > 0) assertPlaces(group, more)
  await moveParticipations(tx, [participation], {
    event: 'change',
    actor,
    detail: { before: { qty: participation.qty }, after: { qty } },
    set: {
      qty,
      ...(quotedTotal !== undefined && { quotedTotal }),
      ...(change.acceptsFewer !== undefined && { acceptsFewer: change.acceptsFewer }),
      ...(change.isAnonymous !== undefined && { isAnonymous: change.isAnonymous }),
    },
  })
  const counts = isCounted(campaign.money, participation)
  const counted = { unitsTaken: more, ...(counts && { unitsCounted: more }) }
  const outcome = await changeCounts(tx, group, counted, actor)
  await afterCounts(tx, deps.jobs, group.id, outcome)
}

export function areOrdered({ lines }: ParticipationFacts, asked: readonly AskedLine[]): boolean {
  const soldId = ({ productId, variantId }: AskedLine) => variantId ?? productId
  const qtys = new Map(lines.map((line) => [soldId(line), line.qty]))
  return asked.length === lines.length && asked.every((line) => qtys.get(soldId(line)) === line.qty)
}

/** Prices the new lines at the ceiling and holds them instead of those of before; gives the total. */
async function changeOrder(
  tx: Transaction,
  { paymentProviders }: ChangeDeps,
  before: ParticipationFacts,
  {
    lines,
    actor,
    expectedTotal,
    scale,
  }: Pick<PlaceChange, 'actor' | 'expectedTotal' | 'scale'> & { lines: readonly AskedLine[] },
): Promise<number> {
  const { participation, campaign } = before
  const { orderId, quotedTotal } = participation
  const isAuthorised = campaign.money === 'authorise_capture'
  if (isAuthorised && unitsOf(lines) > participation.qty) throw new ShopError('GROUP_AUTHORISED')
  // Its form asks the card for the amount of now: an authorisation of another would be released.
  const isBeingPaid = participation.state === 'held' && (await hasAttempts(tx, orderId))
  if (isBeingPaid) throw new ShopError('GROUP_PAYMENT_OPEN')
  await assertRoomFor(tx, before, unitsOf(lines) - participation.qty)
  const productIds = lines.map(({ productId }) => productId)
  const [sold, coupon] = await Promise.all([
    readLineProducts(tx, productIds),
    couponOfOrder(tx, orderId),
  ])
  const ordered = linesAtCeiling(before, lines, sold)
  assertCouponApplies(coupon, ordered)
  const { discounted, coupon: applied } = discountedOf(ordered, coupon)
  const basket = toBasket(ordered, discounted.payable)
  const fee = await feeOfChange(tx, { campaign, orderId }, basket)
  const priced = await withKeptUse(tx, withShipping(discounted, fee), {
    ...{ id: orderId, total: quotedTotal, isPaid: false },
    ...{ feeBefore: await readShippingFee(tx, orderId), fee },
  })
  assertExpected(priced.payable, expectedTotal)
  assertAuthorisable(paymentProviders, campaign, priced.payable)
  // Other products for as many units may cost more than the card was asked for.
  if (isAuthorised && priced.payable > quotedTotal) throw new ShopError('GROUP_AUTHORISED')
  if (!isAuthorised) await assertMayHoldMore(tx, before, { ordered, scale })
  await replaceOrderLines(
    tx,
    { id: orderId, total: quotedTotal },
    {
      actor,
      lines: ordered,
      priced,
      coupon: applied,
    },
  )
  if (campaign.supply === 'stock') {
    const had = before.lines.map(({ productId, variantId, qty }) => {
      return { variantId: variantId ?? productId, qty }
    })
    const lines = ordered.map(toHold)
    await withGroupShortage(rehold(tx, orderId, { before: had, lines }, actor))
  }
  return priced.payable
}

/** More pieces are bounded as a new place is. */
async function assertMayHoldMore(
  tx: Transaction,
  { participation }: ParticipationFacts,
  { ordered, scale }: { ordered: ReturnType<typeof linesAtCeiling>; scale: number },
): Promise<void> {
  const { orderId, qty } = participation
  if (ordered.reduce((units, line) => units + line.qty, 0) <= qty) return
  const [order] = await tx
    .select({ owner: orders.owner, keys: orders.holders })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!order?.keys) return
  await assertMayHold(tx, {
    id: orderId,
    owner: order.owner,
    keys: order.keys,
    scale,
    lines: ordered.map(toHold),
    isPlace: true,
  })
}

/** Its limits were judged when the place was taken; its other rules hold for what it is used on. */
export function assertCouponApplies(
  coupon: (CouponRow & { readAt: Date }) | undefined,
  lines: ReturnType<typeof linesAtCeiling>,
): void {
  if (!coupon) return
  const counts = { uses: -1, usesOfMember: -1, hasOrdered: false }
  const refusal = couponRefusal(coupon, { lines, isMember: true, counts, now: coupon.readAt })
  if (refusal !== undefined) throw new ShopError('COUPON_UNUSABLE', { message: refusal })
}

/** Most that is too much ends here, before anything is written. */
async function assertRoomFor(
  tx: Transaction,
  { campaign, group, participation }: ParticipationFacts,
  more: number,
): Promise<void> {
  if (more <= 0) return
  const { memberId } = participation
  const { units } = await readMemberRecord(tx, {
    campaignId: campaign.id,
    groupId: group.id,
    memberId,
    isProved: !participation.needsProof,
  })
  const limit = campaign.perMemberLimit
  if (limit !== null && units + more > limit) throw memberLimitRefusal(limit, units)
  assertPlaces(group, more)
}

async function changeMemberUnits(
  tx: Transaction,
  { campaign, group, participation }: ParticipationFacts,
  { memberId, more }: { memberId: string; more: number },
): Promise<void> {
  const campaignId = campaign.id
  if (more < 0) return lessenMemberUnits(tx, campaignId, [{ memberId, units: -more }])
  const limit = campaign.perMemberLimit
  const isProved = !participation.needsProof
  if (await addMemberUnits(tx, { campaignId, memberId, units: more, limit, isProved })) return
  const of = { campaignId, memberId, groupId: group.id, isProved }
  const { units } = await readMemberRecord(tx, of)
  throw memberLimitRefusal(limit ?? 0, units)
}
