import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import type { InvoiceChoice } from '#contract/invoice-choice.ts'
import { maskAddress, maskEmail, maskName, maskTel, maskText } from '#contract/masking.ts'
import { formatMoney } from '#contract/money.ts'
import type * as schema from '#contract/orders.schema.ts'
import { leaderMethod } from '#contract/payments.ts'
import { changedFields, recordAudit } from '../../audit/audit.ts'
import { toBasket } from '../../cart/cart-basket.ts'
import { readLineKeys } from '../../cart/line-keys.ts'
import { type PricedCart, priceCart, withShipping } from '../../cart/pricing.ts'
import { chooseLineProduct, readLineProducts } from '../../catalog/line-products.queries.ts'
import type { Db } from '../../db/connect.ts'
import { createId } from '../../db/id.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { actorKey, type StaffActor } from '../../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import { parseBoolean, readText } from '../../input/coerced-values.ts'
import { unknownProperties } from '../../input/unknown-properties.ts'
import { chosenOffer } from '../../shipping/choose-method.ts'
import { readMethods } from '../../shipping/methods.queries.ts'
import { offerMethods } from '../../shipping/offer-methods.ts'
import { toShippingOffer } from '../../shipping/shipping-wire.ts'
import { customerKey } from '../customer-key.ts'
import { addressColumns, wholeAddress } from '../order-address.ts'
import { type OrderSubscriber, publishOrderEvent } from '../order-events.ts'
import { invoiceColumns } from '../order-invoice.ts'
import { knownOrderKeys, knownOrderUserKeys } from '../order-keys.ts'
import { type OrderInState, transitionOrder } from '../order-state.queries.ts'
import { orderTransitions } from '../order-states.ts'
import { subjectOf } from '../order-subject.ts'
import { withoutMemberIds } from '../order-user.ts'
import type { OrderRow } from '../order-wire.ts'
import { recordOrderEvent } from '../orders.queries.ts'
import { isSentUnpaid } from '../pays-on-delivery.ts'
import { createOrder, maxOrderTotal } from '../placing/create-order.ts'
import { deliveryOf } from '../placing/delivery.ts'
import {
  archiveOrderRows,
  countLiveOrders,
  findCustomerKey,
  findOrder,
  holdAccount,
  isOfContact,
  isOrderOpenInGroup,
  lockOrder,
  restoreOrders,
  updateOrder,
} from './admin-orders.queries.ts'

type OrderChange = Static<typeof schema.adminUpdate.data>
type ManualOrder = Static<typeof schema.adminCreate.data>

/** Whether an invoice was issued for an order, whose choice is fixed from then on. */
export type IsInvoiceFixed = (tx: Transaction, orderId: string) => Promise<boolean>

interface ChangeOptions {
  subscribers: readonly OrderSubscriber[]
  isInvoiceFixed: IsInvoiceFixed
}

/**
 * Merges what the input names into an order; never its lines, its total or whose it is. The choice of
 * its invoice is read before; undefined: it stays.
 */
