import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expireForgottenOrders } from '../orders/life/expire-forgotten-orders.ts'
import { expireIfDue } from '../payments/news/expire-orders.ts'
import { workRun } from '../runs/work-run.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import { openStoreShop, type StoreShop } from '../testing/doubles/store-shop.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { endGroup, joinAs, placeOf } from '../testing/test-closing.ts'
import { openStock } from '../testing/test-stock.ts'

let shop: StoreShop
beforeAll(async () => {
  shop = await openStoreShop()
})
beforeEach(() => shop.reset())
afterAll(async () => {
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  await shop.close()
})

type Placed = Awaited<ReturnType<StoreShop['orderOnDelivery']>>
const onDelivery = { method: 'on_delivery' }

async function withLabel(order: Placed) {
  expect(await shop.createAll([order.id])).toEqual([undefined])
  await shop.workShipments()
  const [parcel] = (await shop.parcels(order.id)).slice(-1)
  if (!parcel) throw new Error(JSON.stringify(await shop.shipment(order.id)))
  return { ...order, parcel }
}
const made = async (to?: Parameters<StoreShop['orderOnDelivery']>[0]) =>
  withLabel(await shop.orderOnDelivery(to))

const wireOf = async ({ id, guest }: Placed) => (await guest.get(`/order/${id}`)).body
const methodsOf = async ({ id, guest }: Placed) => {
  const { methods } = (await guest.get(`/order/${id}/payment`)).body.data
  return methods as { method: string; is_available: boolean; note?: string; reason?: string }[]
}
const offerOf = async (order: Placed) =>
  (await methodsOf(order)).find(({ method }) => method === 'on_delivery')
const adminOrder = async (id: string) => (await shop.owner.get(`/admin/order/${id}`)).body
const moneyOf = (id: string) =>
  shop.rows(
    `select provider, method, status, amount::int, captured_amount::int as collected, counts
     from payments where order_id = $1 order by created_at`,
    [id],
  )
const booksOf = async (id: string) => {
  const rows = await shop.rows<{ kind: string; amount: number }>(
    'select kind, amount::int from book_entries where order_id = $1 order by id',
    [id],
  )
  return rows.map(({ kind, amount }) => `${kind} ${amount}`)
}
const refundsOf = (id: string) =>
  shop.rows('select amount::int, reason, state from refunds where order_id = $1', [id])
const payByHand = (id: string) => shop.owner.put(`/admin/order/${id}`, { is_paid: true })
const problemOf = async (id: string) => {
  const { shipments } = (await shop.owner.get('/admin/shipments?view=problem')).body
  return shipments.find((one: { order_id: string }) => one.order_id === id)
}
const collected = { provider: 'ecpaylogistics', method: 'on_delivery', status: 'succeeded' }

