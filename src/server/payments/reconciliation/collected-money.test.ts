import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SettlementLine } from '#contract/reconciliation.ts'
import { openStoreShop, type StoreShop } from '../../testing/doubles/store-shop.ts'
import { uploadSettlement } from '../../testing/payments/upload-settlement.ts'

let shop: StoreShop
beforeAll(async () => {
  shop = await openStoreShop()
})
afterAll(() => shop.close())

const sum = 2_000
const dayMs = 24 * 60 * 60_000
const dayOf = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)

/** An order with a parcel that is made; of one that is not paid, the store collects its sum. */
async function made(order: { id: string }) {
  expect(await shop.createAll([order.id])).toEqual([undefined])
  await shop.workShipments()
  const [parcel] = await shop.parcels(order.id)
  if (!parcel) throw new Error('it was not made')
  return { id: order.id, parcel }
}
const onDelivery = async () => made(await shop.orderOnDelivery())
const pickUp = (parcel: Awaited<ReturnType<typeof made>>['parcel']) =>
  shop.move(parcel, 'handedIn', 'atCentre', 'atStore', 'pickedUp')

/** The statement of the try-out server as the owner downloads it, by the days of the orders. */
async function statement(...leftOut: { parcel: { merchantTradeNo: string } }[]): Promise<string> {
  const now = shop.running.gateway.clock.now()
  const [from, to] = [dayOf(new Date(now.getTime() - 30 * dayMs)), dayOf(now)]
  const query = `day=order&from=${from}&to=${to}`
  const reply = await fetch(`${shop.running.address}/parcels/statement?${query}`)
  const lines = (await reply.text()).split('\r\n')
  const isLeftOut = (line: string) =>
    leftOut.some(({ parcel }) => line.includes(parcel.merchantTradeNo))
  return lines.filter((line) => !isLeftOut(line)).join('\r\n')
}

async function importFile(file: string) {
  const { status, body } = await uploadSettlement(shop.owner, file)
  expect([status, body.message]).toEqual([200, '已匯入對帳檔'])
  return body.data as { id: string; fees: number }
}
async function resultsOf({ id }: { id: string }) {
  const { lines } = (await shop.owner.get(`/admin/settlement/${id}`)).body
  return (lines as SettlementLine[]).map(({ order_id, result, amount, ours }) => [
    ...[order_id, result, amount, ours],
  ])
}

it('money that stores collected is matched with the statement of parcels, with what it lacks (SHIP-12)', async () => {
  const matched = await onDelivery()
  const differs = await onDelivery()
  const lacking = await onDelivery()
  const recent = await onDelivery()
  const untold = await onDelivery()
  const waiting = await onDelivery()
  const paidBefore = await made(await shop.storeOrder())
  for (const { parcel } of [matched, differs, lacking, recent, paidBefore]) await pickUp(parcel)
  // No callback reached the shop, so it booked nothing.
  untold.parcel.holdsNotices = true
  await pickUp(untold.parcel)
  await shop.move(waiting.parcel, 'handedIn', 'atCentre', 'atStore')
  const { clock } = shop.running.gateway
  await clock.moveTo(new Date(clock.now().getTime() + 5 * dayMs))

  const file = (await statement(lacking, recent)).replace(
    new RegExp(`(${differs.parcel.merchantTradeNo},.*,)${sum},`),
    `$1${sum - 100},`,
  )
  const [payout] = /\d{4}[-/]\d\d[-/]\d\d(?=,\d+(\r|$))/m.exec(file) ?? []
  await shop.rows(
    `update payments set created_at = ($2::date - 14 + time '12:00') at time zone 'Asia/Taipei'
     where order_id = $1`,
    [lacking.id, payout],
  )
  const imported = await importFile(file)
  expect(await resultsOf(imported)).toEqual([
    [matched.id, 'matched', sum, sum],
    [differs.id, 'amount_differs', sum - 100, sum],
    [untold.id, 'amount_differs', sum, 0],
    [lacking.id, 'missing', 0, sum],
  ])
  expect(imported.fees).toBe(60)

  // A later one has it, and repeats what was paid out before.
  const later = await importFile(await statement(differs, recent, untold))
  expect(await resultsOf(later)).toEqual([
    [matched.id, 'duplicate', sum, sum],
    [lacking.id, 'matched', sum, sum],
  ])
  expect((await resultsOf(imported)).map(([, result]) => result)).not.toContain('missing')
})

it('what a store collected for merged orders is one line of the statement (AFTER-09)', async () => {
  const orders = [await shop.orderOnDelivery(), await shop.orderOnDelivery()] as const
  const [first, other] = orders
  await shop.owner.post(`/admin/order/${first.id}/merge`, { with: [other.id] })
  const { parcel } = await made(other)
  await pickUp(parcel)
  const paid = await shop.rows(
    `select order_id as id, captured_amount::int as sum, trade_no = $2 as "hasNumber" from payments
     where order_id = any($1) order by order_id`,
    [orders.map(({ id }) => id), parcel.merchantTradeNo],
  )
  expect(paid).toEqual([
    { id: first.id, sum, hasNumber: false },
    { id: other.id, sum, hasNumber: true },
  ])
  const { clock } = shop.running.gateway
  await clock.moveTo(new Date(clock.now().getTime() + 5 * dayMs))
  const results = await resultsOf(await importFile(await statement()))
  const ofThem = results.filter(([id]) => orders.some((one) => one.id === id))
  expect(ofThem).toEqual([[other.id, 'matched', 2 * sum, 2 * sum]])
})
