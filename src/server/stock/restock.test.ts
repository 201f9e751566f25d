import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { mailOutbox } from '../db/tables/mail.ts'
import { restockRequests } from '../db/tables/stock.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { createLog } from '../log.ts'
import { openTestShop, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'
import { mailRestocked, registerStockJobs, sweepRestocked } from './mail-restocked.ts'

let shop: TestShop
let counted: TestStock
let jobs: Jobs

beforeAll(async () => {
  shop = await openTestShop()
  counted = await openStock(shop)
  const { database, config } = shop
  jobs = createJobs({ database, log: createLog(config), lookSeconds: 0.5 })
  registerStockJobs(jobs, { config, db: database.db })
  await jobs.start()
})
afterAll(async () => {
  await jobs.stop()
  await shop.close()
})
beforeEach(async () => {
  await shop.database.db.delete(restockRequests)
  await shop.database.db.delete(mailOutbox)
})

const ask = (visitor: Visitor, productId: string, email?: string) =>
  visitor.post(`/product/${productId}/restock-request`, { ...(email !== undefined && { email }) })
const open = () => shop.database.db.select().from(restockRequests).where(sql`email is not null`)
const mails = () => shop.database.db.select().from(mailOutbox).orderBy(mailOutbox.id)

/** Runs the jobs that are sent now, and waits for their end. */
async function runJobs(send: () => Promise<void>): Promise<void> {
  await send()
  await vi.waitFor(
    async () => {
      const { rowCount } = await shop.database.pool.query(
        `select 1 from pgboss.job where name like 'stock.%' and state not in ('completed', 'failed')`,
      )
      expect(rowCount).toBe(0)
    },
    { interval: 20 },
  )
}
const sweep = () => runJobs(() => jobs.send(shop.database.db, sweepRestocked, {}))

describe('a request for a mail once a product is back', () => {
  it('is made for a sold-out product, by a member without naming an address (STOCK-15, STOCK-17)', async () => {
    const product = await counted.counted(0)
    const member = await shop.member('ann@example.com')
    for (const _ of [1, 2]) {
      const { status, body } = await ask(member, product)
      expect([status, body.message]).toEqual([200, '已登記，到貨時會寄信通知您'])
    }
    const { body } = await ask(shop.guest(), product, ' Ann@Example.com ')
    expect(body.message).toBe('已登記，到貨時會寄信通知您')
    expect((await open()).map(({ email }) => email)).toEqual(['ann@example.com'])
  })

  it('is refused for what is not sold out, for no address and for no product (STOCK-15)', async () => {
    const guest = shop.guest()
    const soldOut = await counted.counted(0)
    for (const email of [undefined, '', 'ann', 'ann@', 'a b@example.com']) {
      const { status, body } = await ask(guest, soldOut, email)
      expect([email, status, body.message]).toEqual([email, 400, 'Email 格式不正確'])
    }
    for (const product of [await counted.counted(1), await shop.product()]) {
      const { status, body } = await ask(guest, product, 'ann@example.com')
      expect([status, body.message]).toEqual([409, '商品目前有庫存'])
    }
    const hidden = await shop.product({ isEnabled: false })
    await counted.set(hidden, 0)
    for (const product of [hidden, 'nothing']) {
      const { status, body } = await ask(guest, product, 'ann@example.com')
      expect([status, body.message]).toEqual([404, '找不到產品'])
    }
    expect(await open()).toEqual([])
  })

  it('is one of at most 20 of an address (STOCK-17)', async () => {
    const products = await Promise.all(Array.from({ length: 21 }, () => counted.counted(0)))
    const answers: number[] = []
    for (const product of products) {
      answers.push((await ask(shop.guest(), product, 'ann@example.com')).status)
    }
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    expect(await open()).toHaveLength(20)
  })

  it('counts of an address those that can still be answered (STOCK-17)', async () => {
    const products = await Promise.all(Array.from({ length: 22 }, () => counted.counted(0)))
    const [archived, hidden] = products
    for (const product of products.slice(0, 20)) {
      await ask(shop.guest(), product, 'ann@example.com')
    }
    const { pool } = shop.database
    await pool.query('update products set deleted_at = now() where id = $1', [archived])
    await pool.query('update products set is_enabled = false where id = $1', [hidden])
    const answers: number[] = []
    for (const product of [...products.slice(20), await counted.counted(0)]) {
      answers.push((await ask(shop.guest(), product, 'ann@example.com')).status)
    }
    expect(answers).toEqual([200, 200, 429])
  })

  it('is one of at most as many an hour from a network as its limit says (STOCK-17) (MEND-39)', async () => {
    const env = { WRITE_LIMITS: '1', LIMIT_RESTOCK_NETWORK: '30' }
    const limited = await openTestShop({ env })
    onTestFinished(() => limited.close())
    const product = await (await openStock(limited)).counted(0)
    const answers: number[] = []
    for (let n = 0; n <= 30; n++) {
      answers.push((await ask(limited.guest(), product, `guest-${n}@example.com`)).status)
    }
    expect(answers).toEqual([...Array.from({ length: 30 }, () => 200), 429])
    expect(await limited.database.db.$count(restockRequests)).toBe(30)
  })

  it('ends by the link of its mail without a sign-in (STOCK-17)', async () => {
    const product = await counted.counted(0)
    await ask(shop.guest(), product, 'ann@example.com')
    const [{ id: token } = { id: '' }] = await open()
    for (const _ of [1, 2]) {
      const { status, body } = await shop.guest().post('/restock-request/cancel', { token })
      expect([status, body.message]).toEqual([200, '已取消通知'])
    }
    await counted.set(product, 5)
    await sweep()
    expect(await mails()).toEqual([])
    const unknown = await shop.guest().post('/restock-request/cancel', { token: 'made-up' })
    expect([unknown.status, unknown.body.message]).toEqual([404, '找不到通知'])
  })
})

describe('the mail once a product is back', () => {
  it('goes once to each address that waits, the oldest first, and leads to paths (STOCK-16, PATH-21)', async () => {
    const title = '<b>青瓷杯</b>'
    const product = await counted.counted(0, title)
    const other = await counted.counted(0)
    const addresses = ['cy@example.com', 'ann@example.com', 'bo@example.com']
    for (const email of addresses) await ask(shop.guest(), product, email)
    await ask(shop.guest(), other, 'ann@example.com')
    await sweep()
    expect(await mails()).toEqual([])
    await counted.set(product, 1)
    await sweep()
    await sweep()
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient)).toEqual(addresses)
    expect(sent[0]?.subject).toBe(`MinMin 團購：「${title}」到貨了`)
    expect(sent[0]?.htmlBody).not.toContain('<b>青瓷杯</b>')
    expect(sent[0]?.textBody).toContain(`/main/prods/detail/${product}`)
    expect(sent[0]?.textBody).toMatch(/取消通知：\n\S+\/main\/cancelRestock\?token=\S{20}\n/)
    expect((await open()).map(({ variantId }) => variantId)).toEqual([other])
  })

  it('waits while the product is sold out again (STOCK-16)', async () => {
    const product = await counted.counted(0)
    await ask(shop.guest(), product, 'ann@example.com')
    await counted.set(product, 1)
    await counted.set(product, 0)
    await runJobs(() => jobs.send(shop.database.db, mailRestocked, { productId: product }))
    expect(await mails()).toEqual([])
    expect(await open()).toHaveLength(1)
    await counted.admin.delete(`/admin/stock/${product}`)
    await sweep()
    expect(await mails()).toHaveLength(1)
  })

  it('keeps no address once it is written', async () => {
    const product = await counted.counted(0)
    await ask(shop.guest(), product, 'ann@example.com')
    await counted.set(product, 1)
    await sweep()
    const rows = await shop.database.db
      .select()
      .from(restockRequests)
      .where(eq(restockRequests.variantId, product))
    expect(rows.map(({ email }) => email)).toEqual([null])
  })
})