export function changeOrder(
  db: NodePgDatabase,
  order: { id: string; input: OrderChange; invoice: InvoiceChoice | undefined },
  actor: StaffActor,
  { subscribers, isInvoiceFixed }: ChangeOptions,
): Promise<void> {
  const { id, input, invoice } = order
  return transaction(db, async (tx) => {
    const known = await lockOrder(tx, id)
    if (!known) throw new ShopError('ORDER_NOT_FOUND')
    const merged = { ...mergeInput(known, input), ...(invoice && invoiceColumns(invoice)) }
    const { before, after, isChanged } = changedFields(known, merged)
    if (isOfInvoice(after) && (await isInvoiceFixed(tx, id))) {
      throw new ShopError('ORDER_INVOICE_FIXED')
    }
    if (isChanged) {
      const { customerKey: former } = known
      const customer = customerKey(known.owner, after.userEmail ?? known.userEmail)
      await updateOrder(tx, id, { ...after, ...(isOfContact(after) && { customerKey: customer }) })
      const detail = { before, after }
      await recordOrderEvent(tx, { orderId: id, kind: 'changed', actor, detail })
      if (isOfContact(after)) {
        const changed = { type: 'order.contact_changed', orderId: id, actor } as const
        await publishOrderEvent(tx, subscribers, { ...changed, customer, former })
      }
    }
    const isPaid = input.is_paid === undefined ? undefined : parseBoolean(input.is_paid)
    const isRefunded =
      known.payment === 'unpaid' &&
      !isSentUnpaid(known) &&
      orderTransitions[known.state].record_payment === 'same'
    if (isPaid && isRefunded) throw new ShopError('ORDER_REFUNDED')
    // The leader's money pays whichever order is next: the hand-over itself is taken back.
    if (isPaid === false && known.payment === 'paid' && known.paymentMethod === leaderMethod) {
      throw new ShopError('ORDER_STATE', { message: '款項由團主交來，請在團購結算沖銷那筆交款' })
    }
    // An unchanged value is refused in no state: clients send the whole order.
    const isSame = isPaid === (known.payment === 'paid')
    const isMoved =
      isPaid !== undefined && !isSame && (await setPaid(tx, known, { isPaid, actor }, subscribers))
    if (!isChanged && !isMoved) return
    await recordAudit(tx, actor, {
      action: 'order.update',
      subject: subjectOf(known),
      before: { ...maskPersonalData(before), ...(isMoved && { isPaid: !isPaid }) },
      after: { ...maskPersonalData(after), ...(isMoved && { isPaid }) },
    })
  })
}

function isOfInvoice(after: Partial<OrderRow>): boolean {
  return Object.keys(invoiceColumns(undefined)).some((column) => column in after)
}

function mergeInput(known: OrderRow, input: OrderChange) {
  const { user = {}, message } = input
  return {
    ...(message !== undefined && { message }),
    ...(user.name !== undefined && { contactName: nameOf(known, user.name) }),
    ...(user.email !== undefined && { userEmail: user.email }),
    ...(user.tel !== undefined && { userTel: user.tel }),
    // The same text, as clients give the whole order back, is no change of an order of before.
    ...(user.address !== undefined &&
      user.address !== known.userAddress &&
      addressColumns(user.address)),
    userExtra: merged(known.userExtra, user, knownOrderUserKeys),
    extra: merged(known.extra, input, knownOrderKeys),
  }
}

/** Fields of an order for the audit log: nothing of them has to go when a person is erased. */
function maskPersonalData(fields: Partial<OrderRow>): Record<string, unknown> {
  const { contactName, userEmail, userTel, userAddress, message, userExtra, extra } = fields
  return {
    ...(contactName !== undefined && { name: maskName(contactName) }),
    ...(userEmail !== undefined && { email: maskEmail(userEmail) }),
    ...(userTel !== undefined && { tel: maskTel(userTel) }),
    ...(userAddress !== undefined && { address: maskAddress(userAddress) }),
    ...(message !== undefined && { message: maskText(message) }),
    ...(isOfInvoice(fields) && { invoice: fields.invoiceKind ?? '***' }),
    ...(userExtra && { userKeys: Object.keys(userExtra) }),
    ...(extra && { keys: Object.keys(extra) }),
  }
}

/**
 * The payments room records the payment by hand, or voids the one that counted. False when the order
 * was so already.
 */
async function setPaid(
  tx: Transaction,
  order: OrderInState,
  { isPaid, actor }: { isPaid: boolean; actor: StaffActor },
  subscribers: readonly OrderSubscriber[],
): Promise<boolean> {
  const transition = isPaid
    ? ({ event: 'record_payment', actor, method: 'manual' } as const)
    : ({ event: 'withdraw_payment', actor } as const)
  return transitionOrder(tx, order, transition, subscribers)
}

/** Clients give back what they were told: a member's name with the id behind a plus sign. */
function nameOf({ owner }: Pick<OrderRow, 'owner'>, name: string): string {
  return owner.startsWith('m:') ? readText(withoutMemberIds(name, owner.slice(2)), 'name') : name
}

function merged(
  known: Record<string, unknown>,
  given: Record<string, unknown>,
  ownKeys: readonly string[],
): Record<string, unknown> {
  return unknownProperties({ ...known, ...unknownProperties(given, ownKeys) }, [])
}

