import { expect, it } from 'vitest'
import { type DatabaseProxy, openDatabaseProxy } from '../../testing/doubles/database-proxy.ts'
import { callbackOf, openGatewayShop } from '../../testing/doubles/gateway-shop.ts'

it('answers a callback by 503 while the database is away, and applies it when it is sent again (GATEWAY-15)', async () => {
  let proxy: DatabaseProxy | undefined
  const shop = await openGatewayShop({
    reach: async (databaseUrl) => {
      proxy = await openDatabaseProxy(databaseUrl)
      return proxy.url
    },
  })
  const guest = shop.guest()
  const id = await shop.order(guest)
  const { tradeNo } = await shop.start(guest, id)
  await proxy?.cut()
  expect((await shop.notify(callbackOf(tradeNo))).status).toBe(503)
  await proxy?.restore()
  expect(await shop.notify(callbackOf(tradeNo))).toEqual({ status: 200, text: '1|OK' })
  expect((await guest.get(`/order/${id}`)).body.order.is_paid).toBe(true)
  await shop.close()
  await proxy?.close()
})
