import type { Static } from 'typebox'
import type { AuditAction } from '#contract/audit.ts'
import { maskText } from '#contract/masking.ts'
import type * as schema from '#contract/order-life.schema.ts'
import { changedFields, recordAudit } from '../../audit/audit.ts'
import { createId } from '../../db/id.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { type Actor, requirePermission, type StaffActor } from '../../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import { lockOrder } from '../back-office/admin-orders.queries.ts'
import { packParcel } from '../merging/pack-parcel.ts'
import { listSentAlong, lockParcels } from '../merging/parcel-mates.queries.ts'
import { type OrderSubscriber, publishOrderEvent } from '../order-events.ts'
import { transitionOrder } from '../order-state.queries.ts'
import { outcomeOf, refusal } from '../order-states.ts'
import { subjectOf } from '../order-subject.ts'
import type { OrderRow } from '../order-wire.ts'
import { recordOrderEvent } from '../orders.queries.ts'
import { refuseBalance } from './packing.queries.ts'
import {
  insertParcel,
  readParcels,
  readShippableLines,
  type ShippableLine,
  updateParcel,
} from './parcels.queries.ts'

type NewParcel = Static<typeof schema.adminShip.data>
type ParcelChange = Static<typeof schema.adminChangeParcel.data>

export interface StaffCall {
  /** A transaction, for a change that is a part of it. */
  db: Transaction
  actor: StaffActor
  subscribers: readonly OrderSubscriber[]
}

interface StaffChange<T> {
  result: T
  /** New values for the audit; null: nothing changed. */
  audit: Record<string, unknown> | null
  /** Old values for it; the state of the order is added. */
  before?: Record<string, unknown>
}

/** Runs a change of one order by staff over its locked row; what it returns goes into the audit. */
export function changeAsStaff<T>(
  call: StaffCall,
  id: string,
  action: AuditAction,
  change: (tx: Transaction, order: OrderRow) => Promise<StaffChange<T>>,
): Promise<T> {
  return transaction(call.db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    const { result, audit, before } = await change(tx, order)
    if (audit) {
      const entry = {
        subject: subjectOf(order),
        before: { ...before, ...('state' in audit && { state: order.state }) },
        after: audit,
      }
      await recordAudit(tx, call.actor, { action, ...entry })
    }
    return result
  })
}

export function prepareOrder(call: StaffCall, id: string): Promise<void> {
  const { actor, subscribers } = call
  return changeAsStaff(call, id, 'order.prepare', async (tx, order) => {
    if (outcomeOf(order, 'prepare') === 'preparing') refuseBalance(order)
    const isDone = await transitionOrder(tx, order, { event: 'prepare', actor }, subscribers)
    return { result: undefined, audit: isDone ? { state: 'preparing' } : null }
  })
}

type ShippedParcel = NewParcel & { isHandedOut?: true; isAlong?: true }

/**
 * Ships a parcel of the lines that are named, or of all that is not shipped yet, and returns its id.
 * An order that is shipped as a whole answers as if done, with the parcel that was meant, if any. Of
 * merged orders the parcel has all of each.
 */
export function shipParcel(
  call: StaffCall,
  id: string,
  input: ShippedParcel,
): Promise<string | undefined> {
  return transaction(call.db, async (tx) => {
    const inTransaction = { ...call, db: tx }
    const orders = await packParcel(tx, id, call)
    const order = orders.find((one) => one.id === id)
    const parcelId = await shipOne(inTransaction, id, input, orders.length > 1)
    for (const mate of orders) {
      if (mate.id === id) continue
      const { lines: _, ...sent } = input
      // The mail of the order whose parcel it is names it, too; another mailbox gets its own.
      const isAlong = order !== undefined && isOneMailbox(order, mate)
      await shipOne(inTransaction, mate.id, { ...sent, ...(isAlong && { isAlong }) }, true)
    }
    return parcelId
  })
}

