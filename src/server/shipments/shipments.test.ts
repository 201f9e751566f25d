import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../gateway/faults.ts'
import { openStoreShop, type StoreShop } from '../testing/doubles/store-shop.ts'
import { openStaff } from '../testing/test-administrator.ts'
import { askAll } from './ask-shipments.ts'

let shop: StoreShop
beforeAll(async () => {
  shop = await openStoreShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const setFault = (fault: Fault) => {
  shop.running.gateway.settings.fault = fault
}
const orderState = async (id: string) =>
  (await shop.owner.get(`/admin/order/${id}`)).body.order.state
const list = async (view: string, query = '') =>
  (await shop.owner.get(`/admin/shipments?view=${view}${query}`)).body
const rowOf = async (view: string, orderId: string) =>
  (await list(view)).shipments.find((one: { order_id: string }) => one.order_id === orderId)

/** An order with a parcel that is made. */
async function made(to: Parameters<StoreShop['storeOrder']>[0] = {}) {
  const order = await shop.storeOrder(to)
  await shop.createAll([order.id])
  await shop.workShipments()
  const [parcel] = await shop.parcels(order.id)
  if (!parcel) throw new Error(JSON.stringify(await shop.shipment(order.id)))
  return { ...order, parcel }
}

describe('making a parcel', () => {
  it('a run makes those of many orders, and names those that it cannot (SHIP-07)', async () => {
    const [one, other] = [
      await shop.storeOrder(),
      await shop.storeOrder({ chain: 'OKMART', storeId: '1328' }),
    ]
    const home = await shop.order(shop.guest())
    const named = await shop.storeOrder({ name: '王' })
    expect((await list('to_make')).counts.to_make).toBeGreaterThanOrEqual(3)
    const reasons = await shop.createAll([one.id, other.id, home, named.id])
    expect(reasons).toEqual([
      undefined,
      undefined,
      '不是超商取貨的訂單',
      expect.stringContaining('2 至 5 個中文字'),
    ])
    expect(await shop.shipment(one.id)).toMatchObject({ state: 'making' })
    await shop.workShipments()
    const shown = await shop.shipment(one.id)
    expect(shown).toMatchObject({
      state: 'made',
      code: expect.stringMatching(/^G\d{11}$/),
      hand_in_until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      can_cancel: true,
    })
    const [parcel] = await shop.parcels(one.id)
    expect(parcel).toMatchObject({ storeId: '131386', amount: 2_000, collects: 0 })
    expect(parcel?.form).toMatchObject({
      ReceiverName: '王小明',
      ReceiverCellPhone: '0912345678',
      SenderName: '林小美',
    })
    // OK tells nothing of a parcel before it is handed in.
    expect((await shop.shipment(other.id)).state).toBe('made')
    // Made once, an order is on the next list.
    expect(await rowOf('to_make', one.id)).toBeUndefined()
    expect(await rowOf('to_hand_in', one.id)).toMatchObject({ number: shown.number })
    expect(await shop.createAll([one.id])).toEqual(['已有寄件單'])
  })

  it.each<Fault>(['error', 'html', 'empty', 'lost', 'wrong-mac', 'other-number', 'other-amount'])(
    'an answer that is no answer makes no second parcel: %s (SHIP-07)',
    async (fault) => {
      const { id } = await shop.storeOrder()
      await shop.createAll([id])
      setFault(fault)
      const [thrown] = await shop.workShipments()
      expect(thrown).toContain('綠界物流')
      expect(await shop.shipment(id)).toMatchObject({
        state: expect.stringMatching(/^(making|made)$/),
      })
      setFault('none')
      // Tried again, as the queue does.
      await retryMaking(id)
      expect(await shop.shipment(id)).toMatchObject({ state: 'made' })
      expect(await shop.parcels(id)).toHaveLength(1)
      const calls = shop.running.gateway.calls.filter(({ path }) => path === '/Express/Create')
      const numbers = calls.map(({ fields }) => fields.MerchantTradeNo)
      const [parcel] = await shop.parcels(id)
      expect(numbers).toContain(parcel?.merchantTradeNo)
    },
  )

  it('a parcel without an answer to the end is looked for when it is made again (SHIP-07)', async () => {
    const { id } = await shop.storeOrder()
    await shop.createAll([id])
    // The first state is told by a callback, too, which would say that it is made.
    shop.running.gateway.settings.holdsNotices = true
    setFault('lost')
    await shop.workShipments({ isLast: true })
    const failed = await shop.shipment(id)
    expect(failed).toMatchObject({ state: 'failed', fault: expect.stringContaining('重新建立') })
    expect(await rowOf('problem', id)).toBeDefined()
    // No second one beside it.
    expect(await shop.createAll([id])).toEqual(['已有寄件單'])
    setFault('none')
    expect((await shop.owner.post(`/admin/shipment/${failed.id}/retry`)).status).toBe(200)
    await shop.workShipments()
    expect(await shop.shipment(id)).toMatchObject({ id: failed.id, state: 'made' })
    expect(await shop.parcels(id)).toHaveLength(1)
  })

  it('a refusal is told in the words of the provider, and made again under another number (SHIP-07)', async () => {
    const { id } = await shop.storeOrder()
    await shop.createAll([id])
    shop.running.gateway.settings.hasBalance = false
    await shop.workShipments()
    const failed = await shop.shipment(id)
    expect(failed).toMatchObject({ state: 'failed', fault: expect.stringContaining('餘額不足') })
    shop.running.gateway.settings.hasBalance = true
    await shop.owner.post(`/admin/shipment/${failed.id}/retry`)
    await shop.workShipments()
    expect(await shop.shipment(id)).toMatchObject({ state: 'made' })
    expect((await shop.owner.post(`/admin/shipment/${failed.id}/retry`)).status).toBe(409)
  })

  it('once the provider stops the calls, none is sent for half an hour (SHIP-07)', async () => {
    const ids = [(await shop.storeOrder()).id, (await shop.storeOrder()).id]
    await shop.createAll(ids)
    setFault('forbidden')
    expect(await shop.workShipments()).toEqual([])
    const calls = shop.running.gateway.calls.length
    setFault('none')
    expect(await shop.workShipments()).toEqual([])
    expect(shop.running.gateway.calls).toHaveLength(calls)
    const waiting = await shop.rows<{ n: number }>(
      `select count(*)::int as n from pgboss.job where name = 'shipment.make'
         and start_after > now() + interval '25 minutes'`,
    )
    expect(waiting).toEqual([{ n: 2 }])
  })
})

async function retryMaking(orderId: string): Promise<void> {
  const { id } = await shop.shipment(orderId)
  await shop.rows(`delete from pgboss.job where name = 'shipment.make'`)
  await shop.shipments.jobs.send(
    shop.database.db,
    {
      name: 'shipment.make',
      retryWaits: [],
      timeoutSeconds: 60,
      concurrency: 1,
      keepFailedDays: 1,
    },
    { shipmentId: id },
  )
  expect(await shop.workShipments()).toEqual([])
}

describe('labels', () => {
  it('open at the provider, many at once, and count as printed (SHIP-07)', async () => {
    const [one, other] = [await made(), await made({ chain: 'FAMI', storeId: '006598' })]
    const failed = await shop.storeOrder()
    await shop.createAll([failed.id])
    const ids = await Promise.all(
      [one, other, failed].map(async ({ id }) => (await shop.shipment(id)).id),
    )
    const { body } = await shop.owner.post('/admin/shipments/labels', { ids })
    expect(body.left_out).toMatchObject([{ id: ids[2], reason: '寄件單目前為「建立中」' }])
    for (const { action, fields, code } of body.labels) {
      const page = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })
      expect(await page.text()).toContain(code.slice(0, 8))
    }
    expect((await shop.shipment(one.id)).printed_at).toBeGreaterThan(0)
    await shop.workShipments()
  })
})

