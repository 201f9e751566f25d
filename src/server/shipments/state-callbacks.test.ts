import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { publishedLogisticsKeys } from '../config-logistics.ts'
import { sign } from '../ecpay/check-mac-value.ts'
import { openStoreShop, type StoreShop } from '../testing/doubles/store-shop.ts'

let shop: StoreShop
beforeAll(async () => {
  shop = await openStoreShop()
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

const keys = { ...publishedLogisticsKeys.C2C, digest: 'md5' } as const

async function made() {
  const order = await shop.storeOrder()
  await shop.createAll([order.id])
  await shop.workShipments()
  const [parcel] = await shop.parcels(order.id)
  if (!parcel) throw new Error('no parcel')
  return { ...order, parcel }
}

type Made = Awaited<ReturnType<typeof made>>

/** A callback as ECPay signs it, minutes after the parcel was made. */
function notice({ parcel }: Made, code: string, minutes: number, changes: object = {}) {
  const at = new Date(parcel.createdAt.getTime() + minutes * 60_000 + 8 * 3_600_000)
  const fields = {
    MerchantID: parcel.merchantId,
    MerchantTradeNo: parcel.merchantTradeNo,
    RtnCode: code,
    RtnMsg: '狀態',
    AllPayLogisticsID: parcel.logisticsId,
    LogisticsType: 'CVS',
    LogisticsSubType: 'UNIMARTC2C',
    GoodsAmount: '2000',
    UpdateStatusDate: at.toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' '),
    ReceiverName: '王小明',
    CVSPaymentNo: parcel.numbers.CVSPaymentNo ?? '',
    CVSValidationNo: parcel.numbers.CVSValidationNo ?? '',
    ...changes,
  }
  return new URLSearchParams(sign(fields, keys)).toString()
}

async function send(payload: string | Buffer): Promise<string> {
  const reply = await shop.app.inject({
    method: 'POST',
    url: '/v2/logistics/ecpay/state',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })
  return reply.payload
}

/** All that a callback could have changed. */
async function effects({ id }: Made) {
  const [order] = await shop.rows('select state, payment_state from orders where id = $1', [id])
  const [shipment] = await shop.rows(
    'select state, code, pick_up_until from shipments where order_id = $1',
    [id],
  )
  const parcels = await shop.rows(
    'select tracking_number, delivered_at is not null as there from parcels where order_id = $1',
    [id],
  )
  const events = await shop.rows<{ kind: string }>(
    'select kind from order_events where order_id = $1 order by id',
    [id],
  )
  const mails = (await shop.mails(id)).map(({ kind }) => kind)
  return { order, shipment, parcels, events: events.map(({ kind }) => kind), mails }
}

const way = [
  ['2068', 60],
  ['2030', 120],
  ['2073', 180],
  ['2067', 240],
] as const

describe('callbacks of parcels', () => {
  it('each is stored, then applied once; twice is once (SHIP-08)', async () => {
    const [once, twice] = [await made(), await made()]
    for (const [code, minutes] of way) {
      expect(await send(notice(once, code, minutes))).toBe('1|OK')
      expect(await send(notice(twice, code, minutes))).toBe('1|OK')
      expect(await send(notice(twice, code, minutes))).toBe('1|OK')
    }
    const { shipment, ...ofOnce } = await effects(once)
    const { shipment: same, ...ofTwice } = await effects(twice)
    expect(ofOnce.mails).toEqual(['placed', 'paid', 'shipped', 'at_store'])
    expect(ofTwice.events).toEqual(ofOnce.events)
    expect(ofTwice.mails).toEqual(ofOnce.mails)
    expect(same).toEqual(shipment)
    const [stored] = await shop.rows<{ times: number }>(
      `select times from gateway_callbacks where kind = 'ecpay.state'
         and strpos(encode(body, 'escape'), $1) > 0 and strpos(encode(body, 'escape'), '2067') > 0`,
      [twice.parcel.merchantTradeNo],
    )
    expect(stored?.times).toBe(2)
  })

  it('at the same moment they are applied once, too (SHIP-08)', async () => {
    const order = await made()
    await send(notice(order, '2068', 60))
    const arrived = notice(order, '2073', 180)
    expect(await Promise.all(Array.from({ length: 8 }, () => send(arrived)))).toEqual(
      Array(8).fill('1|OK'),
    )
    const { mails, events } = await effects(order)
    expect(mails.filter((kind) => kind === 'at_store')).toHaveLength(1)
    expect(events.filter((kind) => kind === 'at_store')).toHaveLength(1)
  })

  it('in the opposite order they come to the same end, and tell nothing that is over (SHIP-08)', async () => {
    const order = await made()
    for (const [code, minutes] of way.toReversed()) await send(notice(order, code, minutes))
    const { order: state, shipment, parcels, mails, events } = await effects(order)
    expect(state).toEqual({ state: 'delivered', payment_state: 'paid' })
    expect(shipment).toMatchObject({ state: 'picked_up' })
    expect(parcels).toEqual([{ tracking_number: expect.stringMatching(/^G\d{11}$/), there: true }])
    expect(mails).toEqual(['placed', 'paid', 'shipped'])
    expect(events).not.toContain('at_store')
  })

  it('one that comes two days late changes nothing of what followed (SHIP-08)', async () => {
    const order = await made()
    await send(notice(order, '2068', 60))
    await send(notice(order, '2073', 180))
    await send(notice(order, '2074', 10_000))
    const before = await effects(order)
    expect(await send(notice(order, '2030', 120))).toBe('1|OK')
    expect(await effects(order)).toEqual(before)
  })

  it('a code that nobody knows is kept and shown, and moves nothing (SHIP-08)', async () => {
    const order = await made()
    await send(notice(order, '2068', 60))
    expect(await send(notice(order, '9876', 90, { RtnMsg: '新的狀態' }))).toBe('1|OK')
    const shown = await shop.shipment(order.id)
    expect(shown).toMatchObject({ state: 'handed_in', message: '新的狀態' })
    expect(shown.events.at(-1)).toEqual({
      at: expect.any(Number),
      code: '9876',
      message: '新的狀態',
    })
  })

  it('delivered again, it waits and is told again (SHIP-08)', async () => {
    const order = await made()
    for (const [code, minutes] of [
      ['2068', 60],
      ['2073', 180],
      ['2074', 9_000],
      ['2098', 9_100],
      ['2073', 9_200],
    ] as const) {
      await send(notice(order, code, minutes))
    }
    const { mails, shipment } = await effects(order)
    expect(shipment).toMatchObject({ state: 'at_store' })
    expect(mails.filter((kind) => kind === 'at_store')).toHaveLength(2)
  })

  it.each<[string, (order: Made) => string | Buffer, string]>([
    ['a changed field', (order) => `${notice(order, '2067', 240)}&x=1`, 'CheckMacValue Error'],
    [
      'no signature',
      (order) => notice(order, '2067', 240).replace(/&CheckMacValue=\w+/, ''),
      'CheckMacValue Error',
    ],
    [
      'an amount of its own',
      (order) => notice(order, '2067', 240).replace('GoodsAmount=2000', 'GoodsAmount=1'),
      'CheckMacValue Error',
    ],
    ['a field twice', (order) => `${notice(order, '2067', 240)}&RtnCode=2067`, 'Format Error'],
    [
      'the number of nobody',
      (order) => notice(order, '2067', 240, { MerchantTradeNo: 'NOBODY' }),
      'MerchantTradeNo Error',
    ],
    [
      'the parcel of another',
      (order) => notice(order, '2067', 240, { AllPayLogisticsID: '1' }),
      'MerchantTradeNo Error',
    ],
    [
      'no time',
      (order) => notice(order, '2067', 240, { UpdateStatusDate: '' }),
      'UpdateStatusDate Error',
    ],
    ['no code', (order) => notice(order, '', 240), 'RtnCode Error'],
    ['bytes that are no text', () => Buffer.from([0xff, 0xfe]), 'Format Error'],
    ['nothing', () => '', 'CheckMacValue Error'],
  ])(
    'forged with %s it is refused, kept and changes nothing (SHIP-08)',
    async (_, forge, reason) => {
      const order = await made()
      const before = await effects(order)
      expect(await send(forge(order))).toBe(`0|${reason}`)
      expect(await effects(order)).toEqual(before)
      const [kept] = await shop.rows<{ reason: string }>(
        `select reason from gateway_callbacks where kind = 'ecpay.state' order by id desc limit 1`,
      )
      expect(kept?.reason).toBe(reason)
    },
  )

  it('one that cannot be applied is not acknowledged, and comes again (SHIP-08)', async () => {
    const order = await made()
    await shop.rows(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$`)
    await shop.rows(`create trigger refuse before insert on shipment_events
      for each statement execute function refuse()`)
    expect(await send(notice(order, '2068', 60))).not.toBe('1|OK')
    await shop.rows('drop trigger refuse on shipment_events')
    await shop.rows('drop function refuse')
    expect(await send(notice(order, '2068', 60))).toBe('1|OK')
    expect((await effects(order)).shipment).toMatchObject({ state: 'handed_in' })
  })

  it('an order that was cancelled meanwhile stays so, and the parcel is shown (SHIP-08)', async () => {
    const order = await made()
    await shop.owner.post(`/admin/order/${order.id}/cancel`, { reason: '缺貨' })
    expect(await send(notice(order, '2068', 60))).toBe('1|OK')
    const { order: state, parcels, shipment } = await effects(order)
    expect(state).toMatchObject({ state: 'cancelled' })
    expect(parcels).toEqual([])
    expect(shipment).toMatchObject({ state: 'handed_in' })
  })
})
