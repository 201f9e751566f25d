import { isDeepStrictEqual } from 'node:util'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import type * as schema from '#contract/orders.schema.ts'
import { priceCart } from '../cart/pricing.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import { parseBoolean, readText } from '../input/coerced-values.ts'
import { unknownProperties } from '../input/unknown-properties.ts'
import { archiveOrderRows, findProducts, lockOrder, updateOrder } from './admin-orders.queries.ts'
import { createOrder } from './create-order.ts'
import { type OrderSubscriber, publishOrderEvent } from './order-events.ts'
import { knownOrderKeys, knownOrderUserKeys } from './order-keys.ts'
import { type LockedOrder, transitionOrder } from './order-state.queries.ts'
import type { OrderRow } from './order-wire.ts'
import { recordOrderEvent } from './orders.queries.ts'

type OrderChange = Static<typeof schema.adminUpdate.data>
type ManualOrder = Static<typeof schema.adminCreate.data>

/** Merges what the input names into an order; never its lines, its total or whose it is. */
export function changeOrder(
  db: NodePgDatabase,
  order: { id: string; input: OrderChange },
  actor: string,
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  const { id, input } = order
  return transaction(db, async (tx) => {
    const known = await lockOrder(tx, id)
    if (!known) throw new ShopError('ORDER_NOT_FOUND')
    const { before, after } = difference(known, mergeInput(known, input))
    if (Object.keys(after).length > 0) {
      await updateOrder(tx, id, after)
      const detail = { before, after }
      await recordOrderEvent(tx, { orderId: id, kind: 'changed', actor, detail })
      const changed = { type: 'order.changed', orderId: id, actor, before, after } as const
      await publishOrderEvent(tx, subscribers, changed)
    }
    if (input.is_paid !== undefined) {
      await setPaid(tx, known, { isPaid: parseBoolean(input.is_paid), actor }, subscribers)
    }
  })
}

function mergeInput(known: OrderRow, input: OrderChange) {
  const { user = {}, message } = input
  return {
    ...(message !== undefined && { message }),
    ...(user.name !== undefined && { userName: withSuffixOf(known, user.name) }),
    ...(user.email !== undefined && { userEmail: user.email }),
    ...(user.tel !== undefined && { userTel: user.tel }),
    ...(user.address !== undefined && { userAddress: user.address }),
    userExtra: merged(known.userExtra, user, knownOrderUserKeys),
    extra: merged(known.extra, input, knownOrderKeys),
  }
}

/** The columns of a change that differ from the row, as they were and as they will be. */
function difference(known: OrderRow, change: Partial<OrderRow>) {
  const names = (Object.keys(change) as (keyof OrderRow)[]).filter(
    (name) => !isDeepStrictEqual(known[name], change[name]),
  )
  const pick = (row: Partial<OrderRow>): Partial<OrderRow> =>
    Object.fromEntries(names.map((name) => [name, row[name]]))
  return { before: pick(known), after: pick(change) }
}

/** The payments room records the payment by hand, or voids the one that counted. */
async function setPaid(
  tx: Transaction,
  order: LockedOrder,
  { isPaid, actor }: { isPaid: boolean; actor: string },
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  const transition = isPaid
    ? ({ event: 'record_payment', actor, method: 'manual' } as const)
    : ({ event: 'withdraw_payment', actor } as const)
  await transitionOrder(tx, order, transition, subscribers)
}

/** A member's name keeps the member's id behind its last plus sign, whatever is given there. */
function withSuffixOf(order: OrderRow, name: string): string {
  if (!order.owner.startsWith('m:')) return name
  const lastPlus = name.lastIndexOf('+')
  const bare = readText(lastPlus < 0 ? name : name.slice(0, lastPlus), 'name')
  return `${bare}+${order.owner.slice(2)}`
}

function merged(
  known: Record<string, unknown>,
  given: Record<string, unknown>,
  ownKeys: readonly string[],
): Record<string, unknown> {
  return unknownProperties({ ...known, ...unknownProperties(given, ownKeys) }, [])
}

/** Creates an order by hand, at the prices of now and without a coupon. Returns its id. */
export function createManualOrder(
  db: NodePgDatabase,
  input: ManualOrder,
  actor: string,
  subscribers: readonly OrderSubscriber[],
): Promise<string> {
  return transaction(db, async (tx) => {
    const lines = await linesByHand(tx, input.products)
    const toPrice = lines.map(({ product, qty }) => ({ price: product.price, qty }))
    const { name, email, tel, address } = input.user
    const { id, total } = await createOrder(
      tx,
      {
        owner: actor,
        actor,
        contact: { name, email, tel, address },
        userExtra: unknownProperties(input.user, knownOrderUserKeys),
        message: input.message ?? '',
        extra: unknownProperties(input, knownOrderKeys),
        lines,
        priced: priceCart(toPrice, []),
        coupon: null,
      },
      { subscribers },
    )
    if (input.is_paid !== undefined && parseBoolean(input.is_paid)) {
      await setPaid(tx, { id, state: 'unpaid', total }, { isPaid: true, actor }, subscribers)
    }
    return id
  })
}

async function linesByHand(tx: Transaction, asked: ManualOrder['products']) {
  const found = await findProducts(
    tx,
    asked.map(({ product_id }) => product_id),
  )
  const byId = new Map(found.map((product) => [product.id, product]))
  return asked.map(({ product_id, qty }) => {
    const product = byId.get(product_id)
    if (!product) throw new ShopError('INVALID_INPUT', { message: [`找不到產品 ${product_id}`] })
    return { id: createId(), product, qty: Number(qty) }
  })
}

/** Archives one order, or all when none is named: they leave the lists, the books keep them. */
export async function archiveOrders(
  db: NodePgDatabase,
  which: { id?: string },
  actor: string,
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  await transaction(db, async (tx) => {
    const orderIds = await archiveOrderRows(tx, which, actor)
    if (orderIds.length > 0) {
      await publishOrderEvent(tx, subscribers, { type: 'order.archived', orderIds, actor })
    } else if (which.id !== undefined) throw new ShopError('ORDER_NOT_FOUND')
  })
}
