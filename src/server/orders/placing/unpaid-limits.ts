import { defaultSettings, type OrderSettings } from '#contract/settings.ts'
import { t } from '#contract/translate.ts'
import { preparedText } from '../../db/prepared.ts'
import type { Transaction } from '../../db/transaction.ts'
import { ShopError } from '../../http/shop-error.ts'
import { isNetworkKey } from '../../limits/holder-keys.ts'
import { readSettingGroup } from '../../settings/settings.queries.ts'
import { listCounted } from '../../stock/stock-holds.queries.ts'

/** The shopper of an order as far as the bounds on unpaid orders must know. */
export interface Holder {
  /** The key of the network; null: the member has shown that the mailbox is theirs. */
  network: string | null
  /** How many times the bounds of the settings. */
  scale: number
}

interface AskedLine {
  productId: string
  /** As in `stock`. */
  variantId: string
  title: string
  qty: number
}

interface Held extends Record<string, unknown> {
  key: string
  orders: number
  /** Product, orders, pieces. */
  products: [string, number, number][]
}

const locked = preparedText(
  'unpaid_lock',
  'select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest($1::text[]) as key',
)

// A place whose card is authorised can no longer be paid, and is paid in all but name.
const counted = preparedText<Held>(
  'unpaid_count',
  `with open as materialized (
     select id, holders from orders
     where state = 'placed' and holders is not null and holders && $1::text[] and id <> $2
       and (charge_kind <> 'authorise' or is_payable)
   )
   select key, (select count(*)::int from open where key = any(open.holders)) as orders,
     coalesce((select json_agg(json_build_array(product_id, orders, pieces)) from (
       select line.product_id, count(distinct line.order_id) as orders, sum(line.qty) as pieces
       from open join order_lines as line on line.order_id = open.id
       where key = any(open.holders) and line.product_id = any($3::text[])
       group by line.product_id) as held), '[]') as products
   from unnest($1::text[]) as key`,
)

const paid = preparedText<{ has_paid: boolean }>(
  'unpaid_has_paid',
  // Live and archived orders of an owner have an index each.
  `select exists (select from orders
     where owner = $1 and deleted_at is null and payment_state = 'paid' and total > 0)
   or exists (select from orders
     where owner = $1 and deleted_at is not null and payment_state = 'paid' and total > 0) as has_paid`,
)

/** A payment can be taken back: who has paid once may hold more, and not without bound. */
const timesOfPayer = 4

/**
 * Refuses an order that would give one shopper, mailbox or network too much before it has paid for
 * anything: unpaid orders, and pieces and orders of a product that is scarce. Orders of the same
 * shopper, mailbox or network wait here for each other until the end of the transaction; the stock is
 * locked behind it.
 */
export async function assertMayHold(
  tx: Transaction,
  order: {
    id: string
    owner: string
    keys: readonly string[]
    scale: number
    lines: readonly AskedLine[]
    /** Of a place in a group: whatever it holds is scarce. */
    isPlace: boolean
  },
): Promise<void> {
  const { lines } = order
  const products = lines.map(({ productId }) => productId)
  const keys = order.keys.toSorted()
  const [, settings, [known], inStock, holders] = await Promise.all([
    locked(tx, [keys]),
    readSettingGroup(tx, 'order'),
    paid(tx, [order.owner]),
    listCounted(
      tx,
      lines.map(({ variantId }) => variantId),
    ),
    counted(tx, [keys, order.id, products]),
  ])
  const times = known?.has_paid ? timesOfPayer : 1
  const scarce = lines.filter(({ variantId }) => order.isPlace || inStock.has(variantId))
  for (const held of holders) {
    // A payer is not refused for others behind the same address.
    if (known?.has_paid && isNetworkKey(held.key)) continue
    judge(held, scarce, boundsOf(settings, held.key, order.scale * times))
  }
}

function boundsOf(settings: OrderSettings, key: string, scale: number) {
  const { order } = defaultSettings
  const times = isNetworkKey(key) ? (settings.unpaid_network ?? order.unpaid_network ?? 1) : 1
  const bound = (name: 'unpaid_orders' | 'unpaid_product_orders' | 'unpaid_pieces') =>
    (settings[name] ?? order[name] ?? 1) * times * scale
  return {
    orders: bound('unpaid_orders'),
    productOrders: bound('unpaid_product_orders'),
    pieces: bound('unpaid_pieces'),
  }
}

function judge(
  { key, orders, products }: Held,
  lines: readonly AskedLine[],
  bounds: ReturnType<typeof boundsOf>,
): void {
  const refuse = (what: string) => {
    const message = isNetworkKey(key)
      ? t('您所在的網路尚未付款的訂單過多，請稍後再試，或登入已驗證信箱的會員後再送出')
      : what
    return new ShopError('ORDER_UNPAID_LIMIT', { message })
  }
  if (orders + 1 > bounds.orders) {
    throw refuse(t('您已有 {orders} 筆訂單尚未付款，請先完成付款或取消後再送出', { orders }))
  }
  // The pieces of all variants of a product count together.
  for (const [productId, ofProduct] of Map.groupBy(lines, (line) => line.productId)) {
    const [{ title } = { title: '' }] = ofProduct
    const qty = ofProduct.reduce((sum, line) => sum + line.qty, 0)
    const [, ordersOf = 0, pieces = 0] = products.find(([id]) => id === productId) ?? []
    if (ordersOf + 1 > bounds.productOrders) {
      throw refuse(
        t('您已有 {orders} 筆「{title}」的訂單尚未付款，請先完成付款或取消後再送出', {
          orders: ordersOf,
          title,
        }),
      )
    }
    if (pieces + qty > bounds.pieces) {
      const left = Math.max(0, bounds.pieces - pieces)
      throw refuse(
        t('付款前最多保留 {pieces} 件「{title}」，還可以訂 {left} 件，請減少數量或先完成付款', {
          pieces: bounds.pieces,
          title,
          left,
        }),
      )
    }
  }
}