/** Whether one mail tells both. */
export function isOneMailbox(
  one: Pick<OrderRow, 'userEmail'>,
  other: Pick<OrderRow, 'userEmail'>,
): boolean {
  return one.userEmail.trim().toLowerCase() === other.userEmail.trim().toLowerCase()
}

function shipOne(
  call: StaffCall,
  id: string,
  input: ShippedParcel,
  isMerged: boolean,
): Promise<string | undefined> {
  return changeAsStaff(call, id, 'order.ship', async (tx, order) => {
    if (outcomeOf(order, 'ship_rest') === 'same') {
      return { result: await findRepeated(tx, order, input), audit: null }
    }
    refuseBalance(order)
    const lines = await readShippableLines(tx, id)
    const contents = contentsOf(lines, input.lines)
    if (isMerged && countOf(contents) < countLeft(lines)) throw refusalOfPart()
    const { carrier, tracking_number: trackingNumber = '', isHandedOut, isAlong } = input
    const told = { ...(isHandedOut && { isHandedOut }), ...(isAlong && { isAlong }) }
    const sent = { carrier, trackingNumber, lines, contents, told }
    const { parcelId, pieces, isWhole, moved } = await sendParcel(tx, order, sent, call)
    const audit = { ...maskParcel({ parcelId, carrier, trackingNumber }), pieces }
    return {
      result: parcelId,
      audit: moved ? { ...audit, state: isWhole ? 'shipped' : 'preparing' } : audit,
    }
  })
}

function refusalOfPart(): ShopError {
  const message = '併單出貨的訂單要整筆一起寄，只寄部分商品請先分開寄'
  return new ShopError('ORDER_STATE', { message })
}

const countLeft = (lines: readonly ShippableLine[]) =>
  lines.reduce((sum, { qty, shipped }) => sum + qty - shipped, 0)
const countOf = (contents: readonly { qty: number }[]) =>
  contents.reduce((sum, { qty }) => sum + qty, 0)

interface Change {
  actor: Actor
  subscribers: readonly OrderSubscriber[]
}

/** Moves a locked order along with a parcel of these contents. */
async function sendParcel(
  tx: Transaction,
  order: OrderRow,
  sent: {
    carrier: NewParcel['carrier']
    trackingNumber: string
    lines: readonly ShippableLine[]
    contents: ReturnType<typeof contentsOf>
    told?: { isHandedOut?: true; isAlong?: true }
  },
  { actor, subscribers }: Change,
) {
  const { carrier, trackingNumber, lines, contents } = sent
  const orderId = order.id
  const count = countOf(contents)
  const isWhole = count === countLeft(lines)
  const event = isWhole ? 'ship_rest' : 'ship_part'
  const parcelId = createId()
  const moved = await transitionOrder(
    tx,
    order,
    { event, actor, detail: { parcelId } },
    subscribers,
  )
  const detail = { parcelId, carrier, trackingNumber }
  await Promise.all([
    insertParcel(tx, { id: parcelId, orderId, carrier, trackingNumber }, contents),
    recordOrderEvent(tx, { orderId, kind: 'parcel', actor, detail }),
  ])
  const pieces = contents.map(({ variantId, qty }) => ({ variantId, qty }))
  const shipped = {
    ...({ type: 'order.shipped', orderId, actor, parcelId, pieces } as const),
    ...sent.told,
  }
  await publishOrderEvent(tx, subscribers, shipped)
  return { parcelId, pieces: count, isWhole, moved }
}

/**
 * A carrier tells that it has the goods of a locked order: all that is in no parcel is in this one.
 * Undefined where nothing is left to ship, or the state of the order refuses it.
 */
export async function shipByCarrier(
  tx: Transaction,
  order: OrderRow,
  {
    carrier,
    trackingNumber,
    isAlong,
  }: { carrier: NewParcel['carrier']; trackingNumber: string; isAlong?: boolean },
  change: Change,
): Promise<string | undefined> {
  const outcome = outcomeOf(order, 'ship_rest')
  if (outcome === 'refused' || outcome === 'same') return undefined
  const lines = await readShippableLines(tx, order.id)
  const contents = contentsOf(lines, undefined)
  if (contents.length === 0) return undefined
  const told = isAlong ? { isAlong } : {}
  const sent = { carrier, trackingNumber, lines, contents, told }
  return (await sendParcel(tx, order, sent, change)).parcelId
}

