import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { OwnInvoice } from '#contract/invoices.ts'
import * as schema from '#contract/order-life.schema.ts'
import { type OwnReturns, orderLifeApi, type Refund } from '#contract/order-life.ts'
import * as ordersSchema from '#contract/orders.schema.ts'
import { orderApi } from '#contract/orders.ts'
import type { PaymentAttempt } from '#contract/payments.ts'
import type { Config } from '../../config.ts'
import { baseUrl } from '../../http/base-url.ts'
import { parseIdempotencyKey } from '../../http/idempotency.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { rateLimitOf } from '../../limits/limit-sizes.ts'
import { consumeOfNetworkOrThrow, countsOf } from '../../limits/network-limit.ts'
import type { PersonalLimits } from '../../limits/personal-limits.ts'
import { consumeAll, refundEach } from '../../limits/rate-limit.ts'
import { telephoneTexts } from '../../search/terms.ts'
import { changeRefusal } from '../changeable.ts'
import { toParcel } from '../fulfilment/parcel-wire.ts'
import { readParcels } from '../fulfilment/parcels.queries.ts'
import { findGuestOrder, type GuestAccess } from '../guest-access.ts'
import { readOwnHandOuts } from '../hand-out-codes.ts'
import { readOrderMerge } from '../merging/plan-merge.ts'
import type { OrderSubscriber } from '../order-events.ts'
import { orderTransitions } from '../order-states.ts'
import { type OrderWithLines, toOrder } from '../order-wire.ts'
import { findOwnOrder } from '../orders.queries.ts'
import { readersTitles } from '../sold-product.ts'
import { cancelOwnOrder } from './cancel-order.service.ts'
import { claimGuestOrders } from './claim-orders.ts'
import { askAboutOrder } from './order-messages.service.ts'
import { readOrderEvents, shopperTimeline } from './order-timeline.ts'

interface OrderLifeDeps {
  config: Config
  db: NodePgDatabase
  personalLimits: PersonalLimits
  orderSubscribers: readonly OrderSubscriber[]
  guestAccess: GuestAccess
  /** The refunds of an order; orders know no payments. */
  refundsOf: (orderId: string) => Promise<Refund[]>
  lastAttemptOf: (orderId: string) => Promise<PaymentAttempt | undefined>
  isLabelled: (orderId: string) => Promise<boolean>
  /** Newest first. */
  invoicesOf: (orderId: string) => Promise<OwnInvoice[]>
  /** The returns of an order, and what of it may be sent back; orders know no returns. */
  returnsOf: (found: OrderWithLines) => Promise<OwnReturns>
}

export function orderLifeRoutes(mount: Mount, deps: OrderLifeDeps): void {
  const { config, db, guestAccess, personalLimits, orderSubscribers } = deps
  const { refundsOf, lastAttemptOf, isLabelled, invoicesOf, returnsOf } = deps
  /** Requests for unknown orders and orders of others: no shopper mistypes an id that often. */
  const guesses = {
    network: { ...rateLimitOf(config.limits, 'order.unknown'), isCachedWhenSpent: true },
    all: { ...rateLimitOf(config.limits, 'order.unknown-all'), isCachedWhenSpent: true },
    underAttack: undefined,
  }

  mount(orderApi.detail, schema.detail, async ({ params: { id } }, { caller, request }) => {
    const { owner } = caller
    const found = await personalLimits.read({ caller, request }, async () => {
      await claimGuestOrders(db, caller, orderSubscribers)
      return findOwnOrder(db, { owner, id })
    })
    if (!found) {
      await consumeOfNetworkOrThrow(db, guesses, request.ip)
      throw new ShopError('ORDER_NOT_FOUND')
    }
    const [events, parcels, refunds, payment, handOuts, hasLabel, merge, invoices, returns] =
      await Promise.all([
        readOrderEvents(db, id),
        readParcels(db, id),
        refundsOf(id),
        lastAttemptOf(id),
        readOwnHandOuts(db, [found.order]),
        isLabelled(id),
        readOrderMerge(db, found.order, { by: 'shopper', owner }, { seesMoney: true }),
        invoicesOf(id),
        returnsOf(found),
      ])
    const titleOf = readersTitles(found.lines.map(({ product }) => product))
    const [invoice] = invoices
    const handOut = handOuts.get(id)
    const isPacked = parcels.length > 0 || hasLabel
    const isHandedOut = handOut !== undefined && 'handed_out_at' in handOut
    return {
      order: { ...toOrder(found, baseUrl(request, config)), ...(invoice && { invoice, invoices }) },
      timeline: shopperTimeline(events, titleOf),
      parcels: parcels.map((parcel) => toParcel(parcel, titleOf)),
      refunds,
      ...(payment && { payment }),
      ...(handOut && { hand_out: handOut }),
      can_cancel: orderTransitions[found.order.state].cancel === 'cancelled' && !isHandedOut,
      ...(!changeRefusal(found.order, 'shopper', { isPacked }) && { can_change: true as const }),
      ...(merge && { merge }),
      ...returns,
    }
  })

  mount(orderApi.lookUp, ordersSchema.lookUp, async ({ data }, { request }) => {
    const number = data.number.trim()
    const limit = (name: 'order.lookup' | 'order.lookup-number') => rateLimitOf(config.limits, name)
    const counted = [
      ...countsOf({ network: limit('order.lookup') }, request.ip),
      [limit('order.lookup-number'), number] as const,
    ]
    // Counted before it is read: a guess past the limit learns nothing, even if it is right.
    const result = await consumeAll(db, counted)
    if (!result.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', result)
    const found = await findGuestOrder(db, number)
    const [asked] = telephoneTexts(data.tel)
    if (!found || asked === undefined || telephoneTexts(found.tel)[0] !== asked) {
      throw new ShopError('ORDER_LOOKUP_FAILED')
    }
    await refundEach(db, counted)
    return { order_id: found.id, access: guestAccess.grant(found.id, 'telephone') }
  })

  mount(orderLifeApi.cancel, schema.cancel, async ({ params: { id }, query, body }, context) => {
    const { caller, request } = context
    const { owner, actor } = caller
    const reason = readReason(body)
    await cancelOwnOrder(
      db,
      { id, owner, actor, reason, expected: query.expected_state },
      { intended: parseIdempotencyKey(request), subscribers: orderSubscribers },
    )
    return { message: '已取消訂單', refunds: await refundsOf(id) }
  })

  mount(orderLifeApi.ask, schema.ask, async ({ params: { id }, data }, { caller, request }) => {
    const { owner, actor } = caller
    await askAboutOrder(
      db,
      { id, owner, actor, text: data.text },
      { intended: parseIdempotencyKey(request), subscribers: orderSubscribers },
    )
    return { message: '已送出留言' }
  })
}

/** The body may be missing, and the reason as well. */
function readReason(body: unknown): string | null {
  const data = (body as { data?: { reason?: unknown } | null } | null | undefined)?.data
  const reason = data?.reason
  if (reason === undefined) return null
  if (typeof reason !== 'string' || reason.length > 200) {
    throw new ShopError('INVALID_INPUT', { message: ['reason 格式有誤'] })
  }
  return reason.trim() || null
}
