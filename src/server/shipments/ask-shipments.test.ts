import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../db/transaction.ts'
import { readDatabaseTime } from '../orders/life/order-expiry.queries.ts'
import { type GatewayStandIn, openGatewayStandIn } from '../testing/doubles/gateway-stand-in.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { insertTestShipment, logisticsEnv, shipmentAnswer } from '../testing/test-shipments.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { applyState } from './apply-state.ts'

let logistics: GatewayStandIn
let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  logistics = await openGatewayStandIn()
  shop = await openTestShop({ env: logisticsEnv(logistics.url) })
  owner = await openAdministrator(shop)
})
afterAll(async () => {
  await shop.close()
  await logistics.close()
})

it('what a callback tells while the provider is asked is newer than its answer (SHIP-08)', async () => {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  const orderId = (await guest.post('/order', orderData)).body.orderId as string
  await owner.put(`/admin/order/${orderId}`, { is_paid: true })
  const id = await insertTestShipment(shop, orderId, 'handed_in')
  logistics.answer = async (call) => {
    const { db } = shop.database
    const at = await readDatabaseTime(db)
    const told = { code: '3018', state: 'at_store', message: '', source: 'callback', at } as const
    await transaction(db, (tx) => applyState(tx, shop.shipments, { id, orderId }, told))
    return shipmentAnswer(call, '3024')
  }
  expect((await owner.post(`/admin/shipment/${id}/ask`)).status).toBe(200)
  const [shipment] = (await owner.get(`/admin/order/${orderId}/shipments`)).body.shipments
  expect(shipment.state).toBe('at_store')
})
