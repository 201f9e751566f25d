import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { sweepExpired } from '../../db/housekeeping.ts'
import { createLog } from '../../log.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'
import { toStaffRefund } from './refund-wire.ts'
import { readRefunds } from './refunds.queries.ts'

let shop: TestShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

const origin = { requestId: '', network: '', device: '' }
const given = { bank_code: '012', account: '123456789012', name: '王小明' }

/** An order that was paid by hand, with a refund that somebody has to remit. */
async function refunded(guest: Visitor): Promise<{ id: string; refund: string }> {
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  const id = (await guest.post('/order', orderData)).body.orderId
  await admin.put(`/admin/order/${id}`, { is_paid: true })
  const { body } = await admin.post(`/admin/order/${id}/refund`, { amount: 400, reason: '瑕疵' })
  return { id, refund: body.data.id }
}
const refundsOf = async (by: Visitor, id: string) => (await by.get(`/order/${id}`)).body.refunds
const staffRefunds = async (id: string) => (await admin.get(`/admin/order/${id}`)).body.refunds

it('the shopper of a refund by hand gives an account, which only who may refund reads (REFUND-09)', async () => {
  const guest = shop.guest()
  const { id } = await refunded(guest)
  expect(await refundsOf(guest, id)).toMatchObject([{ state: 'manual', needs_account: true }])
  const path = `/order/${id}/refund-account`
  for (const wrong of [
    { bank_code: '12' },
    { bank_code: '12a' },
    { account: '12345' },
    { account: '12345678901234567' },
    { name: ' ' },
    { name: undefined },
  ]) {
    expect((await guest.put(path, { ...given, ...wrong })).status).toBe(400)
  }
  expect((await shop.guest().put(path, given)).status).toBe(404)
  expect(await guest.put(path, given)).toMatchObject({ body: { message: '已儲存退款帳戶' } })
  const [own] = await refundsOf(guest, id)
  expect(own).not.toHaveProperty('needs_account')
  expect(own).not.toHaveProperty('account')
  expect(await staffRefunds(id)).toMatchObject([{ account: given }])
  const listed = (await admin.get('/admin/refunds?state=manual')).body.refunds
  expect(listed.find(({ order_id }: { order_id: string }) => order_id === id)).toMatchObject({
    account: given,
  })
  const [row] = await readRefunds(shop.database.db, id)
  if (!row) throw new Error('the refund is gone')
  const seenBy = (role: Role) =>
    toStaffRefund(row, { kind: 'admin', role, id: '', name: '', origin })
  for (const role of ['manager', 'packer', 'viewer'] as const) {
    expect(seenBy(role)).not.toHaveProperty('account')
  }
  expect(seenBy('accountant')).toMatchObject({ account: given })
})

it('an order without such a refund takes no account (REFUND-09)', async () => {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  const id = (await guest.post('/order', orderData)).body.orderId
  const answer = await guest.put(`/order/${id}/refund-account`, given)
  expect(answer).toMatchObject({ status: 409, body: { message: '此訂單沒有需要帳戶的退款' } })
})

it('the account goes 30 days after its refund is done (REFUND-09)', async () => {
  const guest = shop.guest()
  const { id, refund } = await refunded(guest)
  await guest.put(`/order/${id}/refund-account`, given)
  const sweep = () => sweepExpired(shop.database.db, createLog({ logLevel: 'silent' }))
  const kept = async () => {
    const { rowCount } = await shop.database.pool.query(
      'select from refund_accounts where order_id = $1',
      [id],
    )
    return rowCount
  }
  await sweep()
  expect(await kept()).toBe(1)
  await admin.post(`/admin/refund/${refund}/done`, {
    remitted_on: '2026-11-20',
    account_last5: '89012',
  })
  const age = (days: number) =>
    shop.database.pool.query(
      'update refunds set done_at = now() - make_interval(days => $2) where id = $1',
      [refund, days],
    )
  await age(29)
  await sweep()
  expect(await kept()).toBe(1)
  await age(31)
  await sweep()
  expect(await kept()).toBe(0)
})
