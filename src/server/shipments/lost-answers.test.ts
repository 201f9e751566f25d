import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type GatewayCall,
  type GatewayStandIn,
  openGatewayStandIn,
} from '../testing/doubles/gateway-stand-in.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { insertTestShipment, logisticsEnv, shipmentAnswer } from '../testing/test-shipments.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { registerShipment } from './register-shipment.ts'

let logistics: GatewayStandIn
let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  logistics = await openGatewayStandIn()
  shop = await openTestShop({ env: { ...logisticsEnv(logistics.url), ECPAY_STAGE: '1' } })
  owner = await openAdministrator(shop)
})
afterAll(async () => {
  await shop.close()
  await logistics.close()
})

/** A parcel that was sent once, without an answer. */
async function sentOnce(): Promise<string> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  const orderId = (await guest.post('/order', orderData)).body.orderId as string
  await owner.put(`/admin/order/${orderId}`, { is_paid: true })
  const id = await insertTestShipment(shop, orderId, 'making')
  await shop.database.pool.query(
    `update shipments set merchant = 'trial:2000933', attempts = 1 where id = $1`,
    [id],
  )
  return id
}

async function read(id: string) {
  const { rows } = await shop.database.pool.query<{ trade_no: string; state: string }>(
    'select trade_no, state from shipments where id = $1',
    [id],
  )
  return rows[0]
}

const none = { body: '0|查無資料' }
const taken = { body: '0|MerchantTradeNo：廠商交易編號重複' }
const make = (id: string, isLast = false) =>
  registerShipment(shop.shipments, id, { signal: new AbortController().signal, isLast })

it.each([
  ['is not found when it is looked for again', none],
  ['cannot be looked for again', { status: 500 }],
])(
  'a number that is taken, whose parcel %s, stays the number of the parcel (SHIP-07)',
  async (_, last) => {
    const id = await sentOnce()
    const before = await read(id)
    const replies = [none, taken, last]
    logistics.answer = () => replies.shift() ?? { status: 500 }
    await make(id, true)
    expect(await read(id)).toEqual({ ...before, state: 'failed' })
    expect((await owner.post(`/admin/shipment/${id}/retry`)).status).toBe(200)
    logistics.answer = (call: GatewayCall) => shipmentAnswer(call)
    await make(id)
    expect(await read(id)).toEqual({ ...before, state: 'made' })
  },
)

it('one that is refused for another reason gets a number of its own (SHIP-07)', async () => {
  const id = await sentOnce()
  const before = await read(id)
  const replies = [none, { body: '0|ReceiverName：格式錯誤' }, none]
  logistics.answer = () => replies.shift() ?? { status: 500 }
  await make(id)
  const after = await read(id)
  expect(after?.state).toBe('failed')
  expect(after?.trade_no).not.toBe(before?.trade_no)
})
