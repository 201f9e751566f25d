import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())
const run = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values)

const user = {
  name: '標記甲名',
  email: 'marked-audit@example.com',
  tel: '0911222333',
  address: '台北市標記路 1 號',
}
const marks = [...Object.values(user), '標記乙', 'MARKED-1', 'MARKED-2', '97531']

it('the audit holds nothing of an erased person, whatever the staff did with their orders (PRIVACY-07, AUDIT-05)', async () => {
  const member = await shop.member(user.email)
  const product = await shop.product()
  const [sold, lost] = [await order(), await order()]
  const id = (await owner.get(`/admin/customers?q=${user.email}`)).body.customers[0].id

  await succeed(owner.put(`/admin/order/${sold}`, { is_paid: true, message: '標記乙留言', user }))
  await succeed(owner.post(`/admin/order/${sold}/note`, { text: '標記乙備註' }))
  const asked = { amount: 1, reason: '標記乙少件' }
  const { data } = await succeed(owner.post(`/admin/order/${sold}/refund`, asked))
  const remitted = { remitted_on: '2026-11-22', account_last5: '97531' }
  await succeed(owner.post(`/admin/refund/${data.id}/done`, remitted))
  const sent = { carrier: 'own', tracking_number: 'MARKED-1' }
  const { data: parcel } = await succeed(owner.post(`/admin/order/${sold}/parcel`, sent))
  const corrected = { tracking_number: 'MARKED-2', is_delivered: true }
  await succeed(owner.put(`/admin/order/${sold}/parcel/${parcel.id}`, corrected))
  const returned = { reason: '標記乙退貨', refund: 0, lines: [] }
  await succeed(owner.post(`/admin/order/${sold}/return`, returned))
  await succeed(owner.post(`/admin/order/${lost}/cancel`, { reason: '標記乙取消' }))
  await resolveStrayMoney(lost)
  await payOut(member.uid)
  await succeed(owner.put(`/admin/customer/${id}`, { tags: ['標記乙一'] }))
  await succeed(owner.put(`/admin/customer/${id}`, { tags: ['標記乙二'] }))
  await succeed(owner.post(`/admin/customer/${id}/note`, { text: '標記乙備註' }))
  await succeed(owner.post(`/admin/customer/${id}/data`))
  const filter = { q: user.name, tag: '標記乙二', orders_min: '1' }
  await succeed(owner.post('/admin/export', { kind: 'customers', filter, is_personal: true }))
  await succeed(owner.post(`/admin/customer/${id}/erase`, { customer_id: id }))

  const { rows } = await run(
    'select action, before, after, to_jsonb(entry)::text as text from audit_entries as entry',
  )
  const told = rows.filter(({ text }) => marks.some((mark) => text.includes(mark)))
  expect(told).toEqual([])
  const entry = (action: string) => rows.findLast((row) => row.action === action)
  expect(entry('customer.update')).toMatchObject({
    before: { tags: ['***'] },
    after: { tags: ['***'] },
  })
  expect(entry('order.change_parcel')).toMatchObject({
    before: { trackingNumber: '***' },
    after: { trackingNumber: '***' },
  })
  expect(entry('refund.create')?.after).toMatchObject({ amount: 1, reason: '***' })
  expect(entry('export.personal')?.after).toEqual({
    filter: { q: '***', tag: '***', orders_min: '1' },
  })

  async function order(): Promise<string> {
    await member.post('/cart', { product_id: product, qty: 1 })
    return (await succeed(member.post('/order', { user, message: '' }))).orderId
  }
})

async function succeed(call: ReturnType<TestAdministrator['post']>) {
  const { status, body } = await call
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** Money in another amount than asked for. */
async function resolveStrayMoney(orderId: string): Promise<void> {
  await run(
    `insert into payments (id, order_id, provider, method, amount, captured_amount, status,
       reference, trade_no, counts)
     values ('stray', $1, 'ecpay', 'card', 1000, 900, 'succeeded', 'stray', 'stray', false)`,
    [orderId],
  )
  const { differences } = (await owner.get('/admin/reconciliation')).body
  const path = `/admin/reconciliation/${differences[0].id}/resolve`
  await succeed(owner.post(path, { note: '標記乙已電話確認' }))
}

async function payOut(leaderId: string): Promise<void> {
  const { groupId } = await openCampaign(shop)
  await run(
    `insert into commission_entries (id, leader_id, group_id, order_id, kind, amount, by)
     values ('earned', $1, $2, (select min(id) from orders), 'earned', 10, 's:system')`,
    [leaderId, groupId],
  )
  const payout = { leader_id: leaderId, amount: 10, note: '標記乙帳戶' }
  await succeed(owner.post('/admin/commission/payout', payout))
}
