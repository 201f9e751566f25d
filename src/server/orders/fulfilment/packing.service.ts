import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { orderStateLabels } from '#contract/order-states.ts'
import { maxPackedOrders, type PackingLine, type PackingOrder } from '#contract/packing.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Db } from '../../db/connect.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { mayDo, type StaffActor } from '../../http/actor.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readMates } from '../merging/parcel-mates.queries.ts'
import { readSameRecipient } from '../merging/same-recipient.queries.ts'
import { subjectOf } from '../order-subject.ts'
import { shippingOf, toOrderGroup } from '../order-wire.ts'
import { paysOnDelivery } from '../pays-on-delivery.ts'
import { countPackable, listPackable } from './packable.queries.ts'
import {
  balanceDueMessage,
  isInHands,
  listLiveOrderIds,
  listOrdersById,
  lockPrinted,
  markPrinted,
  type PackableOrder,
  paidBackMessage,
  readUnshippedLines,
} from './packing.queries.ts'
import { pickingList } from './picking-list.ts'

interface PackingRequest {
  ids: readonly string[] | undefined
  /** The query of the list of orders, instead of the ids. */
  filter: Record<string, string> | undefined
  isPrinted: boolean
}

/** Lines left to pack, and which of the requested orders are left out. */
export function readPacking(db: NodePgDatabase, request: PackingRequest, actor: StaffActor) {
  const { filter, isPrinted } = request
  if (request.ids && filter) {
    throw new ShopError('INVALID_INPUT', { message: ['ids 與 filter 只能擇一'] })
  }
  return transaction(db, async (tx) => {
    const of = { filter: filter ?? {}, limit: maxPackedOrders + 1 }
    const ids = filter ? await listLiveOrderIds(tx, of) : request.ids
    if (ids && new Set(ids).size > maxPackedOrders) throw new ShopError('PACKING_TOO_MANY')
    const total = await countPackable(tx)
    const found = ids ? await listWithMates(tx, ids) : await listPackable(tx, maxPackedOrders)
    const { orders, leftOut } = await splitPackable(tx, found)
    const unknown = ids?.filter((id) => !found.some((order) => order.id === id)) ?? []
    if (isPrinted && orders.length > 0) {
      await markPrinted(
        tx,
        orders.map(({ id }) => id),
      )
      const subject = { kind: 'order', title: `${orders.length} 筆訂單` }
      const after = { numbers: orders.map(({ number }) => number) }
      await recordAudit(tx, actor, { action: 'order.print', subject, after })
    }
    return {
      products: pickingList(orders),
      orders: mayDo(actor, 'money.read') ? orders : orders.map(withoutAmounts),
      left_out: [...leftOut, ...unknown.map((id) => ({ id, number: id, reason: '找不到訂單' }))],
      total,
    }
  })
}

/** Why none of these orders that are not there is packed; empty for all others. */
export async function readUnpackable(
  db: Db,
  found: readonly PackableOrder[],
): Promise<Map<string, string>> {
  const { leftOut } = await splitPackable(db, found)
  return new Map(leftOut.map(({ id, reason }) => [id, reason]))
}

/** Marks one order as printed; gives when, and when it was before. */
export function printOrder(
  db: Transaction,
  id: string,
  actor: StaffActor,
): Promise<{ at: string; before: string | null }> {
  return transaction(db, async (tx) => {
    const before = await lockPrinted(tx, id)
    const [order] = await listOrdersById(tx, [id])
    if (!before || !order || order.deletedAt) throw new ShopError('ORDER_NOT_FOUND')
    const message = (await readUnpackable(tx, [order])).get(id)
    if (message !== undefined) throw new ShopError('ORDER_STATE', { message })
    const [at = ''] = await markPrinted(tx, [id])
    await recordAudit(tx, actor, { action: 'order.print', subject: subjectOf(order) })
    return { at, before: before.at }
  })
}

