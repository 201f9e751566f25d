import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import { openStoreShop, type StoreShop } from '../testing/doubles/store-shop.ts'
import { orderData, type Visitor } from '../testing/test-shop.ts'

let shop: StoreShop
beforeAll(async () => {
  shop = await openStoreShop()
})
beforeEach(() => shop.reset())
afterAll(async () => {
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  await shop.close()
})

async function placed(qty: number) {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: shop.productId, qty })
  const { orderId } = (await guest.post('/order', orderData)).body
  return { guest, id: String(orderId) }
}
async function change(by: Visitor, id: string, qty: number, more: object = {}) {
  const path = by === shop.owner ? `/admin/order/${id}/lines` : `/order/${id}`
  const asked = { lines: [{ product_id: shop.productId, qty }], ...more }
  const shown = await by.put(path, { ...asked, preview: true })
  if (shown.status !== 200) return shown
  return by.put(path, { ...asked, expected_difference: shown.body.difference })
}
const orderOf = async (guest: Visitor, id: string) => (await guest.get(`/order/${id}`)).body.order

it('money for the sum before a change goes back, and the new sum pays the order (AFTER-08)', async () => {
  const { guest, id } = await placed(3)
  const old = await shop.open(guest, id)
  const changed = await change(guest, id, 2)
  expect(changed.body).toMatchObject({ difference: -1_000, to_pay: 2_000, voids_payment: true })
  await shop.act(old, 'pay')
  expect(await orderOf(guest, id)).toMatchObject({ state: 'placed', is_paid: false, total: 2_000 })
  const refunds = await shop.rows('select amount::int, reason from refunds where order_id = $1', [
    id,
  ])
  expect(refunds).toEqual([{ amount: 3_000, reason: '金額已與訂單不同' }])
  await shop.act(await shop.open(guest, id), 'pay')
  expect(await orderOf(guest, id)).toMatchObject({ state: 'paid', is_paid: true, total: 2_000 })
})

it('what is taken of a card is the sum of now, or goes back, when both come at once (AFTER-08)', async () => {
  const { guest, id } = await placed(2)
  const trade = await shop.open(guest, id)
  await Promise.all([shop.act(trade, 'pay'), change(guest, id, 1)])
  const order = await orderOf(guest, id)
  const [money] = await shop.rows<{ left: number }>(
    `select (select coalesce(sum(amount), 0)::int from payments where order_id = $1
       and status in ('authorised', 'succeeded'))
     - (select coalesce(sum(amount), 0)::int from refunds where order_id = $1) as left`,
    [id],
  )
  expect(money?.left).toBe(order.is_paid ? order.total : 0)
})

/** Paid by card, of one piece, and changed. */
async function paidAndChanged(qty: number) {
  const { guest, id } = await placed(1)
  await shop.act(await shop.open(guest, id), 'pay')
  expect((await change(guest, id, qty)).status).toBe(200)
  return { guest, id }
}
const refundsOf = (id: string) =>
  shop.rows('select amount::int, reason from refunds where order_id = $1 order by id', [id])
const optionsOf = async (guest: Visitor, id: string) =>
  (await guest.get(`/order/${id}/payment`)).body.data

it('a balance is paid at the gateway, and money for another balance goes back (AFTER-08)', async () => {
  const { guest, id } = await paidAndChanged(3)
  expect(await optionsOf(guest, id)).toMatchObject({ is_paid: false, total: 2_000 })
  expect(await optionsOf(guest, id)).not.toHaveProperty('attempt')
  const old = await shop.open(guest, id)
  expect((await change(guest, id, 2)).body).toMatchObject({ to_pay: 1_000, voids_payment: true })
  await shop.act(old, 'pay')
  expect(await orderOf(guest, id)).toMatchObject({ balance_due: 1_000 })
  // Of two at once one is had.
  const [one, other] = [await shop.open(guest, id), await shop.open(guest, id)]
  await Promise.all([shop.act(one, 'pay'), shop.act(other, 'pay')])
  expect(await orderOf(guest, id)).not.toHaveProperty('balance_due')
  expect(await optionsOf(guest, id)).toMatchObject({ is_paid: true, total: 2_000 })
  expect(await refundsOf(id)).toEqual([
    { amount: 2_000, reason: '補款金額已不同' },
    { amount: 1_000, reason: '已不需補款' },
  ])
  await shop.runMoneyJobs()
  const captured = await shop.rows(
    `select status, supplements from payments where order_id = $1 and trade_no = any($2) and supplements`,
    [id, [one.tradeNo, other.tradeNo]],
  )
  expect(captured).toEqual([{ status: 'succeeded', supplements: true }])
})