describe('on its way', () => {
  it('what the chain tells moves the order, and the shopper is told where it waits (SHIP-07)', async () => {
    const { id, guest, parcel } = await made()
    expect(await orderState(id)).toBe('paid')
    await shop.move(parcel, 'handedIn')
    expect(await orderState(id)).toBe('shipped')
    const { code } = await shop.shipment(id)
    expect((await guest.get(`/order/${id}`)).body.parcels).toMatchObject([
      { carrier: 'seven_eleven', tracking_number: code },
    ])
    await shop.move(parcel, 'atCentre', 'atStore')
    const { pick_up_until: until } = await rowOf('waiting', id)
    const { timeline } = (await guest.get(`/order/${id}`)).body
    expect(timeline.at(-1)).toMatchObject({
      kind: 'at_store',
      text: `7-ELEVEN 南港門市（131386），請於 ${until.slice(5).replace('-', '/')} 前取貨`,
    })
    const mail = (await shop.mails(id)).at(-1)
    expect(mail).toMatchObject({ kind: 'at_store' })
    expect(mail?.text).toContain('取貨門市：7-ELEVEN 南港門市（131386）')
    expect(mail?.text).toContain(until.slice(5).replace('-', '/'))
    await shop.move(parcel, 'pickedUp')
    expect(await orderState(id)).toBe('delivered')
    expect((await list('done', '&chain=UNIMART')).shipments[0]).toMatchObject({
      state: 'picked_up',
    })
    expect((await shop.mails(id)).map(({ kind }) => kind)).toEqual([
      ...['placed', 'paid', 'shipped', 'at_store'],
    ])
  })

  it('one that nobody picks up goes back, and is on the list of what comes back (SHIP-07)', async () => {
    const { id, guest, parcel } = await made({ chain: 'FAMI', storeId: '001779' })
    await shop.move(parcel, 'handedIn', 'atCentre', 'atStore', 'notPickedUp')
    expect(await rowOf('back', id)).toMatchObject({ state: 'not_picked_up' })
    expect((await guest.get(`/order/${id}`)).body.timeline.at(-1).kind).toBe('not_picked_up')
    await shop.move(parcel, 'backAtStore', 'takenBack')
    expect(await shop.shipment(id)).toMatchObject({ state: 'returned' })
    expect(await orderState(id)).toBe('shipped')
    // It stays there until its order is returned.
    const taken = await rowOf('back', id)
    expect(taken).toMatchObject({ fault: '包裹已取回，請在訂單登記退貨' })
    expect((await list('back')).counts.back).toBeGreaterThan(0)
    await shop.rows(`update orders set state = 'returned' where id = $1`, [id])
    expect(await rowOf('back', id)).toBeUndefined()
    expect(await rowOf('done', id)).toMatchObject({ state: 'returned' })
  })

  it('the staff marks many as handed in; the chain tells it again and ships nothing twice (SHIP-07)', async () => {
    const { id, parcel } = await made()
    const { id: shipmentId } = await shop.shipment(id)
    const asked = { kind: 'store_shipments', action: 'hand_in', ids: [shipmentId] }
    const { run } = (await shop.owner.post('/admin/run', asked)).body
    const { workRun } = await import('../runs/work-run.ts')
    const signal = new AbortController().signal
    await workRun(shop.runs, run.id, { signal, isLast: true })
    expect(await orderState(id)).toBe('shipped')
    await shop.move(parcel, 'handedIn')
    expect((await shop.owner.get(`/admin/order/${id}`)).body.parcels).toHaveLength(1)
    expect((await shop.mails(id)).filter(({ kind }) => kind === 'shipped')).toHaveLength(1)
  })

  it('what was not told for two days is asked for (SHIP-07)', async () => {
    const { id, parcel } = await made()
    parcel.holdsNotices = true
    await shop.move(parcel, 'handedIn', 'atCentre', 'atStore')
    const ask = () => askAll(shop.shipments, new AbortController().signal)
    await ask()
    expect((await shop.shipment(id)).state).toBe('made')
    await shop.rows(
      `update shipments set state_at = now() - interval '3 days', made_at = now() - interval '3 days'
       where order_id = $1`,
      [id],
    )
    await ask()
    expect((await shop.shipment(id)).state).toBe('at_store')
    expect(await orderState(id)).toBe('shipped')
    const calls = shop.running.gateway.calls.length
    await ask()
    expect(shop.running.gateway.calls).toHaveLength(calls)
  })

  it('the staff asks at once, and is told what the provider says (SHIP-07)', async () => {
    const { id, parcel } = await made()
    const { id: shipmentId } = await shop.shipment(id)
    parcel.holdsNotices = true
    await shop.move(parcel, 'handedIn')
    expect((await shop.owner.post(`/admin/shipment/${shipmentId}/ask`)).status).toBe(200)
    expect((await shop.shipment(id)).state).toBe('handed_in')
    setFault('error')
    const refused = await shop.owner.post(`/admin/shipment/${shipmentId}/ask`)
    expect(refused).toMatchObject({ status: 503, body: { code: 'LOGISTICS_UNAVAILABLE' } })
    expect(refused.body.message).toContain('HTTP 500')
  })
})

