import type { InvoiceChoice } from '#contract/invoice-choice.ts'
import type { ShippingChoice } from '#contract/shipping.ts'
import type { Store } from '#contract/stores.ts'
import { toBasket } from '../../cart/cart-basket.ts'
import { goodsOf, withCredit, withShipping } from '../../cart/pricing.ts'
import { readLineProducts } from '../../catalog/line-products.queries.ts'
import type { CouponRow } from '../../coupons/coupon-wire.ts'
import { type AskedCredit, grantCredit, spendCredit } from '../../credit/order-use.ts'
import { createId } from '../../db/id.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { type AddressInput, wholeAddress } from '../../orders/order-address.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { readContact } from '../../orders/order-user.ts'
import { pickupAddress } from '../../orders/pickup-address.ts'
import { createOrder, type OrderDraft, toHold } from '../../orders/placing/create-order.ts'
import { deliveryOf, storeOf } from '../../orders/placing/delivery.ts'
import type { Holder } from '../../orders/placing/unpaid-limits.ts'
import type { PaymentProviders } from '../../payments/payment-providers.ts'
import { recordConsent } from '../../settings/policy.queries.ts'
import type { Basket } from '../../shipping/offer-methods.ts'
import { assertAvailable } from '../../stock/order-stock.ts'
import { afterCounts } from '../after-counts.ts'
import type { CampaignFacts } from '../campaign-facts.ts'
import { changeCounts, type LockedGroup, lockGroup } from '../group-counts.ts'
import { type GroupRow, maskedName } from '../group-wire.ts'
import type { GroupMailDeps } from '../mails/group-mails.ts'
import { recordJoining } from '../moves.queries.ts'
import {
  addMemberUnits,
  insertParticipation,
  isBarred,
  type MemberRecord,
  readMemberRecord,
} from '../participations.queries.ts'
import { findSellerOfPlace } from '../sellers/place-seller.ts'
import {
  type AskedLine,
  assertExpected,
  assertLines,
  couponToUse,
  discountedOf,
  linesAtCeiling,
  unitsOf,
} from './join-price.ts'
import {
  assertAuthorisable,
  assertJoinable,
  assertPlaces,
  memberLimitRefusal,
  withGroupShortage,
} from './join-refusals.ts'
import { leaderDelivery, readCampaignMethods } from './place-delivery.ts'

/** How long a place waits for the authorisation of a card. */
const authorisationSeconds = 15 * 60

export interface PlaceRequest {
  memberId: string
  owner: string
  actor: Actor
  /** Whether the member has proved the mailbox. */
  isProved: boolean
  lines: readonly AskedLine[]
  user: AddressInput & { name: string; email: string; tel: string }
  shipping?: ShippingChoice | undefined
  invoice?: InvoiceChoice | undefined
  message: string
  coupon: string | undefined
  acceptsFewer: boolean
  isAnonymous: boolean
  via: string | undefined
  /** The code of the seller that the shopper was shown. */
  seller?: string | undefined
  /** The ceiling that the shopper was shown, in whole NT$. */
  expectedTotal: number | undefined
  /** The version of the privacy policy that was agreed to; undefined: none was sent. */
  privacyVersion: number | undefined
  /** Credit and points of the own account that the member uses. */
  asked?: AskedCredit
  /** Absent in the demonstration's own campaigns, and of a place that somebody else enters. */
  holder?: Holder
  /** Somebody else enters it, who may know no more than a name. */
  isForOther?: boolean
}

type CampaignMethods = Awaited<ReturnType<typeof readCampaignMethods>>

interface Place {
  facts: CampaignFacts
  group: Pick<GroupRow, 'id' | 'code' | 'pickupPlace'>
  request: PlaceRequest
  /** Opens the team: the goods of all are sent to this address. */
  isLeader?: boolean
}

interface PlaceDeps extends GroupMailDeps {
  subscribers: readonly OrderSubscriber[]
  paymentProviders: PaymentProviders
}

/**
 * Makes a member a participant of a group: the locks in their order, the group last. Gives the id of
 * the participation.
 */
export async function takePlace(tx: Transaction, deps: PlaceDeps, place: Place): Promise<string> {
  const { facts, group, request } = place
  const { campaign } = facts
  const { lines, memberId, actor, isProved } = request
  assertLines(facts, lines)
  const qty = unitsOf(lines)
  const { email, tel } = request.user
  const buyer = { campaignId: campaign.id, memberId, email, tel }
  const [memberRecord, sold, methods, store, sellerId] = await Promise.all([
    readMemberRecord(tx, { campaignId: campaign.id, groupId: group.id, memberId, isProved }),
    readLineProducts(
      tx,
      lines.map(({ productId }) => productId),
    ),
    readCampaignMethods(tx, campaign),
    storeOf(tx, request.owner, request.shipping),
    findSellerOfPlace(tx, request.seller, buyer),
  ])
  assertMember(facts, { memberRecord, qty })
  const ordered = linesAtCeiling(facts, lines, sold)
  const isCounted = campaign.supply === 'stock'
  if (isCounted) await withGroupShortage(assertStock(ordered))
  const coupon = await couponToUse(tx, facts, {
    code: request.coupon,
    owner: request.owner,
    lines: ordered,
  })
  const drafted = toDraft(place, ordered, { coupon, methods, store })
  const { owner, asked = {} } = request
  const granted = await grantCredit(tx, { owner, asked, goods: goodsOf(drafted.priced) })
  const draft = { ...drafted, priced: withCredit(drafted.priced, granted.use) }
  assertExpected(draft.priced.payable, request.expectedTotal)
  assertAuthorisable(deps.paymentProviders, campaign, draft.priced.payable)
  const { privacyVersion: version } = request
  const order = await withGroupShortage(
    createOrder(tx, draft, {
      subscribers: deps.subscribers,
      alongside: async (orderId) => {
        await spendCredit(tx, granted, { orderId, actor })
        if (version !== undefined) await recordConsent(tx, { version, memberId, orderId })
      },
    }),
  )
  const id = createId()
  const taken = { id, groupId: group.id, campaignId: campaign.id }
  const [isFirst, isWithin] = await Promise.all([
    insertParticipation(tx, {
      ...taken,
      memberId,
      orderId: order.id,
      qty,
      needsProof: campaign.money === 'pay_after_success' && !isProved,
      state: 'held',
      quotedTotal: order.total,
      acceptsFewer: request.acceptsFewer,
      isAnonymous: request.isAnonymous,
      shownName: maskedName(draft.contact.name),
      via: request.via ?? null,
      sellerId,
      holdSeconds: campaign.money === 'authorise_capture' ? authorisationSeconds : null,
    }),
    // The row of the member is locked from here on.
    addMemberUnits(tx, {
      campaignId: campaign.id,
      memberId,
      units: qty,
      limit: campaign.perMemberLimit,
      isProved,
    }),
  ])
  if (!isFirst) throw new ShopError('GROUP_ALREADY_JOINED')
  if (!isWithin) throw await limitRefusal(tx, facts, { memberId, groupId: group.id, isProved })
  const [, locked] = await Promise.all([recordJoining(tx, taken, actor), lockGroup(tx, group.id)])
  await count(tx, deps, place, locked)
  return id
}

