import { randomInt } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { OwnHandOut } from '#contract/hand-out.ts'
import type { OrderState } from '#contract/order-states.ts'
import type { Db } from '../db/connect.ts'
import { handOutCodes } from '../db/tables/hand-outs.ts'
import { orders } from '../db/tables/orders.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { type OrderRow, shippingOf } from './order-wire.ts'

type HandedOutOrder = Pick<OrderRow, 'id' | 'state' | 'shipping' | 'groupId' | 'userAddress'>

/** An order of the shop is fetched until it is delivered; the leader hands out whenever people come. */
const waitingStates: Record<'place' | 'leader', readonly OrderState[]> = {
  place: ['placed', 'paid', 'preparing', 'shipped'],
  leader: ['placed', 'paid', 'preparing', 'shipped', 'delivered', 'completed'],
}

function handOutKind(order: HandedOutOrder): 'place' | 'leader' | undefined {
  const { kind } = shippingOf(order)
  return kind === 'place' || kind === 'leader' ? kind : undefined
}

/** Codes and hand-outs of a shopper's own orders, by order; of those that are sent there are none. */
export async function readOwnHandOuts(
  db: Db,
  orders: readonly HandedOutOrder[],
): Promise<Map<string, OwnHandOut>> {
  const toHandOut = orders.filter((order) => handOutKind(order) !== undefined)
  if (toHandOut.length === 0) return new Map()
  const waiting = toHandOut.filter((order) => {
    const kind = handOutKind(order)
    return kind !== undefined && waitingStates[kind].includes(order.state)
  })
  await issueCodes(
    db,
    waiting.map(({ id }) => id),
  )
  const isWaiting = new Set(waiting.map(({ id }) => id))
  const rows = await listCodes(
    db,
    toHandOut.map(({ id }) => id),
  )
  return new Map(
    rows.flatMap(({ orderId, code, usedAt }): [string, OwnHandOut][] => {
      if (usedAt) return [[orderId, { handed_out_at: toEpochSeconds(usedAt) }]]
      return isWaiting.has(orderId) ? [[orderId, { code }]] : []
    }),
  )
}

/** The same by the ids of the orders. */
export async function readOwnHandOutsOf(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, OwnHandOut>> {
  if (orderIds.length === 0) return new Map()
  const { id, state, shipping, groupId, userAddress } = orders
  const rows = await db
    .select({ id, state, shipping, groupId, userAddress })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
  return readOwnHandOuts(db, rows)
}

/** The code of an order for a mail; undefined where there is none, or it was used. */
export async function readHandOutCode(db: Db, order: HandedOutOrder): Promise<string | undefined> {
  return (await readOwnHandOuts(db, [order])).get(order.id)?.code
}

function listCodes(db: Db, orderIds: readonly string[]) {
  return db
    .select({
      orderId: handOutCodes.orderId,
      code: handOutCodes.code,
      usedAt: handOutCodes.usedAt,
    })
    .from(handOutCodes)
    .where(inArray(handOutCodes.orderId, [...orderIds]))
}

/** Even with half of all codes in use, one of 20 is free. */
const tries = 20

/** Gives each order without a code one that no other has. */
export async function issueCodes(db: Db, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  // In one order, so that two calls for the same orders do not deadlock.
  let left = [...new Set(orderIds)].toSorted()
  for (let attempt = 0; attempt < tries; attempt++) {
    const known = new Set((await listCodes(db, left)).map(({ orderId }) => orderId))
    left = left.filter((id) => !known.has(id))
    if (left.length === 0) return
    await db
      .insert(handOutCodes)
      .values(left.map((orderId) => ({ orderId, code: randomCode() })))
      .onConflictDoNothing()
  }
}

function randomCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Voids the code of an order that was handed out, or makes it good again after an undo. */
export async function setCodeUsed(db: Db, orderId: string, isUsed: boolean): Promise<void> {
  await issueCodes(db, [orderId])
  await db
    .update(handOutCodes)
    .set({ usedAt: isUsed ? sql`shop_now()` : null })
    .where(eq(handOutCodes.orderId, orderId))
}