describe('giving a parcel up', () => {
  it('a 7-ELEVEN parcel is cancelled at the provider; the order can have another one (SHIP-07)', async () => {
    const { id, parcel } = await made()
    const { id: shipmentId } = await shop.shipment(id)
    const { body } = await shop.owner.post(`/admin/shipment/${shipmentId}/cancel`)
    expect(body.message).toBe('已向綠界取消寄件單')
    await shop.running.gateway.notifier.idle()
    expect(parcel.history.at(-1)?.step).toBe('cancelled')
    expect((await shop.shipment(id)).state).toBe('cancelled')
    expect(await rowOf('to_make', id)).toBeDefined()
    expect(await shop.createAll([id])).toEqual([undefined])
    await shop.workShipments()
    expect(await shop.parcels(id)).toHaveLength(2)
    expect((await shop.owner.post(`/admin/shipment/${shipmentId}/cancel`)).status).toBe(409)
  })

  it('one of another chain runs out by itself; handed in all the same, it counts (SHIP-07)', async () => {
    const { id, parcel } = await made({ chain: 'FAMI', storeId: '001779' })
    const { id: shipmentId } = await shop.shipment(id)
    const { body } = await shop.owner.post(`/admin/shipment/${shipmentId}/cancel`)
    expect(body.message).toContain('請勿再拿去寄件')
    expect((await shop.shipment(id)).state).toBe('cancelled')
    await shop.move(parcel, 'handedIn', 'atCentre')
    expect((await shop.shipment(id)).state).toBe('at_centre')
    expect(await orderState(id)).toBe('shipped')
  })

  it('without an answer nothing is given up (SHIP-07)', async () => {
    const { id } = await made()
    const { id: shipmentId } = await shop.shipment(id)
    setFault('error')
    expect((await shop.owner.post(`/admin/shipment/${shipmentId}/cancel`)).status).toBe(503)
    expect((await shop.shipment(id)).state).toBe('made')
  })
})