/** A carrier tells that a parcel of a locked order is with the shopper; one that was is no change. */
export async function deliverByCarrier(
  tx: Transaction,
  order: OrderRow,
  parcelId: string,
  change: Change,
): Promise<void> {
  const parcels = await readParcels(tx, order.id)
  const known = parcels.find(({ parcel }) => parcel.id === parcelId)?.parcel
  if (!known || known.deliveredAt !== null) return
  const { carrier, trackingNumber } = known
  await updateParcel(tx, parcelId, { carrier, trackingNumber, isDelivered: true })
  const { actor } = change
  const detail = { parcelId, carrier, trackingNumber, isDelivered: true }
  await recordOrderEvent(tx, { orderId: order.id, kind: 'parcel_changed', actor, detail })
  await deliverWithLast(tx, order, parcels, parcelId, change)
}

/** With its last parcel an order is delivered; one with something unshipped waits for the rest. */
async function deliverWithLast(
  tx: Transaction,
  order: OrderRow,
  parcels: Awaited<ReturnType<typeof readParcels>>,
  parcelId: string,
  { actor, subscribers }: Change,
): Promise<void> {
  const isLast = parcels.every(({ parcel }) => parcel.deliveredAt || parcel.id === parcelId)
  if (!isLast || order.state !== 'shipped') return
  await transitionOrder(tx, order, { event: 'deliver', actor }, subscribers)
}

/**
 * The parcel that an input repeats; what it names beyond the parcels of the order is refused, and
 * everything once the rest of the order is closed.
 */
async function findRepeated(
  tx: Transaction,
  { id, state }: OrderRow,
  { carrier, tracking_number: number = '', lines }: NewParcel,
): Promise<string | undefined> {
  const known = (await readParcels(tx, id)).find(
    ({ parcel }) => parcel.carrier === carrier && parcel.trackingNumber === number,
  )
  const isClosed = (await readShippableLines(tx, id)).some(({ qty, shipped }) => qty > shipped)
  if (isClosed || lines || (number !== '' && !known)) throw refusal(state, 'ship_part')
  return known?.parcel.id
}

/** As `shipParcel`, once for each `Idempotency-Key`. */
export function shipParcelOnce(
  call: StaffCall & { intended: IdempotentRequest | undefined },
  id: string,
  input: NewParcel,
): Promise<string | undefined> {
  return transaction(call.db, async (tx) => {
    const { parcelId } = await withIdempotency<{ parcelId?: string | undefined }>(
      tx,
      call.intended,
      async () => ({ parcelId: await shipParcel({ ...call, db: tx }, id, input) }),
    )
    return parcelId
  })
}

function contentsOf(lines: readonly ShippableLine[], asked: NewParcel['lines']) {
  if (!asked) {
    return lines.flatMap(({ id, variantId, qty, shipped }) =>
      qty > shipped ? [{ id, variantId, qty: qty - shipped }] : [],
    )
  }
  const sums = new Map<string, number>()
  for (const { line_id, qty } of asked) sums.set(line_id, (sums.get(line_id) ?? 0) + qty)
  return [...sums].map(([lineId, qty]) => {
    const line = lines.find(({ id }) => id === lineId)
    if (!line) throw new ShopError('INVALID_INPUT', { message: [`找不到訂單項目 ${lineId}`] })
    if (qty > line.qty - line.shipped) throw new ShopError('PARCEL_TOO_MUCH')
    return { id: lineId, variantId: line.variantId, qty }
  })
}

/**
 * Corrects a parcel or marks it as delivered, for each order that was sent in it; with its last parcel
 * an order is delivered.
 */
