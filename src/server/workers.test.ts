import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { connect, type Database } from './db/connect.ts'
import { createTestDatabase, type TestDatabase } from './testing/database/test-database.ts'
import { type MainProcess, startMain } from './testing/doubles/main-process.ts'
import { orderData } from './testing/test-shop.ts'
import { killsAfterMs } from './workers.ts'

interface WorkerShop {
  main: MainProcess
  address: string
  database: Database
  workers(): Promise<number[]>
}

let open: { main?: MainProcess; database?: Database; testDatabase?: TestDatabase } = {}
afterEach(async () => {
  await open.main?.remove()
  await open.database?.close()
  await open.testDatabase?.drop()
  open = {}
})

async function openWorkerShop(): Promise<WorkerShop> {
  const testDatabase = await createTestDatabase()
  const database = connect(testDatabase.url, { poolSize: 2 })
  open = { testDatabase, database }
  const main = await startMain(testDatabase.url, {
    env: { WORKERS: '2', WRITE_LIMITS: '10000' },
  })
  open.main = main
  await main.untilSaid('is open: ')
  const address = /is open: (\S+)/.exec(main.said())?.[1] ?? ''
  return { main, address, database, workers: () => workersOf(main) }
}

async function workersOf({ child: { pid } }: MainProcess): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(/\s+/).filter(Boolean).map(Number)
}

interface Reply {
  status: number
  cookie: string
  body: Record<string, unknown>
}

/** On a connection of its own each time, so that the next worker answers. */
async function call(
  shop: WorkerShop,
  path: string,
  options: { data?: unknown; cookie?: string; key?: string } = {},
): Promise<Reply> {
  const sent = request(new URL(`/v2/api/shopping-minmin${path}`, shop.address), {
    agent: false,
    method: options.data === undefined ? 'GET' : 'POST',
    headers: {
      connection: 'close',
      'content-type': 'application/json',
      ...(options.cookie && { cookie: options.cookie }),
      ...(options.key && { 'idempotency-key': options.key }),
    },
  })
  sent.end(options.data === undefined ? undefined : JSON.stringify({ data: options.data }))
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const part of response) text += String(part)
  const cookie = String(response.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { status: response.statusCode, cookie, body: JSON.parse(text) }
}