function assertMember(
  { campaign }: CampaignFacts,
  { memberRecord, qty }: { memberRecord: MemberRecord; qty: number },
): void {
  if (campaign.money === 'pay_after_success' && isBarred(memberRecord)) {
    throw new ShopError('MEMBER_LAPSED')
  }
  if (memberRecord.hasPlace) throw new ShopError('GROUP_ALREADY_JOINED')
  const limit = campaign.perMemberLimit
  if (limit !== null && memberRecord.units + qty > limit) {
    throw memberLimitRefusal(limit, memberRecord.units)
  }
}

/** Most who come too late end here, before they write anything and wait for a lock. */
async function assertStock(lines: ReturnType<typeof linesAtCeiling>): Promise<void> {
  assertAvailable(lines.map((line) => ({ ...toHold(line), left: line.stockLeft })))
}

function toDraft(
  { facts, group, request, isLeader = false }: Place,
  lines: OrderDraft['lines'],
  {
    coupon,
    methods,
    store,
  }: { coupon: CouponRow | undefined; methods: CampaignMethods; store: Store | undefined },
): OrderDraft {
  const { campaign } = facts
  const isAuthorised = campaign.money === 'authorise_capture'
  const { discounted, coupon: applied } = discountedOf(lines, coupon)
  const basket = toBasket(lines, discounted.payable)
  const { fee, ...delivery } = deliveryOfPlace(
    { group, request, isLeader },
    { methods, basket, store },
  )
  return {
    owner: request.owner,
    actor: request.actor,
    holder: request.holder,
    ...delivery,
    invoice: request.invoice,
    userExtra: {},
    message: request.message,
    extra: {},
    groupId: group.id,
    lines,
    priced: withShipping(discounted, fee),
    coupon: applied,
    terms: {
      isPayable: isAuthorised,
      chargeKind: isAuthorised ? 'authorise' : 'charge',
      expirySeconds: isAuthorised ? authorisationSeconds : null,
      holdsStock: campaign.supply === 'stock',
    },
  }
}

/** Without methods the leader hands out. */
function deliveryOfPlace(
  { group, request, isLeader = false }: Pick<Place, 'group' | 'request' | 'isLeader'>,
  {
    methods,
    basket,
    store,
  }: { methods: CampaignMethods; basket: Basket; store: Store | undefined },
): ReturnType<typeof deliveryOf> {
  const { shipping: choice, memberId } = request
  const needsReach = !request.isForOther
  const { address_parts: _, ...user } = request.user
  const ownAddress = wholeAddress({
    ...request.user,
    ...(choice?.address && { address: choice.address }),
  })
  if (methods) {
    const options = { needsAddress: !choice, needsReach }
    const contact = readContact({ ...user, address: ownAddress }, memberId, options)
    return deliveryOf(methods, basket, { choice, contact, store })
  }
  // A client that does not know of the leader's own address sends none.
  const isHandedOut = !(isLeader && ownAddress.trim())
  const address = isHandedOut ? pickupAddress(group.pickupPlace) : ownAddress
  const contact = readContact({ ...user, address }, memberId, { needsReach })
  return { contact, shipping: leaderDelivery(isHandedOut), fee: 0 }
}

async function limitRefusal(
  tx: Transaction,
  { campaign }: CampaignFacts,
  of: { memberId: string; groupId: string; isProved: boolean },
): Promise<ShopError> {
  const { units } = await readMemberRecord(tx, { ...of, campaignId: campaign.id })
  return memberLimitRefusal(campaign.perMemberLimit ?? 0, units)
}

/** Under the last and shortest lock, where places and time are judged. */
async function count(
  tx: Transaction,
  deps: PlaceDeps,
  { facts, request }: Place,
  locked: LockedGroup,
): Promise<void> {
  const qty = unitsOf(request.lines)
  assertJoinable(locked)
  assertPlaces(locked, qty)
  const counts = facts.campaign.money === 'pay_after_success' && request.isProved
  const outcome = await changeCounts(
    tx,
    locked,
    {
      unitsTaken: qty,
      membersTaken: 1,
      ...(counts && { unitsCounted: qty, membersCounted: 1 }),
    },
    request.actor,
  )
  await afterCounts(tx, deps.jobs, locked.id, outcome)
}