interface ManualOrderOptions {
  subscribers: readonly OrderSubscriber[]
  /** Members are rows of the shop; those of a Firebase project are not. */
  hasOwnMembers: boolean
  invoice: InvoiceChoice | undefined
}

/** The amounts of an order by hand, as `createManualOrder` would charge them now. */
export async function quoteManualOrder(db: Db, query: Static<typeof schema.adminQuote.query>) {
  const asked = query.lines.split(',').map((line) => {
    const parts = line.split(':')
    const [product_id = '', variant_id] = parts.slice(0, -1)
    return { product_id, ...(variant_id && { variant_id }), qty: Number(parts.at(-1)) }
  })
  const [lines, methods] = await Promise.all([linesByHand(db, asked), readMethods(db)])
  const goods = priceByHand(lines)
  const { shipping_method: methodId, county = '', district = '' } = query
  const offers = offerMethods(methods, toBasket(lines, goods.payable), { county, district })
  const chosen = chosenOffer(offers, methodId)
  const isCharged = query.charges_shipping === '1'
  const total = goods.payable + (isCharged ? (chosen?.fee ?? 0) : 0)
  assertTotal(total)
  return {
    prices: lines.map(({ product }) => product.price),
    ...{ subtotal: goods.total, shipping_fee: total - goods.total, total },
    ...(methodId !== undefined && { shipping: toShippingOffer(offers, chosen) }),
  }
}

/** At the prices of now, without a coupon. */
function priceByHand(lines: Awaited<ReturnType<typeof linesByHand>>): PricedCart {
  const toPrice = lines.map(({ product, qty }) => ({ price: product.price, qty }))
  return priceCart(toPrice, [])
}

function assertTotal(payable: number): void {
  if (payable > maxOrderTotal) throw new ShopError('ORDER_TOTAL_LIMIT')
}

/**
 * Creates an order by hand, at the prices of now and without a coupon, once for each
 * `Idempotency-Key`. Returns its id.
 */
export function createManualOrder(
  db: NodePgDatabase,
  input: ManualOrder,
  actor: StaffActor,
  { intended, ...options }: ManualOrderOptions & { intended: IdempotentRequest | undefined },
): Promise<string> {
  return transaction(db, async (tx) => {
    const { id } = await withIdempotency(tx, intended, async () => ({
      id: await insertManualOrder(tx, input, actor, options),
    }))
    return id
  })
}

async function insertManualOrder(
  tx: Transaction,
  input: ManualOrder,
  actor: StaffActor,
  { subscribers, hasOwnMembers, invoice }: ManualOrderOptions,
): Promise<string> {
  const [lines, methods] = await Promise.all([linesByHand(tx, input.products), readMethods(tx)])
  const owner = await ownerByHand(tx, actor, { customerId: input.customer_id, hasOwnMembers })
  const goods = priceByHand(lines)
  const { name, email, tel } = input.user
  const { fee, ...delivery } = deliveryOf(methods, toBasket(lines, goods.payable), {
    choice: input.shipping,
    contact: { name: nameOf({ owner }, name), email, tel, address: wholeAddress(input.user) },
  })
  const isCharged = parseBoolean(input.charges_shipping ?? 0)
  const priced = isCharged ? withShipping(goods, fee) : goods
  const { payable } = priced
  assertTotal(payable)
  if (input.expected_total !== undefined && input.expected_total !== payable) {
    const message = `金額已變更為 ${formatMoney(payable)}，請確認後再建立訂單`
    throw new ShopError('ORDER_TOTAL_CHANGED', { message })
  }
  const { id, number, total } = await createOrder(
    tx,
    {
      owner,
      actor,
      ...delivery,
      invoice,
      userExtra: unknownProperties(input.user, knownOrderUserKeys),
      message: input.message ?? '',
      extra: unknownProperties(input, [...knownOrderKeys, 'customer_id', 'charges_shipping']),
      lines,
      priced,
      coupon: null,
    },
    { subscribers },
  )
  const isPaid = input.is_paid !== undefined && parseBoolean(input.is_paid)
  if (isPaid) await setPaid(tx, { id, state: 'placed', total }, { isPaid, actor }, subscribers)
  const subject = subjectOf({ id, number })
  await recordAudit(tx, actor, { action: 'order.create', subject, after: { total, isPaid } })
  return id
}

