import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMainForTest, until } from '../testing/doubles/main-process.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../testing/doubles/webhook-receiver.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'

const isLong = process.env.TEST_LONG === '1'
const kills = isLong ? 20 : 2
const many = isLong ? 500 : 60

const env = {
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  WEBHOOK_ALLOW_PRIVATE: '1',
}

let shop: TestShop
let admin: TestAdministrator
let receiver: WebhookReceiver
beforeAll(async () => {
  shop = await openTestShop({ env })
  admin = await openAdministrator(shop)
  receiver = await openWebhookReceiver()
})
afterAll(async () => {
  await receiver.close()
  await shop.close()
})

async function placeMany(): Promise<string[]> {
  const products = [{ product_id: await shop.product(), qty: 1 }]
  const ids: string[] = []
  while (ids.length < many) {
    const placed = Array.from({ length: 10 }, () =>
      admin.post('/admin/order', { ...orderData, products }),
    )
    ids.push(...(await Promise.all(placed)).map(({ body }) => body.orderId))
  }
  for (const id of ids) await admin.put(`/admin/order/${id}`, { is_paid: true })
  return ids
}

/** The first arrival of each event of an order. */
function arrivedOf(orderId: string): string[] {
  const seen = new Set<string>()
  return receiver.events.flatMap(({ id, type, data }) => {
    if (data.order_id !== orderId || seen.has(id)) return []
    seen.add(id)
    return [type]
  })
}

it(
  `none is lost when those who send are killed (${kills} x), each under one id and in order (OPEN-02)`,
  async () => {
    const asked = { url: receiver.url, events: ['order.placed', 'order.paid'] }
    const { body } = await admin.post('/admin/webhook', asked)
    receiver.secret = body.secret
    const ids = await placeMany()
    const isTaken = (n: number) => async () => receiver.events.length >= n
    for (let kill = 1; kill <= kills; kill++) {
      const node = await startMainForTest(shop.databaseUrl, env)
      await until(isTaken(Math.floor((kill * many) / kills)))
      await node.end('SIGKILL')
      // Its turn is over after a minute; here it is over now.
      await shop.database.pool.query(
        `update webhooks set worked_until = null; update pgboss.job set start_after = now()
         where name like 'webhook.%' and state in ('created', 'retry')`,
      )
    }
    await startMainForTest(shop.databaseUrl, env)
    const waiting = async () =>
      (await shop.database.pool.query(`select from webhook_deliveries where state = 'waiting'`))
        .rows
    await until(async () => (await waiting()).length === 0)
    expect(receiver.refused).toBe(0)
    for (const id of ids) expect(arrivedOf(id)).toEqual(['order.placed', 'order.paid'])
  },
  120_000 + kills * 90_000,
)
