import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyDecision } from '../campaigns/closing/apply-decision.ts'
import { takeGroupTurn } from '../campaigns/turn-group.ts'
import { completeDelivered } from '../orders/life/complete-orders.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import { type InvoiceShop, openInvoiceShop } from '../testing/invoices/invoice-shop.ts'
import type { TestAdministrator } from '../testing/test-administrator.ts'
import {
  joinData,
  moveShopClock,
  openCampaign,
  openParticipant,
} from '../testing/test-campaigns.ts'
import { closingDeps, joinAs, rowsOf } from '../testing/test-closing.ts'

let shop: InvoiceShop
let owner: TestAdministrator

beforeAll(async () => {
  shop = await openInvoiceShop({ paysAtOnce: true })
  owner = shop.owner
})
afterAll(() => shop.close())

/** A team at NT$100 a piece and a tenth for its leader, whose other members have paid and the goods. */
async function openTeam(delivery: 'leader' | 'each') {
  const values = { kind: 'team', delivery, minTarget: 1, commissionPercent: 10 } as const
  const campaign = await openCampaign(shop, values)
  const leader = await openParticipant(shop)
  const more = delivery === 'leader' ? { pickup_place: '信義區 1 號管理室' } : {}
  const opened = await leader.post(`/campaign/${campaign.id}/group`, joinData(campaign, [1], more))
  const { code } = opened.body
  const [one, other] = [
    await joinAs(shop, { ...campaign, code }, 3),
    await joinAs(shop, { ...campaign, code }, 2),
  ]
  const [group] = await rowsOf<{ id: string }>(shop, 'select id from groups where code = $1', [
    code,
  ])
  if (!group) throw new Error('the team was not opened')
  await leader.post(`/group/${code}/close`)
  await takeGroupTurn(closingDeps(shop), group.id)
  await applyDecision(closingDeps(shop), group.id)
  for (const member of [one, other]) {
    expect((await member.post(`/pay/${member.orderId}`)).status).toBe(200)
    const path = `/admin/order/${member.orderId}/parcel`
    const parcel = (await owner.post(path, { carrier: 'own' })).body.data.id
    await owner.put(`${path}/${parcel}`, { is_delivered: true })
    const { db } = shop.database
    await completeDelivered(db, { orderId: member.orderId }, shop.payments.subscribers)
  }
  return { one, other, productId: campaign.productIds[0] ?? '' }
}

async function commission(orderId: string): Promise<number | undefined> {
  const [row] = await rowsOf<{ sum: number }>(
    shop,
    'select sum(amount)::int from commission_entries where order_id = $1',
    [orderId],
  )
  return row?.sum
}