export function changeParcel(
  call: StaffCall,
  of: { id: string; parcelId: string },
  input: ParcelChange,
): Promise<void> {
  return transaction(call.db, async (tx) => {
    await lockParcels(tx, [of.id])
    const along = await listSentAlong(tx, of)
    for (const one of [of, ...along]) await changeOne({ ...call, db: tx }, one, input)
  })
}

function changeOne(
  call: StaffCall,
  of: { id: string; parcelId: string },
  input: ParcelChange,
): Promise<void> {
  const { actor } = call
  const { id, parcelId } = of
  return changeAsStaff(call, id, 'order.change_parcel', async (tx, order) => {
    const parcels = await readParcels(tx, id)
    const known = parcels.find(({ parcel }) => parcel.id === parcelId)?.parcel
    if (!known) throw new ShopError('PARCEL_NOT_FOUND')
    const carrier = input.carrier ?? known.carrier
    const trackingNumber = input.tracking_number ?? known.trackingNumber
    const isDelivered = input.is_delivered === true && known.deliveredAt === null
    const isCorrected = carrier !== known.carrier || trackingNumber !== known.trackingNumber
    if (!isDelivered && !isCorrected) return { result: undefined, audit: null }
    await updateParcel(tx, parcelId, { carrier, trackingNumber, isDelivered })
    const detail = { parcelId, carrier, trackingNumber, isDelivered }
    await recordOrderEvent(tx, { orderId: id, kind: 'parcel_changed', actor, detail })
    if (isDelivered) await deliverWithLast(tx, order, parcels, parcelId, call)
    const changed = changedFields(
      { ...known, isDelivered: known.deliveredAt !== null },
      { carrier, trackingNumber, ...(isDelivered && { isDelivered }) },
    )
    return {
      result: undefined,
      before: maskParcel(changed.before),
      audit: { parcelId, ...maskParcel(changed.after) },
    }
  })
}

/** The number leads to the name and the address of the recipient. */
function maskParcel<T extends { trackingNumber?: unknown }>(parcel: T): T {
  const { trackingNumber } = parcel
  return trackingNumber ? { ...parcel, trackingNumber: maskText(String(trackingNumber)) } : parcel
}

/** Marks all parcels of a shipped order as delivered, and the order with them; gives which. */
export function deliverOrder(call: StaffCall, id: string): Promise<string[]> {
  return transaction(call.db, async (tx) => {
    const open = (await readParcels(tx, id)).filter(({ parcel }) => !parcel.deliveredAt)
    const ids = open.map(({ parcel }) => parcel.id)
    for (const parcelId of ids) {
      await changeParcel({ ...call, db: tx }, { id, parcelId }, { is_delivered: true })
    }
    return ids
  })
}

/** Cancels an order for a reason that its shopper reads; refused after the first parcel. */
export function cancelAsStaff(call: StaffCall, id: string, reason: string): Promise<void> {
  const { actor, subscribers } = call
  return changeAsStaff(call, id, 'order.cancel', async (tx, order) => {
    requireRefundRight(call, order)
    const isShipped = order.state === 'preparing' && (await readParcels(tx, id)).length > 0
    if (isShipped) throw refusal(order.state, 'cancel_by_owner')
    const cancel = { event: 'cancel_by_owner', actor, reason, detail: { reason } } as const
    const isDone = await transitionOrder(tx, order, cancel, subscribers)
    return {
      result: undefined,
      audit: isDone ? { state: 'cancelled', reason: maskText(reason) } : null,
    }
  })
}

/** Giving captured money back needs the right to refund it. */
export function requireRefundRight({ actor }: StaffCall, { payment }: OrderRow): void {
  if (payment === 'paid') requirePermission(actor, 'refund.write')
}

/** A note for the staff alone. */
export function addNote(call: StaffCall, id: string, text: string): Promise<void> {
  return changeAsStaff(call, id, 'order.note', async (tx) => {
    const { actor } = call
    await recordOrderEvent(tx, { orderId: id, kind: 'note', actor, detail: { text } })
    return { result: undefined, audit: { length: text.length } }
  })
}
