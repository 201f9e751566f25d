import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import type * as schema from '#contract/orders.schema.ts'
import { fromHundredths, priceCart } from '../cart/pricing.ts'
import { toProduct } from '../catalog/product-wire.ts'
import { makeId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import { parseBoolean, readText } from '../input/coerced-values.ts'
import { unknownProperties } from '../input/unknown-properties.ts'
import {
  findProducts,
  insertManualPayment,
  lockOrder,
  markOrdersDeleted,
  updateOrder,
  voidPayment,
} from './admin-orders.queries.ts'
import { knownOrderKeys, knownOrderUserKeys } from './order-keys.ts'
import type { OrderRow } from './order-wire.ts'
import { insertOrder, recordOrderEvent } from './orders.queries.ts'
import { maxOrderTotal } from './orders.service.ts'

type OrderChange = Static<typeof schema.adminUpdate.data>
type OrderByHand = Static<typeof schema.adminCreate.data>

/** Merges what the input names into an order; never its lines, its total or whose it is. */
export function changeOrder(
  db: NodePgDatabase,
  order: { id: string; input: OrderChange },
  actor: string,
): Promise<void> {
  const { id, input } = order
  return transaction(db, async (tx) => {
    const known = await lockOrder(tx, id)
    if (!known) throw new ShopError('ORDER_NOT_FOUND')
    const { user = {}, message } = input
    const change = {
      ...(message !== undefined && { message }),
      ...(user.name !== undefined && { userName: withSuffixOf(known, user.name) }),
      ...(user.email !== undefined && { userEmail: user.email }),
      ...(user.tel !== undefined && { userTel: user.tel }),
      ...(user.address !== undefined && { userAddress: user.address }),
      userExtra: merged(known.userExtra, user, knownOrderUserKeys),
      extra: merged(known.extra, input, knownOrderKeys),
    }
    await updateOrder(tx, id, change)
    const isChanged = message !== undefined || Object.keys(user).length > 0
    if (isChanged) await recordOrderEvent(tx, { orderId: id, kind: 'changed', actor })
    if (input.is_paid !== undefined) await setPaid(tx, known, parseBoolean(input.is_paid), actor)
  })
}

/** Paid by hand makes a payment that counts; unpaid again voids the one that did. */
async function setPaid(
  tx: Transaction,
  order: Pick<OrderRow, 'id' | 'state' | 'total'>,
  isPaid: boolean,
  actor: string,
): Promise<void> {
  if (isPaid === (order.state === 'paid')) return
  if (isPaid) {
    await insertManualPayment(tx, { id: makeId(), orderId: order.id, amount: order.total })
    const paid = { state: 'paid', paidAt: new Date(), paymentMethod: 'manual' } as const
    await updateOrder(tx, order.id, paid)
  } else {
    await voidPayment(tx, order.id)
    await updateOrder(tx, order.id, { state: 'unpaid', paidAt: null, paymentMethod: null })
  }
  await recordOrderEvent(tx, { orderId: order.id, kind: isPaid ? 'paid' : 'unpaid', actor })
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

/** Enters an order by hand, at the prices of now and without a coupon. Returns its id. */
export function enterOrder(db: NodePgDatabase, input: OrderByHand, actor: string): Promise<string> {
  return transaction(db, async (tx) => {
    const lines = await linesByHand(tx, input.products)
    const priced = priceCart(
      lines.map(({ product, qty }) => ({ price: product.price, qty })),
      100,
    )
    if (priced.charge > maxOrderTotal) throw new ShopError('ORDER_TOTAL_LIMIT')
    const id = makeId()
    await insertOrder(
      tx,
      {
        id,
        owner: actor,
        total: priced.charge,
        message: input.message ?? '',
        userName: input.user.name,
        userEmail: input.user.email,
        userTel: input.user.tel,
        userAddress: input.user.address,
        userExtra: unknownProperties(input.user, knownOrderUserKeys),
        extra: unknownProperties(input, knownOrderKeys),
      },
      lines.map(({ product, qty }, index) => ({
        id: makeId(),
        productId: product.id,
        qty,
        total: priced.lines[index]?.total ?? 0,
        finalTotal: fromHundredths(priced.lines[index]?.finalHundredths ?? 0n),
        product: toProduct(product, ''),
        coupon: null,
      })),
    )
    await recordOrderEvent(tx, { orderId: id, kind: 'created', actor })
    if (input.is_paid !== undefined && parseBoolean(input.is_paid)) {
      await setPaid(tx, { id, state: 'unpaid', total: priced.charge }, true, actor)
    }
    return id
  })
}

async function linesByHand(tx: Transaction, asked: OrderByHand['products']) {
  const found = await findProducts(
    tx,
    asked.map(({ product_id }) => product_id),
  )
  const byId = new Map(found.map((product) => [product.id, product]))
  return asked.map(({ product_id, qty }) => {
    const product = byId.get(product_id)
    if (!product) throw new ShopError('INVALID_INPUT', { message: [`找不到產品 ${product_id}`] })
    return { product, qty: Number(qty) }
  })
}

/** Takes one order away, or all when none is named; they stay as rows, for the accounts. */
export async function deleteOrders(
  db: NodePgDatabase,
  which: { id?: string },
  actor: string,
): Promise<void> {
  const gone = await transaction(db, (tx) => markOrdersDeleted(tx, which, actor))
  if (which.id !== undefined && gone === 0) throw new ShopError('ORDER_NOT_FOUND')
}