describe('取貨付款, chosen', () => {
  it('is offered to an order that a store can collect for, with its sum (SHIP-09)', async () => {
    const order = await shop.storeOrder()
    expect(await offerOf(order)).toBeUndefined()
    await shop.owner.put(`/admin/order/${order.id}`, { is_paid: false })
    expect(await offerOf(order)).toMatchObject({
      ...{ name: '取貨付款', note: '到店付現 NT$2,000', min: 1, max: 20_000, is_available: true },
    })
    await shop.rows('update orders set total = 20001 where id = $1', [order.id])
    expect(await offerOf(order)).toMatchObject({
      ...{ is_available: false, reason: '此付款方式限 NT$1 至 NT$20,000' },
    })
    const refused = await order.guest.post(`/order/${order.id}/payment`, onDelivery)
    expect(refused).toMatchObject({ status: 409, body: { code: 'ON_DELIVERY_REFUSED' } })
    await shop.rows('update orders set total = 2000 where id = $1', [order.id])
    await shop.rows('update shipping_methods set cod = false where id = $1', [shop.methodId])
    expect(await offerOf(order)).toBeUndefined()
    expect((await order.guest.post(`/order/${order.id}/payment`, onDelivery)).status).toBe(409)
    await shop.rows('update shipping_methods set cod = true where id = $1', [shop.methodId])
  })

  it('leaves the order unpaid and without an end, for the shop to work on (SHIP-09)', async () => {
    const order = await shop.orderOnDelivery()
    const { order: shown, timeline, can_cancel } = await wireOf(order)
    expect(shown).toMatchObject({
      ...{ is_paid: false, state: 'placed', payment_state: 'none', payment_method: 'on_delivery' },
    })
    expect(shown).not.toHaveProperty('expires_at')
    expect(can_cancel).toBe(true)
    expect(timeline.at(-1).kind).toBe('on_delivery')
    // Chosen twice it is chosen once.
    expect((await order.guest.post(`/order/${order.id}/payment`, onDelivery)).status).toBe(200)
    expect((await wireOf(order)).timeline).toHaveLength(timeline.length)
    const { body } = await shop.owner.post('/admin/packing', { ids: [order.id] })
    expect(body.orders.map(({ id }: { id: string }) => id)).toContain(order.id)
    expect((await adminOrder(order.id)).actions).toEqual(['prepare', 'ship', 'cancel'])
    await shop.rows(`update orders set created_at = now() - interval '30 days' where id = $1`, [
      order.id,
    ])
    await expireForgottenOrders(shop.database.db, shop.payments.subscribers)
    await expireIfDue(shop.payments, { orderId: order.id, asks: 0 })
    expect((await wireOf(order)).order.state).toBe('placed')
    const [mail] = (await shop.mails(order.id)).slice(-1)
    expect(mail?.text).toContain('付款方式：取貨付款，取貨時請付 NT$2,000')
    expect(mail?.text).not.toContain('收到款項後就開始備貨')
  })

  it('is prepared by a run, whose undo puts it back unpaid (SHIP-09)', async () => {
    const { id, guest } = await shop.orderOnDelivery()
    const asked = { kind: 'orders', action: 'prepare', ids: [id] }
    const { run } = (await shop.owner.post('/admin/run', asked)).body
    await workRun(shop.runs, run.id, { signal: new AbortController().signal, isLast: true })
    expect((await wireOf({ id, guest })).order.state).toBe('preparing')
    expect((await shop.owner.post(`/admin/run/${run.id}/undo`)).status).toBe(200)
    await workRun(shop.runs, run.id, { signal: new AbortController().signal, isLast: true })
    expect((await wireOf({ id, guest })).order).toMatchObject({ state: 'placed', is_paid: false })
  })

  it('may be cancelled by the shopper until it is prepared, by the owner until it is sent (SHIP-09)', async () => {
    const early = await shop.orderOnDelivery()
    expect((await early.guest.post(`/order/${early.id}/cancel`)).status).toBe(200)
    expect(await offerOf(early)).toBeUndefined()
    const late = await made()
    expect((await adminOrder(late.id)).order.state).toBe('preparing')
    expect((await late.guest.post(`/order/${late.id}/cancel`)).status).toBe(409)
    const cancel = { reason: '缺貨' }
    expect((await shop.owner.post(`/admin/order/${late.id}/cancel`, cancel)).status).toBe(200)
    expect(await problemOf(late.id)).toMatchObject({
      collects_fault: expect.stringContaining('訂單已付款或已取消'),
    })
  })

  it('may be paid at once online until a label collects, and by no number (SHIP-09)', async () => {
    const order = await shop.orderOnDelivery()
    expect((await methodsOf(order)).map(({ method }) => method)).toEqual(['card'])
    const byNumber = await order.guest.post(`/order/${order.id}/payment`, { method: 'atm' })
    expect(byNumber.status).toBe(400)
    await shop.act(await shop.open(order.guest, order.id), 'pay')
    expect((await wireOf(order)).order).toMatchObject({ is_paid: true, payment_method: 'card' })
    expect(await shop.createAll([order.id])).toEqual([undefined])
    await shop.workShipments()
    expect((await shop.parcels(order.id))[0]).toMatchObject({ collects: 0 })
    const sent = await made()
    expect(await methodsOf(sent)).toEqual([])
    const refused = await sent.guest.post(`/order/${sent.id}/payment`, { method: 'card' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'ON_DELIVERY_SENT' } })
  })
})