/** The same of the identity provider, whose calls have no wrapper. */
async function provider(
  { address }: WorkerShop,
  method: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const url = `${address}/identitytoolkit.googleapis.com/v1/accounts:${method}?key=minmin`
  const headers = { connection: 'close', 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

async function addProduct({ database }: WorkerShop, id: string): Promise<void> {
  await database.pool.query(
    `insert into products (id, title, category, content, description, image_url, images_url,
       is_enabled, origin_price, price, unit, extra)
     values ($1, '手感馬克杯', '器皿', '', '', '', '[]', true, 100, 100, '個', '{}')`,
    [id],
  )
}

const mug = '-Nworkers0000000mug1'

it('a worker that drains has half a minute more before it is killed (H6)', () => {
  expect([0, 5, 300].map(killsAfterMs)).toEqual([30_000, 35_000, 330_000])
})

describe('several processes on one port', () => {
  it('agree on the cart, the catalogue and the keys of orders', async () => {
    const shop = await openWorkerShop()
    expect(await shop.workers()).toHaveLength(2)
    // Each worker caches the empty list, then receives the notification.
    for (let n = 0; n < 4; n++) expect((await call(shop, '/products')).body.products).toEqual([])
    await addProduct(shop, mug)
    await expect
      .poll(async () => {
        const lists = await Promise.all(Array.from({ length: 4 }, () => call(shop, '/products')))
        return lists.map(({ body }) => (body.products as unknown[]).length)
      })
      .toEqual([1, 1, 1, 1])

    const first = await call(shop, '/cart', { data: { product_id: mug, qty: 1 } })
    const { cookie } = first
    expect(first.status).toBe(200)
    for (let n = 0; n < 5; n++) {
      await call(shop, '/cart', { data: { product_id: mug, qty: 1 }, cookie })
    }
    for (let n = 0; n < 3; n++) {
      const { body } = await call(shop, '/cart', { cookie })
      expect(body.data).toMatchObject({ carts: [{ qty: 6 }] })
    }

    const key = randomUUID()
    const sends = Array.from({ length: 9 }, () =>
      call(shop, '/order', { data: orderData, cookie, key }),
    )
    const orders = await Promise.all(sends)
    const made = orders.filter(({ status }) => status === 200)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made.map(({ body }) => body.orderId)).size).toBe(1)
    expect(new Set(orders.map(({ status }) => status))).not.toContain(500)
  })

  it('G9 count limits together, and know each session', async () => {
    const shop = await openWorkerShop()
    const account = { email: 'ming@example.com', password: 'abc123', returnSecureToken: true }
    const { body } = await provider(shop, 'signUp', account)
    const lookups = Array.from({ length: 12 }, () =>
      provider(shop, 'lookup', { idToken: body.idToken }),
    )
    for (const { status } of await Promise.all(lookups)) expect(status).toBe(200)

    // 200 an hour from one network.
    const answers: number[] = []
    for (let batch = 0; batch < 13; batch++) {
      const guesses = Array.from({ length: 20 }, () =>
        provider(shop, 'update', { oobCode: 'guessed' }),
      )
      for (const { body: answer } of await Promise.all(guesses)) {
        answers.push(JSON.stringify(answer).includes('TOO_MANY_ATTEMPTS') ? 429 : 400)
      }
    }
    expect(answers.filter((status) => status === 400)).toHaveLength(200)
  })

  it('H1 one that is killed is replaced, and no order that it acknowledged is lost', async () => {
    const shop = await openWorkerShop()
    await addProduct(shop, mug)
    const acknowledged: string[] = []
    let isOver = false
    async function shopper(): Promise<void> {
      while (!isOver) {
        try {
          const { cookie } = await call(shop, '/cart', { data: { product_id: mug, qty: 1 } })
          const order = await call(shop, '/order', { data: orderData, cookie })
          if (order.status === 200) acknowledged.push(String(order.body.orderId))
        } catch {
          // The connection ended with the worker: the outcome of the call is unknown.
          await delay(50)
        }
      }
    }
    const shoppers = Array.from({ length: 4 }, shopper)
    const killed: number[] = []
    try {
      for (let round = 0; round < 2; round++) {
        const enough = acknowledged.length + 5
        await expect.poll(() => acknowledged.length).toBeGreaterThan(enough)
        const [victim = 0] = (await shop.workers()).filter((pid) => !killed.includes(pid))
        process.kill(victim, 'SIGKILL')
        killed.push(victim)
        const others = async () => (await shop.workers()).filter((pid) => !killed.includes(pid))
        await expect.poll(async () => (await others()).length).toBe(2)
      }
    } finally {
      isOver = true
      await Promise.all(shoppers)
    }
    const { rows } = await shop.database.pool.query<{ id: string }>(
      'select id from orders where deleted_at is null',
    )
    const stored = new Set(rows.map(({ id }) => id))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
    expect(shop.main.said().match(/ended \(SIGKILL\): another one takes its place/g)).toHaveLength(
      killed.length,
    )
  })

  it('they read the address of the database from the same file (IMAGE-09)', async () => {
    const testDatabase = await createTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'minmin-secret-'))
    const file = join(folder, 'url')
    await writeFile(file, testDatabase.url)
    open = { testDatabase }
    const env = { WORKERS: '2', DATABASE_URL: '', DATABASE_URL_FILE: file }
    open.main = await startMain(testDatabase.url, { env })
    await open.main.untilSaid('is open: ')
    expect(await workersOf(open.main)).toHaveLength(2)
    await rm(folder, { recursive: true })
  })

  it('one that is killed while all start is replaced too', async () => {
    const testDatabase = await createTestDatabase()
    open = { testDatabase }
    const main = await startMain(testDatabase.url, { env: { WORKERS: '2' } })
    open.main = main
    await expect.poll(() => workersOf(main)).toHaveLength(2)
    const [victim = 0] = await workersOf(main)
    process.kill(victim, 'SIGKILL')
    await main.untilSaid('is open: ')
    expect(main.said()).toContain('ended (SIGKILL): another one takes its place')
    expect(await workersOf(main)).toHaveLength(2)
  })

  it('H6 at SIGTERM all of them answer what is open, and the whole ends with 0', async () => {
    const shop = await openWorkerShop()
    const pids = await shop.workers()
    const open = Array.from({ length: 20 }, () => call(shop, '/products'))
    const settled = Promise.allSettled(open)
    await open[0]
    expect(await shop.main.end('SIGTERM')).toBe(0)
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    const outcomes = await settled
    const answers = outcomes.flatMap((one) =>
      one.status === 'fulfilled' ? [one.value.status] : [],
    )
    expect(new Set(answers)).toEqual(new Set([200]))
  })

  it('none outlives a first process that is killed', async () => {
    const shop = await openWorkerShop()
    const pids = await shop.workers()
    await shop.main.end('SIGKILL')
    const areAlive = () =>
      pids.filter((pid) => {
        try {
          return process.kill(pid, 0)
        } catch {
          return false
        }
      })
    await expect.poll(areAlive).toEqual([])
  })

  it('a port that is taken ends all of them, in words', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const testDatabase = await createTestDatabase()
    open = { testDatabase }
    const main = await startMain(testDatabase.url, { env: { WORKERS: '2', PORT: port } })
    open.main = main
    expect(await main.end()).toBe(1)
    expect(main.said()).toContain(`Port ${port} is taken by another program`)
    taken.close()
  })
})
