import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type CommitProxy,
  type CutMoment,
  openCommitProxy,
} from '../../testing/doubles/commit-proxy.ts'
import { openTestShop, orderData, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let proxy: CommitProxy

beforeAll(async () => {
  shop = await openTestShop({
    env: { DATABASE_TIMEOUT: '3' },
    reach: async (databaseUrl) => {
      proxy = await openCommitProxy(databaseUrl)
      return proxy.url
    },
  })
})
afterAll(async () => {
  await shop.close()
  await proxy.close()
})

async function stored(table: 'orders' | 'payments', where: string, value: unknown) {
  const { rows } = await shop.database.pool.query(`select id from ${table} where ${where} = $1`, [
    value,
  ])
  return rows.map(({ id }) => id)
}

/** PostgreSQL ends a transaction a moment after its connection has gone; until then its key is busy. */
async function openTransactions() {
  const { rows } = await shop.database.pool.query(
    `select pid from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
  )
  return rows
}

describe.each<[CutMoment, number]>([
  ['after', 1],
  ['before', 0],
])('the connection is cut %s PostgreSQL has the COMMIT', (moment, isThere) => {
  it('H3 of an order: not known, then the same key gives one order', async () => {
    const member = await shop.member()
    await member.post('/cart', { product_id: await shop.product(), qty: 2 })
    const message = crypto.randomUUID()
    const submit = () =>
      member.post('/order', { ...orderData, message }, { 'idempotency-key': message })

    const cut = proxy.cutNext('insert into "orders"', moment)
    const first = await submit()
    await cut
    expect(first.status).toBe(503)
    expect(Number(first.headers['retry-after'])).toBeGreaterThan(0)
    expect(first.body).toMatchObject({ success: false, message: '系統忙碌中，請稍後再試' })
    const before = await stored('orders', 'message', message)
    expect(before).toHaveLength(isThere)

    await expect.poll(openTransactions).toEqual([])
    const second = await submit()
    expect(second).toMatchObject({ status: 200, body: { success: true, total: 2000 } })
    expect(await stored('orders', 'message', message)).toEqual([second.body.orderId])
    if (isThere) expect(before).toEqual([second.body.orderId])
    expect((await member.get('/cart')).body.data.carts).toEqual([])
  })

  it('H3 of a payment: not known, then it is paid once', async () => {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
    const { orderId } = (await guest.post('/order', orderData)).body

    const cut = proxy.cutNext('insert into "payments"', moment)
    const first = await guest.post(`/pay/${orderId}`)
    await cut
    expect(first.status).toBe(503)
    expect(await stored('payments', 'order_id', orderId)).toHaveLength(isThere)

    expect((await guest.post(`/pay/${orderId}`)).status).toBe(200)
    expect(await stored('payments', 'order_id', orderId)).toHaveLength(1)
    expect((await guest.get(`/order/${orderId}`)).body.order.is_paid).toBe(true)
  })
})