describe('取貨付款, picked up', () => {
  it('is collected by the label, then paid and delivered at once (SHIP-09)', async () => {
    const order = await made()
    expect(order.parcel).toMatchObject({ amount: 2_000, collects: 2_000 })
    expect(await shop.shipment(order.id)).toMatchObject({ collects: 2_000 })
    await shop.move(order.parcel, 'handedIn', 'atCentre', 'atStore')
    expect((await wireOf(order)).order).toMatchObject({ is_paid: false, state: 'shipped' })
    expect(await booksOf(order.id)).toEqual([])
    expect((await shop.mails(order.id)).at(-1)?.text).toContain('取貨時請付 NT$2,000')
    await shop.move(order.parcel, 'pickedUp')
    expect((await wireOf(order)).order).toMatchObject({
      ...{ is_paid: true, state: 'delivered', payment_state: 'paid' },
      ...{ payment_method: 'on_delivery', paid_date: expect.any(Number) },
    })
    expect(await moneyOf(order.id)).toEqual([
      { ...collected, amount: 2_000, collected: 2_000, counts: true },
    ])
    expect(await booksOf(order.id)).toEqual(['captured 2000'])
    expect((await shop.mails(order.id)).map(({ kind }) => kind)).toEqual([
      ...['placed', 'placed', 'shipped', 'at_store', 'paid'],
    ])
    const kinds = (await wireOf(order)).timeline.map(({ kind }: { kind: string }) => kind)
    expect(kinds.slice(-2)).toEqual(['paid', 'delivered'])
    const { refundable } = await adminOrder(order.id)
    expect(refundable).toBe(2_000)
    await shop.owner.post(`/admin/order/${order.id}/refund`, { amount: 500, reason: '瑕疵' })
    expect(await refundsOf(order.id)).toEqual([{ amount: 500, reason: '瑕疵', state: 'manual' }])
  })

  it('counts once, however often and in whatever order it is told (SHIP-09)', async () => {
    const order = await made({ chain: 'FAMI', storeId: '001779' })
    order.parcel.holdsNotices = true
    await shop.move(order.parcel, 'handedIn', 'atCentre', 'atStore', 'pickedUp')
    const { address, gateway } = shop.running
    for (const { id } of order.parcel.notices.toReversed()) {
      const url = `${address}/parcels/${order.parcel.merchantTradeNo}/notices/${id}`
      const headers = { 'content-type': 'application/json' }
      await fetch(url, { method: 'POST', headers, body: JSON.stringify({ times: 3 }) })
      await gateway.notifier.idle()
    }
    expect((await wireOf(order)).order).toMatchObject({ is_paid: true, state: 'delivered' })
    expect(await booksOf(order.id)).toEqual(['captured 2000'])
    const kinds = (await shop.mails(order.id)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'paid')).toHaveLength(1)
  })

  it('pays for what was marked as paid meanwhile a second time, which goes back (SHIP-09)', async () => {
    const order = await made()
    await shop.move(order.parcel, 'handedIn')
    expect((await payByHand(order.id)).status).toBe(200)
    expect((await wireOf(order)).order).toMatchObject({ is_paid: true, state: 'shipped' })
    expect(await problemOf(order.id)).toMatchObject({
      collects_fault: expect.stringContaining('包裹已寄出，金額無法更改'),
    })
    await shop.move(order.parcel, 'atCentre', 'atStore', 'pickedUp')
    expect(await moneyOf(order.id)).toEqual([
      {
        ...{ provider: 'manual', method: 'manual', status: 'succeeded', amount: 2_000 },
        ...{ collected: null, counts: true },
      },
      { ...collected, amount: 2_000, collected: 2_000, counts: false },
    ])
    expect(await refundsOf(order.id)).toEqual([
      { amount: 2_000, reason: '重複付款', state: 'manual' },
    ])
    expect((await wireOf(order)).order).toMatchObject({ is_paid: true, state: 'delivered' })
    await shop.rows(`update refunds set state = 'done', done_at = now() where order_id = $1`, [
      order.id,
    ])
    await shop.rows(
      `insert into book_entries (kind, order_id, amount) values ('refunded', $1, 2000)`,
      [order.id],
    )
  })

  it('with another sum than the price by now it is paid, and what is over goes back (SHIP-09)', async () => {
    const order = await made()
    await shop.rows('update orders set total = 1900 where id = $1', [order.id])
    expect(await problemOf(order.id)).toMatchObject({
      collects_fault: expect.stringContaining('會代收 NT$2,000，但訂單目前應付 NT$1,900'),
    })
    await shop.move(order.parcel, 'handedIn', 'atCentre', 'atStore', 'pickedUp')
    expect(await moneyOf(order.id)).toMatchObject([
      { amount: 1_900, collected: 2_000, counts: true },
    ])
    expect(await refundsOf(order.id)).toMatchObject([{ amount: 100, state: 'manual' }])
    // It is no part of the price of now: commission and packing count it nowhere.
    expect(
      await shop.rows('select is_of_change from refunds where order_id = $1', [order.id]),
    ).toEqual([{ is_of_change: true }])
    const notice = (await adminOrder(order.id)).timeline.find(
      ({ kind }: { kind: string }) => kind === 'payment_notice',
    )
    expect(notice.text).toBe('取貨金額不符：應收 NT$1,900，實收 NT$2,000')
    await shop.rows('update orders set total = 2000 where id = $1', [order.id])
  })
})