it('who may not see persons reads no name and no store (SHIP-07)', async () => {
  const { id } = await made()
  const viewer = await openStaff(shop, 'viewer')
  const { number } = await shop.shipment(id)
  const [row] = (await viewer.get(`/admin/shipments?view=to_hand_in&q=${number}`)).body.shipments
  expect(row).toMatchObject({
    order_id: id,
    name: '王**明',
    store: { chain: 'UNIMART', id: '', name: '***' },
  })
  expect((await viewer.post('/admin/shipments/labels', { ids: [row.id] })).status).toBe(403)
})

it('a parcel is found by the number of its order, its code and its name (SHIP-07)', async () => {
  const { id } = await made({ name: '歐陽小美' })
  const { number, code } = await shop.shipment(id)
  for (const q of [number, code.slice(0, 9), '歐陽']) {
    const { shipments } = await list('to_hand_in', `&q=${encodeURIComponent(q)}`)
    expect(shipments.map((one: { order_id: string }) => one.order_id)).toContain(id)
  }
  expect((await list('to_hand_in', '&q=%25')).shipments).toEqual([])
  expect((await list('to_hand_in', `&q=${number}&chain=FAMI`)).shipments).toEqual([])
})

it('fifty parcels are on one page, to be printed together (SHIP-11)', async () => {
  const { counts, shipments } = await list('to_hand_in', '&page_size=50')
  expect(counts.to_hand_in).toBeGreaterThan(10)
  expect(shipments).toHaveLength(Math.min(50, counts.to_hand_in))
  expect((await list('to_hand_in')).shipments).toHaveLength(10)
})
