import { afterAll, beforeAll, expect, it } from 'vitest'
import { toCsv } from '../http/csv.ts'
import { workRun } from '../runs/work-run.ts'
import { startMainForTest, until } from '../testing/doubles/main-process.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { multipart } from '../testing/test-pictures.ts'
import { openTestShop, shopPrefix, type TestShop } from '../testing/test-shop.ts'

const isLong = process.env.TEST_LONG === '1'
const kills = isLong ? 10 : 1
const many = isLong ? 10_000 : 150

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const startNode = () => startMainForTest(shop.databaseUrl)

async function readNumber(text: string, values: unknown[]): Promise<number> {
  const { rows } = await shop.database.pool.query<{ n: number }>(text, values)
  return rows[0]?.n ?? 0
}
const isInState = async (runId: string, state: string) =>
  (await readNumber('select count(*)::int as n from runs where id = $1 and state = $2', [
    runId,
    state,
  ])) === 1
const countDone = (runId: string) =>
  readNumber(
    `select count(*)::int as n from run_entries where run_id = $1 and state <> 'waiting'`,
    [runId],
  )

/** A file of so many new products, checked. */
async function dryRun(name: string): Promise<string> {
  const heading = ['編號', '標題', '分類', '單位', '原價', '售價', '啟用']
  const lines = Array.from({ length: many }, (_, n) => [
    '',
    `${name} ${n}`,
    '茶',
    '包',
    100,
    80,
    '是',
  ])
  const form = multipart([
    { name: 'file', filename: 'a.csv', bytes: Buffer.from(toCsv([heading, ...lines])) },
  ])
  const url = `${shopPrefix}/admin/import/products`
  const runId: string = (await owner.inject({ method: 'POST', url, ...form })).json().run.id
  await workRun(shop.runs, runId, { signal: new AbortController().signal, isLast: true })
  return runId
}

/** How often each title of a file is there, as a count of counts; and the audit entries of the run. */
async function readApplied(name: string, runId: string) {
  const { rows } = await shop.database.pool.query<{ title: string; n: number }>(
    'select title, count(*)::int as n from products where title like $1 group by title',
    [`${name} %`],
  )
  return {
    titles: rows.length,
    twice: rows.filter(({ n }) => n > 1),
    audited: await readNumber(
      `select count(*)::int as n from audit_entries where run_id = $1 and action = 'product.create'`,
      [runId],
    ),
  }
}

it(
  `an import whose server is killed (${kills} x) goes on by itself, each line applied once (CSV-18)`,
  async () => {
    const runId = await dryRun('茶')
    expect((await owner.post(`/admin/run/${runId}/start`, {})).status).toBe(200)
    for (let kill = 0; kill < kills; kill++) {
      const node = await startNode()
      // Some way further, and never to the end.
      const enough = (await countDone(runId)) + Math.floor(many / (kills + 3))
      await until(async () => (await countDone(runId)) >= enough)
      await node.end('SIGKILL')
      expect(await isInState(runId, 'running')).toBe(true)
    }
    await startNode()
    await until(() => isInState(runId, 'done'))
    expect((await owner.get(`/admin/run/${runId}`)).body.run).toMatchObject({
      done: many,
      failed: 0,
    })
    expect(await readApplied('茶', runId)).toEqual({ titles: many, twice: [], audited: many })
  },
  240_000 + kills * 90_000,
)

it('「停止」 ends an import between two lines, and tells how many were applied (CSV-18)', async () => {
  const runId = await dryRun('杯')
  expect((await owner.post(`/admin/run/${runId}/start`, {})).status).toBe(200)
  await startNode()
  await until(async () => (await countDone(runId)) >= many / 10)
  const stopped = await owner.post(`/admin/run/${runId}/cancel`)
  // Nothing is applied after the answer: each line is a transaction that holds the state of the run.
  const applied = await readApplied('杯', runId)
  expect(stopped.status).toBe(200)
  expect(applied.titles).toBeLessThan(many)
  const { run } = (await owner.get(`/admin/run/${runId}`)).body
  expect(run).toMatchObject({ state: 'cancelled', done: applied.titles })
  expect(applied).toEqual({ titles: run.done, twice: [], audited: run.done })
})