describe('the sum on a label', () => {
  it('that is wrong is a problem and is not printed; made again it is right (SHIP-09)', async () => {
    const order = await made()
    const { id: shipmentId } = await shop.shipment(order.id)
    expect(await problemOf(order.id)).toBeUndefined()
    await payByHand(order.id)
    const shown = await shop.shipment(order.id)
    expect(shown.collects_fault).toBe(
      '寄件單會代收 NT$2,000，但訂單已付款或已取消。請取消這張寄件單，需要時重新建立；舊的代碼請勿再拿去寄件',
    )
    const { counts } = (await shop.owner.get('/admin/shipments?view=to_hand_in')).body
    expect(counts.problem).toBeGreaterThan(0)
    const labels = await shop.owner.post('/admin/shipments/labels', { ids: [shipmentId] })
    expect(labels.body.left_out).toMatchObject([{ id: shipmentId, reason: shown.collects_fault }])
    expect((await shop.owner.post(`/admin/shipment/${shipmentId}/cancel`)).status).toBe(200)
    expect(await problemOf(order.id)).toBeUndefined()
    const again = await withLabel(order)
    expect(again.parcel).toMatchObject({ amount: 2_000, collects: 0 })
    expect(await shop.shipment(order.id)).not.toHaveProperty('collects_fault')
  })

  it('is that of the moment at which it is asked for, also after a refusal (SHIP-09)', async () => {
    const order = await shop.orderOnDelivery()
    await shop.createAll([order.id])
    await payByHand(order.id)
    await shop.workShipments()
    expect((await shop.parcels(order.id))[0]).toMatchObject({ collects: 0 })
    expect(await shop.shipment(order.id)).not.toHaveProperty('collects')
  })

  it('that collects nothing for an order which is unpaid again is a problem (SHIP-09)', async () => {
    const order = await withLabel(await shop.storeOrder())
    await shop.owner.put(`/admin/order/${order.id}`, { is_paid: false })
    expect(await problemOf(order.id)).toMatchObject({
      collects_fault: expect.stringContaining('訂單尚有 NT$2,000 未付，但寄件單不會代收'),
    })
    await payByHand(order.id)
  })
})

