import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { createReadiness } from '../http/health.ts'
import { createLog } from '../log.ts'
import { createServices } from '../services.ts'
import { createTestHasher } from '../testing/doubles/test-hasher.ts'
import { completeRefunds } from '../testing/models/order-stories.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, visitor } from '../testing/test-shop.ts'

it('the figures equal the books after 600 orders through two nodes (TODAY-12)', async () => {
  const shop = await openTestShop()
  const { config, databaseUrl } = shop
  const log = createLog(config)
  const overrides = { poolSize: 12, hasher: createTestHasher() }
  const services = createServices(config, { databaseUrl, log }, overrides)
  const other = await buildApp({ config, log, readiness: createReadiness(), ...services })
  try {
    const owner = await openAdministrator(shop)
    const product = await shop.product({ price: 100 })
    let next = 0
    const buy = async () => {
      for (let number = next++; number < 600; number = next++) {
        const guest = visitor(number % 2 === 0 ? shop.app : other)
        const staff = visitor(number % 3 === 0 ? shop.app : other, owner.token)
        await guest.post('/cart', { product_id: product, qty: 1 + (number % 4) })
        const id = (await guest.post('/order', orderData)).body.orderId
        if (number % 5 !== 0) {
          await Promise.all([
            guest.post(`/pay/${id}`),
            staff.put(`/admin/order/${id}`, { is_paid: true }),
          ])
        }
        if (number % 7 === 0) await staff.put(`/admin/order/${id}`, { is_paid: false })
        const refund = { amount: 30, reason: '少一件' }
        const cancelled = { reason: '改變心意' }
        if (number % 4 === 0) {
          await Promise.all([
            staff.post(`/admin/order/${id}/refund`, refund),
            staff.post(`/admin/order/${id}/cancel`, cancelled),
          ])
        }
      }
    }
    await Promise.all(Array.from({ length: 12 }, buy))
    const { db } = shop.database
    await completeRefunds(shop)
    const { rows } = await db.execute(sql`
      select (select count(*) from orders where state <> 'cancelled')::int as orders,
        (select coalesce(sum(coalesce(captured_amount, amount)), 0) from payments p
          where status = 'succeeded' or status = 'voided' and exists (
            select from refunds where payment_id = p.id))::int as received,
        (select coalesce(sum(amount), 0) from refunds)::int as refunded`)
    const { figures } = (await owner.get('/admin/report/sales?range=7d')).body
    expect(rows[0]).toEqual({
      orders: figures.orders,
      received: figures.received,
      refunded: figures.refunded,
    })
    expect(figures.net).toBe(figures.received - figures.refunded)
    expect(figures.refunded).toBeGreaterThan(0)
    expect(await db.$count(sql`orders`)).toBe(600)
  } finally {
    await other.close()
    await services.close()
    await shop.close()
  }
})