/** Orders of one parcel are packed together. */
async function listWithMates(tx: Transaction, ids: readonly string[]): Promise<PackableOrder[]> {
  const mates = await readMates(tx, ids)
  return listOrdersById(tx, [...new Set([...mates.values()].flat())])
}

/** Those of one parcel stand behind each other. */
function sortedByParcel(orders: readonly PackableOrder[]): PackableOrder[] {
  const first = new Map<string, string>()
  const parcelOf = ({ id, shipsWith }: PackableOrder) => shipsWith ?? id
  for (const order of orders) {
    if (!first.has(parcelOf(order))) first.set(parcelOf(order), order.id)
  }
  const keyOf = (order: PackableOrder) => `${first.get(parcelOf(order))} ${order.id}`
  return orders.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

async function splitPackable(db: Db, listed: readonly PackableOrder[]) {
  const found = sortedByParcel(listed)
  const ids = found.map(({ id }) => id)
  const [unshipped, mates, recipients] = await Promise.all([
    readUnshippedLines(db, ids),
    readMates(db, ids),
    readSameRecipient(db, ids, { by: 'staff' }),
  ])
  const numbers = new Map(found.map(({ id, number }) => [id, number]))
  const besideOf = (id: string) =>
    (mates.get(id) ?? []).flatMap((mate) => (mate === id ? [] : (numbers.get(mate) ?? [])))
  const orders: PackingOrder[] = []
  const leftOut: { id: string; number: string; reason: string }[] = []
  for (const order of found) {
    const { isPartly = false, lines = [] } = unshipped.get(order.id) ?? {}
    const { id, number } = order
    const reason = faultOf(order, lines) ?? faultOfMates(found, mates.get(id))
    if (reason) leftOut.push({ id, number, reason })
    else {
      const shipsWith = besideOf(id)
      const same = (recipients.get(id) ?? []).filter((other) => numbers.has(other))
      orders.push({
        ...toPackingOrder(order, { isPartly, lines }),
        ...(shipsWith.length > 0 && { ships_with: shipsWith }),
        ...(same.length > 0 && { same_recipient: same }),
      })
    }
  }
  return { orders, leftOut }
}

/** Why an order is not packed. */
function faultOf(order: PackableOrder, lines: readonly PackingLine[]): string | undefined {
  if (order.deletedAt) return '訂單已封存'
  if (!isInHands(order)) return `訂單目前為「${orderStateLabels[order.state]}」`
  if (order.isPaidBack) return paidBackMessage
  if (order.awaitsGoods) return '商品待到貨'
  if (order.balanceDue > 0) return balanceDueMessage
  return lines.length === 0 ? '沒有未出貨的商品' : undefined
}

function faultOfMates(
  found: readonly PackableOrder[],
  mates: readonly string[] = [],
): string | undefined {
  const awaited = found.filter(({ id, awaitsGoods }) => awaitsGoods && mates.includes(id))
  if (awaited.length === 0) return undefined
  return `併單的訂單 ${awaited.map(({ number }) => number).join('、')} 商品待到貨`
}

/** Somebody who packs needs to know what goes into a parcel, not what it cost. */
function withoutAmounts({ total: _, lines, ...order }: PackingOrder): PackingOrder {
  return { ...order, lines: lines.map(({ price: _, ...line }) => line) }
}

function toPackingOrder(
  order: PackableOrder,
  { isPartly, lines }: { isPartly: boolean; lines: PackingLine[] },
): PackingOrder {
  const { id, number, state, total, message, contactName: name, tel, address } = order
  const { kind, name: method } = shippingOf({ ...order, userAddress: address })
  return {
    id,
    number,
    create_at: toEpochSeconds(order.createdAt),
    state,
    is_partly_shipped: isPartly,
    total,
    message,
    user: { name, tel, address },
    shipping: { kind, name: method },
    ...(paysOnDelivery(order) && { is_on_delivery: true as const }),
    lines,
    ...(order.group && { group: toOrderGroup(order.group) }),
    ...(order.printedAt && { printed_at: toEpochSeconds(order.printedAt) }),
  }
}