/**
 * A member's order is the member's; one for guests, or for a member whose account is gone, stays with
 * who entered it.
 */
async function ownerByHand(
  tx: Transaction,
  actor: StaffActor,
  of: { customerId: string | undefined; hasOwnMembers: boolean },
): Promise<string> {
  const { customerId, hasOwnMembers } = of
  if (customerId === undefined) return actorKey(actor)
  const key = await findCustomerKey(tx, customerId)
  if (key === undefined) throw new ShopError('CUSTOMER_NOT_FOUND')
  if (!key.startsWith('m:')) return actorKey(actor)
  const isKnown = !hasOwnMembers || (await holdAccount(tx, key.slice(2)))
  return isKnown ? key : actorKey(actor)
}

async function linesByHand(tx: Db, asked: ManualOrder['products']) {
  const found = await readLineProducts(
    tx,
    asked.map(({ product_id }) => product_id),
  )
  return asked.map((line) => {
    const { product_id: productId, variant_id, qty } = line
    const variantId = variant_id || undefined
    const sold = chooseLineProduct(found, { productId, variantId })
    if (!sold || sold.isDeleted) {
      throw new ShopError('INVALID_INPUT', { message: [`找不到產品 ${variantId ?? productId}`] })
    }
    const { product, variant } = sold
    return { id: createId(), product, variant, qty: Number(qty), extra: readLineKeys(line) }
  })
}

/** Archives one order: it leaves the lists, the books keep it. */
export async function archiveOrder(db: Transaction, id: string, actor: StaffActor): Promise<void> {
  await transaction(db, async (tx) => {
    if (await isOrderOpenInGroup(tx, id)) throw new ShopError('ORDER_IN_GROUP')
    const [archived] = await archiveOrderRows(tx, { id }, actor)
    if (!archived) throw new ShopError('ORDER_NOT_FOUND')
    await recordAudit(tx, actor, { action: 'order.archive', subject: subjectOf(archived) })
  })
}

/** Orders of one transaction: no statement reaches its time limit, however many there are. */
const archiveStep = 500

/**
 * Archives all orders as one deletion, in steps from the oldest on. The audit entry comes with the
 * first of them, so that it is there when a later one fails; it says how many orders were listed.
 */
export async function archiveAllOrders(db: NodePgDatabase, actor: StaffActor): Promise<void> {
  const step = { after: '', limit: archiveStep, deletion: createId() }
  for (;;) {
    const last = await transaction(db, (tx) => archiveNext(tx, step, actor))
    if (last === undefined) return
    step.after = last
  }
}

/** The last id of a step; undefined for the last step. */
async function archiveNext(
  tx: Transaction,
  step: { after: string; limit: number; deletion: string },
  actor: StaffActor,
): Promise<string | undefined> {
  const listed = step.after === '' ? await countLiveOrders(tx) : 0
  const orderIds = (await archiveOrderRows(tx, step, actor)).map(({ id }) => id)
  if (orderIds.length === 0) return undefined
  if (step.after === '') {
    const subject = { kind: 'order', title: '所有訂單' }
    await recordAudit(tx, actor, { action: 'order.archive_all', subject, after: { listed } })
  }
  return orderIds.length === step.limit ? orderIds.at(-1) : undefined
}

/** Brings an archived order back into the lists, in the state that it has by now. */
export async function restoreArchivedOrder(
  db: Transaction,
  id: string,
  actor: StaffActor,
): Promise<void> {
  await transaction(db, async (tx) => {
    const [restored] = await restoreOrders(tx, { id }, actor)
    if (restored) {
      await recordAudit(tx, actor, { action: 'order.restore', subject: subjectOf(restored) })
    } else if (!(await findOrder(tx, id))) {
      throw new ShopError('ORDER_NOT_FOUND')
    }
  })
}
