import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { ErasurePlan } from '#contract/privacy.ts'
import type { Db } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { type Erased, listOpenOrders } from './erase.ts'
import { erasePersonForGood } from './erase-for-good.ts'
import { findCustomerPerson, ordersOf, type Person } from './person.ts'

/** What goes, in words; other tables are 其他紀錄. */
const words: Record<string, string> = {
  members: '會員帳號',
  orders: '訂單的聯絡資料與備註',
  order_lines: '訂單商品的自訂欄位',
  order_events: '訂單紀錄的內容',
  parcels: '貨運單號',
  participations: '跟團的顯示名稱',
  refund_accounts: '退款帳戶',
  carts: '購物車',
  cart_lines: '購物車商品',
  mail_outbox: '信件',
  restock_requests: '到貨通知',
  customers: '顧客資料',
  customer_notes: '內部備註',
  customer_tags: '標籤',
  consents: '同意紀錄',
}

const bookWords = '交易紀錄，依法須保存；不再含有個人資料'

/** Tells what an erasure would change, and why the rest stays. */
export function planErasure(
  db: NodePgDatabase,
  actor: StaffActor,
  num: number,
): Promise<Pick<ErasurePlan, 'goes' | 'stays'>> {
  return transaction(db, async (tx) => {
    const person = await findClosed(tx, num)
    const stays = await countBooks(tx, person)
    const erased = await erasePersonForGood(tx, actor, person, { isTrial: true })
    return { goes: inWords(erased), stays }
  })
}

/** Erases a customer for good; throws ERASE_OPEN_ORDERS, or INVALID_INPUT for another number. */
export function eraseCustomer(
  db: NodePgDatabase,
  actor: StaffActor,
  customer: { num: number; typed: string | undefined },
): Promise<void> {
  if (customer.typed?.trim() !== String(customer.num)) {
    const text = '顧客編號不符'
    throw new ShopError('INVALID_INPUT', { message: [text], fields: { customer_id: text } })
  }
  return transaction(db, async (tx) => {
    const person = await findClosed(tx, customer.num)
    await erasePersonForGood(tx, actor, person, { isTrial: false })
  })
}

/** A customer whose orders, refunds and groups have all ended. */
async function findClosed(tx: Db, num: number): Promise<Person> {
  const person = await findCustomerPerson(tx, num)
  if (!person) throw new ShopError('CUSTOMER_NOT_FOUND')
  const orders = await listOpenOrders(tx, person)
  if (orders.length > 0) throw new ShopError('ERASE_OPEN_ORDERS', { orders })
  return person
}

function inWords(erased: Erased): { what: string; n: number }[] {
  const sums = new Map<string, number>()
  for (const [table, n] of Object.entries(erased)) {
    const what = words[table] ?? '其他紀錄'
    sums.set(what, (sums.get(what) ?? 0) + n)
  }
  return [...sums].map(([what, n]) => ({ what, n }))
}

async function countBooks(tx: Db, person: Person) {
  const orders = ordersOf(person)
  const { rows } = await tx.execute<{ what: string; n: number }>(sql`
    select '訂單、商品與金額' as what, count(*)::int as n from orders where id in ${orders}
    union all select '付款', count(*)::int from payments where order_id in ${orders}
    union all select '退款', count(*)::int from refunds where order_id in ${orders}
    union all select '優惠券使用', count(*)::int from coupon_uses where order_id in ${orders}
    union all select '庫存異動', count(*)::int from stock_movements where order_id in ${orders}`)
  return rows.filter(({ n }) => n > 0).map((row) => ({ ...row, why: bookWords }))
}