it('a number for a balance waits as long as it says, and goes back for an order that has ended (AFTER-08)', async () => {
  const { guest, id } = await paidAndChanged(2)
  const number = await shop.open(guest, id, 'atm')
  await shop.act(number, 'issue')
  const { attempt, methods } = await optionsOf(guest, id)
  expect(attempt).toMatchObject({ method: 'atm', state: 'pending', amount: 1_000 })
  expect(attempt.number.due_at).toBeGreaterThan(Date.now() / 1_000 + 86_400)
  expect(methods.map(({ method }: { method: string }) => method)).toContain('cvs')
  expect(await orderOf(guest, id)).not.toHaveProperty('expires_at')
  await shop.act(number, 'deposit')
  expect(await orderOf(guest, id)).not.toHaveProperty('balance_due')
  await change(guest, id, 3)
  const late = await shop.open(guest, id, 'cvs')
  await shop.act(late, 'issue')
  await guest.post(`/order/${id}/cancel`)
  expect((await orderOf(guest, id)).balance_due).toBeUndefined()
  await shop.act(late, 'deposit')
  expect(await refundsOf(id)).toEqual([
    { amount: 1_000, reason: '顧客取消訂單' },
    { amount: 1_000, reason: '顧客取消訂單' },
    { amount: 1_000, reason: '訂單取消後收到款項' },
  ])
})

it('a transfer for a balance follows it, and is what the staff record (AFTER-08)', async () => {
  await takeTransfers()
  const { guest, id } = await paidAndChanged(2)
  const start = await guest.post(`/order/${id}/payment`, { method: 'transfer' })
  expect(start.body.message).toBe('請於期限前完成匯款')
  await change(guest, id, 3)
  expect((await optionsOf(guest, id)).attempt).toMatchObject({ method: 'transfer', amount: 2_000 })
  expect((await shop.owner.post(`/admin/order/${id}/balance`, { amount: 2_000 })).status).toBe(200)
  const money = `select method, captured_amount::int as came, counts, supplements from payments
    where order_id = $1 order by created_at`
  expect(await shop.rows(money, [id])).toEqual([
    { method: 'card', came: 1_000, counts: true, supplements: false },
    { method: 'transfer', came: 2_000, counts: false, supplements: true },
  ])
  await change(guest, id, 4)
  await guest.post(`/order/${id}/payment`, { method: 'transfer' })
  await change(guest, id, 3)
  expect(await optionsOf(guest, id)).toMatchObject({ is_paid: true })
  const states = 'select status from payments where order_id = $1 order by created_at'
  expect(await shop.rows(states, [id])).toEqual([
    ...[{ status: 'succeeded' }, { status: 'succeeded' }, { status: 'expired' }],
  ])
})

it('no parcel to a store is made before a balance is paid (AFTER-08)', async () => {
  const { id } = await shop.storeOrder()
  await change(shop.owner, id, 3)
  expect(await shop.createAll([id])).toEqual(['尚有補款未付，收到後才能出貨'])
  const toMake = async () =>
    (await shop.owner.get('/admin/shipments?view=to_make')).body.shipments.map(
      (row: { order_id: string }) => row.order_id,
    )
  expect(await toMake()).not.toContain(id)
  const runs = await shop.run({ kind: 'orders', action: 'prepare', ids: [id] })
  expect(runs).toEqual(['尚有補款未付，收到後才能出貨'])
  await shop.owner.post(`/admin/order/${id}/balance`, { amount: 1_000 })
  expect(await toMake()).toContain(id)
  expect(await shop.createAll([id])).toEqual([undefined])
})

async function takeTransfers() {
  const { settings } = (await shop.owner.get('/admin/settings')).body
  const values = { ...defaultSettings.payment, account: '玉山銀行 808 0123-456-789012' }
  await shop.owner.put('/admin/settings/payment', { version: settings.payment.version, values })
}

it('a transfer waits for the sum of now, which the staff record (AFTER-08)', async () => {
  await takeTransfers()
  const { guest, id } = await placed(3)
  await guest.post(`/order/${id}/payment`, { method: 'transfer' })
  expect((await change(guest, id, 1)).body.voids_payment).toBeUndefined()
  await shop.owner.put(`/admin/order/${id}`, { is_paid: true })
  const money =
    'select method, amount::int, captured_amount::int as came from payments where order_id = $1'
  expect(await shop.rows(money, [id])).toEqual([{ method: 'transfer', amount: 1_000, came: 1_000 }])
})

it('an order that is paid at the pick-up keeps to a store that can collect its sum (AFTER-08)', async () => {
  const order = await shop.orderOnDelivery()
  expect((await change(order.guest, order.id, 3)).body).toMatchObject({ to_pay: 3_000 })
  const home = { shipping: { method_id: 'home', address: orderData.user.address } }
  const away = await change(order.guest, order.id, 3, home)
  expect(away).toMatchObject({ status: 409, body: { code: 'ON_DELIVERY_REFUSED' } })
  const dear = await change(order.guest, order.id, 21)
  expect(dear.status).toBe(409)
  await shop.createAll([order.id])
  await shop.workShipments()
  expect((await shop.parcels(order.id))[0]).toMatchObject({ collects: 3_000 })
  // Its label has the sum: neither side changes it any more.
  expect((await order.guest.get(`/order/${order.id}`)).body.can_change).toBeUndefined()
  expect((await change(order.guest, order.id, 1)).body.code).toBe('ORDER_NOT_CHANGEABLE')
  expect((await change(shop.owner, order.id, 1)).body.message).toBe(
    '已建立寄件單或包裹，請先取消寄件單再變更',
  )
})