it('a place of a group that is paid after its success is confirmed by the choice (SHIP-09)', async () => {
  const campaign = await openCampaign(shop)
  const member = await joinAs(shop, campaign, 10)
  await endGroup(shop, campaign)
  const shipping = {
    ...{ methodId: shop.methodId, kind: 'store', name: '超商取貨' },
    store: { chain: 'UNIMART', id: '131386', name: '南港門市', address: '台北市', tel: '' },
  }
  await shop.rows('update orders set shipping = $2 where id = $1', [
    member.orderId,
    JSON.stringify(shipping),
  ])
  const chosen = await member.post(`/order/${member.orderId}/payment`, onDelivery)
  expect(chosen.status).toBe(200)
  expect(await placeOf(shop, member)).toMatchObject({ state: 'confirmed' })
  const order = await withLabel({ id: member.orderId, guest: member })
  await shop.move(order.parcel, 'handedIn', 'atCentre', 'atStore', 'pickedUp')
  expect((await wireOf(order)).order).toMatchObject({ is_paid: true, state: 'delivered' })
  expect(await placeOf(shop, member)).toMatchObject({ state: 'confirmed' })
  await shop.rows(`update campaigns set money = 'authorise_capture' where id = $1`, [campaign.id])
  await shop.rows(
    `update orders set payment_state = 'unpaid', paid_at = null, payment_method = null, state = 'placed' where id = $1`,
    [member.orderId],
  )
  expect(await offerOf(order)).toBeUndefined()
  await shop.rows(`update campaigns set money = 'pay_after_success' where id = $1`, [campaign.id])
  await shop.rows(
    `update orders set payment_state = 'paid', paid_at = now(), payment_method = 'on_delivery', state = 'delivered' where id = $1`,
    [member.orderId],
  )
})

describe('取貨付款, not picked up', () => {
  it('ends as returned with its goods in stock, and counts for the person (SHIP-09)', async () => {
    const stock = await openStock(shop)
    await stock.set(shop.productId, 10)
    const first = await made()
    const second = await made({ chain: 'FAMI', storeId: '001779' })
    expect(await stock.numbers(shop.productId)).toEqual([10, 4])
    await shop.move(first.parcel, 'handedIn', 'atCentre', 'atStore', 'notPickedUp')
    expect((await wireOf(first)).order).toMatchObject({ state: 'shipped', is_paid: false })
    await shop.move(first.parcel, 'backAtStore', 'takenBack')
    expect((await wireOf(first)).order).toMatchObject({ state: 'returned', is_paid: false })
    expect(await stock.numbers(shop.productId)).toEqual([10, 2])
    expect(await moneyOf(first.id)).toEqual([])
    expect(await refundsOf(first.id)).toEqual([])
    const waiting = await shop.orderOnDelivery()
    await shop.move(second.parcel, 'handedIn', 'atCentre', 'atStore', 'notPickedUp')
    const third = await shop.storeOrder()
    await shop.owner.put(`/admin/order/${third.id}`, { is_paid: false })
    expect(await offerOf(third)).toMatchObject({
      ...{ is_available: false, reason: '有 2 件包裹逾期未取，請先以其他方式付款' },
    })
    // By the telephone, whatever the mailbox is, and however it was written then.
    await shop.rows(`update orders set user_tel = '0912 345 678' where id = any($1)`, [
      [first.id, second.id],
    ])
    await shop.rows(
      `update orders set user_email = 'other@example.com', user_tel = '0912-345-678' where id = $1`,
      [third.id],
    )
    expect(await offerOf(third)).toMatchObject({ is_available: false })
    await shop.rows(`update orders set user_tel = '0987654321' where id = $1`, [third.id])
    expect(await offerOf(third)).toMatchObject({ is_available: true })
    // A choice of before stays.
    expect((await wireOf(waiting)).order.payment_method).toBe('on_delivery')
    expect(await stock.disagreements()).toEqual([])
  })
})