it('two returns of one order in two weeks, by parcel and at the hand-out, end right (RET-01)', async () => {
  const { one, other, productId } = await openTeam('leader')
  const path = `/order/${one.orderId}`
  const read = async () => (await one.get(path)).body
  const onHand = async () => {
    const [row] = await rowsOf<{ n: number }>(
      shop,
      'select on_hand as n from stock where product_id = $1',
      [productId],
    )
    return row?.n
  }
  const before = await read()
  expect(before.order).toMatchObject({ state: 'completed', total: 300 })
  expect(before.returnable.ways).toEqual(['place', 'pickup', 'parcel'])
  expect([await commission(one.orderId), await onHand()]).toEqual([30, 995])
  const invoices = async () => {
    await shop.settle(one.orderId)
    return shop.invoicesOf(one.orderId)
  }
  expect(await invoices()).toEqual(['issued 300'])
  const [line_id = ''] = Object.keys(before.order.products)
  const ask = async (qty: number, way: string) => {
    const data = { lines: [{ line_id, qty }], way, reason: '不合用' }
    const { status, body } = await one.post(`${path}/returns`, data)
    expect([status, body.message]).toEqual([200, '已送出退貨申請'])
    return body.return_id as string
  }
  const act = async (returnId: string, action: string, data: object = {}) => {
    const { status, body } = await owner.post(`/admin/return/${returnId}/${action}`, data)
    expect([action, status, body.message]).toEqual([action, 200, body.message])
  }

  const byParcel = await ask(1, 'parcel')
  await act(byParcel, 'accept')
  await one.put(`${path}/returns/${byParcel}`, { carrier: 'tcat', tracking_number: '9012' })
  await act(byParcel, 'receive', { lines: [{ line_id, to_stock: 1, written_off: 0 }] })
  await act(byParcel, 'refund')
  expect([await commission(one.orderId), await onHand()]).toEqual([20, 996])
  expect(await invoices()).toEqual(['issued 300', 'allowed 100'])

  await moveShopClock(shop, '6 days')
  const atPlace = await ask(2, 'place')
  await act(atPlace, 'accept')
  await moveShopClock(shop, '14 days')
  await act(atPlace, 'receive')
  await act(atPlace, 'judge', { lines: [{ line_id, to_stock: 1, written_off: 1 }] })
  expect([await commission(one.orderId), await onHand()]).toEqual([20, 997])
  await act(atPlace, 'refund')

  const { order, returns, refunds, timeline } = await read()
  expect(order).toMatchObject({ state: 'returned', payment_state: 'refunded', total: 300 })
  expect(returns.map(({ refund }: { refund: number }) => refund)).toEqual([200, 100])
  expect(refunds.map(({ amount }: { amount: number }) => amount)).toEqual([100, 200])
  expect([await commission(one.orderId), await onHand()]).toEqual([0, 997])
  // Of each case an allowance with its goods; after the first nothing is void.
  expect(await invoices()).toEqual(['issued 300', 'allowed 100', 'allowed 200'])
  const [sent, ...others] = await shop.atProvider(one.orderId)
  expect([others.length, sent?.allowances.map(({ items }) => items)]).toMatchObject([
    ...[0, [[{ ItemCount: 1, ItemAmount: 100 }], [{ ItemCount: 2, ItemAmount: 200 }]]],
  ])
  expect(
    timeline.flatMap(({ kind }: { kind: string }) => (/return/.test(kind) ? [kind] : [])),
  ).toEqual([
    ...['return_asked', 'return_accepted', 'return_sent', 'return_received', 'returned'],
    'return_done',
    ...['return_asked', 'return_accepted', 'return_received', 'returned', 'return_done'],
  ])
  // The price and the commission of the others stay.
  const neighbour = (await other.get(`/order/${other.orderId}`)).body.order
  expect([neighbour.total, await commission(other.orderId)]).toEqual([200, 20])
  await moveShopClock(shop, '0 seconds')
  const { difference, orders } = (await owner.get('/admin/invoices/agreement')).body
  expect([difference, orders]).toEqual([
    ...[200, [expect.objectContaining({ order_id: other.orderId, reason: 'other' })]],
  ])
  await shop.settle(other.orderId)
  expect((await owner.get('/admin/invoices/agreement')).body).toMatchObject({
    ...{ difference: 0, orders: [] },
  })
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
})

it('goods that go back take their own part of the commission, and no fee before it (RET-01)', async () => {
  const values = { fee: 60, free_over: null }
  expect((await owner.put('/admin/settings/shipping', { version: 0, values })).status).toBe(200)
  const { one } = await openTeam('each')
  const { order } = (await one.get(`/order/${one.orderId}`)).body
  const [line_id = ''] = Object.keys(order.products)
  expect([order.total, await commission(one.orderId)]).toEqual([360, 30])
  const lines = [{ line_id, qty: 1 }]
  const opened = await owner.post(`/admin/order/${one.orderId}/returns`, { lines })
  const path = `/admin/return/${opened.body.return_id}`
  const judged = { lines: [{ line_id, to_stock: 1, written_off: 0 }] }
  expect((await owner.post(`${path}/receive`, judged)).status).toBe(200)
  expect((await owner.post(`${path}/refund`, {})).status).toBe(200)
  const { returns } = (await one.get(`/order/${one.orderId}`)).body
  expect([returns[0].refund, await commission(one.orderId)]).toEqual([100, 20])
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
})
