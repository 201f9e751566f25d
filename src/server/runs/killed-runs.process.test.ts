import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMainForTest, until } from '../testing/doubles/main-process.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'

const isLong = process.env.TEST_LONG === '1'
const kills = isLong ? 20 : 1
const many = isLong ? 1_000 : 200

let shop: TestShop
let stock: TestStock
beforeAll(async () => {
  shop = await openTestShop()
  stock = await openStock(shop)
})
afterAll(() => shop.close())

const startNode = () => startMainForTest(shop.databaseUrl)

async function placeMany(count: number, productId: string): Promise<string[]> {
  const products = [{ product_id: productId, qty: 1 }]
  const ids: string[] = []
  while (ids.length < count) {
    const order = { ...orderData, products, is_paid: true }
    const placed = Array.from({ length: 10 }, () => stock.admin.post('/admin/order', order))
    ids.push(...(await Promise.all(placed)).map(({ body }) => body.orderId))
  }
  return ids
}

async function startShipping(ids: string[]): Promise<string> {
  const asked = { kind: 'orders', action: 'ship', ids, input: { carrier: 'own' } }
  return (await stock.admin.post('/admin/run', asked)).body.run.id
}

async function rows<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await shop.database.pool.query<T>(text, values)).rows
}

const countDone = async (runId: string) =>
  (await rows(`select from run_entries where run_id = $1 and state <> 'waiting'`, [runId])).length
const hasEnded = async (runId: string) =>
  (await rows(`select from runs where id = $1 and state = 'done'`, [runId])).length === 1

/** Orders with more or less than one of each trace of being shipped. */
function wronglyShipped(ids: string[]) {
  return rows(
    `select wanted.id from unnest($1::text[]) as wanted(id) where not (
       (select count(*) from order_events where order_id = wanted.id and kind = 'shipped') = 1
       and (select count(*) from parcels where order_id = wanted.id) = 1
       and (select count(*) from audit_entries where subject_id = wanted.id and action = 'order.ship') = 1)`,
    [ids],
  )
}

it(
  `a run whose server is killed (${kills} x) ends by itself, each order changed once (BULK-06)`,
  async () => {
    const ids = await placeMany(many, await stock.counted(many + 10))
    const runId = await startShipping(ids)
    for (let kill = 0; kill < kills; kill++) {
      const node = await startNode()
      const before = await countDone(runId)
      // Some way further, and never to the end.
      const enough = Math.min(before + Math.floor(many / (kills + 2)), many - kills + kill)
      await until(async () => (await countDone(runId)) >= enough)
      await node.end('SIGKILL')
    }
    await startNode()
    await until(() => hasEnded(runId))
    const { run } = (await stock.admin.get(`/admin/run/${runId}`)).body
    expect(run).toMatchObject({ done: many, failed: 0 })
    expect(await wronglyShipped(ids)).toEqual([])
    expect(await stock.disagreements()).toEqual([])
  },
  120_000 + kills * 60_000,
)

it('two runs over the same orders on two nodes change each once (BULK-11)', async () => {
  const ids = await placeMany(100, await stock.counted(110))
  const runIds = [await startShipping(ids), await startShipping(ids.toReversed())]
  await Promise.all([startNode(), startNode()])
  await until(async () => (await Promise.all(runIds.map(hasEnded))).every(Boolean))
  const ended = await rows<{ done: number; failed: number }>(
    'select done, failed from runs where id = any($1)',
    [runIds],
  )
  expect(ended.map(({ done }) => done)).toEqual([100, 100])
  expect(ended.reduce((sum, { failed }) => sum + failed, 0)).toBe(100)
  expect(await wronglyShipped(ids)).toEqual([])
  expect(await stock.disagreements()).toEqual([])
})
