import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { countWaiting } from '../testing/database/count-waiting.ts'
import { openTestShop, shopPrefix } from '../testing/test-shop.ts'

it('H6 what is open when the server closes is answered, and its connection holds up nothing', async () => {
  const shop = await openTestShop()
  const agent = new Agent({ keepAlive: true })
  try {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
    const address = await shop.app.listen({ host: '127.0.0.1', port: 0 })
    // The cart is read behind this lock, so the answer is still open when the server closes.
    const holder = await shop.database.pool.connect()
    await holder.query('begin')
    await holder.query('lock table cart_lines in access exclusive mode')
    const headers = { cookie: [...guest.cookies].map((pair) => pair.join('=')).join('; ') }
    const sent = get(`${address}${shopPrefix}/cart`, { agent, headers })
    const answered = once(sent, 'response')
    await expect.poll(() => countWaiting(holder)).toBe(1)
    const closed = shop.app.close()
    await holder.query('rollback')
    holder.release()
    const [response] = (await answered) as [IncomingMessage]
    expect(response.statusCode).toBe(200)
    expect(response.headers.connection).toBe('close')
    response.resume()
    await closed
  } finally {
    agent.destroy()
    await shop.close()
  }
})
