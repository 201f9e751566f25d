import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { ErasurePlan } from '#contract/privacy.ts'
import type { Db } from '../db/connect.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobSender } from '../jobs/jobs.ts'
import type { Erased } from './erase.ts'
import { erasePersonForGood, OpenOrders } from './erase-for-good.ts'
import { findCustomerPerson, ordersOf, type Person } from './person.ts'
import { readProof } from './proof.ts'

/** Erased tables in words; others are 其他紀錄. */
const words: Record<string, string> = {
  members: '會員帳號',
  orders: '訂單的聯絡資料與備註',
  order_lines: '訂單商品的自訂欄位',
  order_events: '訂單紀錄的內容',
  parcels: '貨運單號',
  participations: '跟團的顯示名稱',
  leader_receipts: '付給團主的後五碼與備註',
  leader_hand_overs: '團主交款的後五碼與備註',
  refund_accounts: '退款帳戶',
  carts: '購物車',
  cart_lines: '購物車商品',
  store_choices: '選過的取貨門市',
  mail_outbox: '信件',
  restock_requests: '到貨通知',
  campaign_wishes: '想要開團',
  campaign_sellers: '幫賣的顯示名稱',
  newsletter_subscribers: '電子報訂閱',
  customers: '顧客資料',
  customer_notes: '內部備註',
  customer_tags: '標籤',
  consents: '同意紀錄',
  list_views: '後台儲存的檢視',
}

const bookWords = '交易紀錄，依法須保存；不再含有個人資料'

/** Tells what an erasure would change, why the rest stays, and what proves whose the orders are. */
export async function planErasure(
  db: NodePgDatabase,
  actor: StaffActor,
  num: number,
): Promise<Pick<ErasurePlan, 'goes' | 'stays' | 'proof'>> {
  const person = await getPerson(db, num)
  const erased = await erasePersonForGood(db, actor, person, { isTrial: true }).catch(toRefusal)
  const [stays, proof] = await Promise.all([countBooks(db, person), proofInWords(db, person)])
  return { goes: inWords(erased), stays, ...(proof && { proof }) }
}

/** Erases a customer for good; throws ERASE_OPEN_ORDERS, or INVALID_INPUT for another number. */
export async function eraseCustomer(
  db: NodePgDatabase,
  actor: StaffActor,
  customer: { num: number; typed: string | undefined },
  jobs: JobSender,
): Promise<void> {
  if (customer.typed?.trim() !== String(customer.num)) {
    const text = '顧客編號不符'
    throw new ShopError('INVALID_INPUT', { message: [text], fields: { customer_id: text } })
  }
  const person = await getPerson(db, customer.num)
  await erasePersonForGood(db, actor, person, { isTrial: false, jobs }).catch(toRefusal)
}

async function getPerson(db: Db, num: number): Promise<Person> {
  const person = await findCustomerPerson(db, num)
  if (!person) throw new ShopError('CUSTOMER_NOT_FOUND')
  return person
}

function toRefusal(error: unknown): never {
  if (!(error instanceof OpenOrders)) throw error
  throw new ShopError('ERASE_OPEN_ORDERS', { orders: error.orders })
}

/** Of guests; undefined for a member, whose orders are those of the account. */
async function proofInWords(db: NodePgDatabase, person: Person) {
  if (person.uid !== null) return undefined
  const { paid, mailed, byStaff, unproved } = await readProof(db, person)
  return [
    { what: '已付款', n: paid },
    { what: '訂單信件已寄到此信箱（近 30 天）', n: mailed },
    { what: '店員建立', n: byStaff },
    { what: '沒有任何證明', n: unproved.length },
  ].filter(({ n }) => n > 0)
}

function inWords(erased: Erased): { what: string; n: number }[] {
  const sums = new Map<string, number>()
  for (const [table, n] of Object.entries(erased)) {
    const what = words[table] ?? '其他紀錄'
    sums.set(what, (sums.get(what) ?? 0) + n)
  }
  return [...sums].map(([what, n]) => ({ what, n }))
}

async function countBooks(db: Db, person: Person) {
  const orders = ordersOf(person)
  const { rows } = await db.execute<{ what: string; n: number }>(sql`
    select '訂單、商品與金額' as what, count(*)::int as n from orders where id in ${orders}
    union all select '付款', count(*)::int from payments where order_id in ${orders}
    union all select '退款', count(*)::int from refunds where order_id in ${orders}
    union all select '優惠券使用', count(*)::int from coupon_uses where order_id in ${orders}
    union all select '庫存異動', count(*)::int from stock_movements where order_id in ${orders}`)
  return rows.filter(({ n }) => n > 0).map((row) => ({ ...row, why: bookWords }))
}
