import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtProgram } from '../programs.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const cli = builtProgram('search')

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Runs the command as `npm run search` does, on the database of the running shop. */
function run(...words: string[]): Promise<{ code: number; out: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: shop.databaseUrl }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [cli, ...words], { env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out: out + err }),
    )
  })
}
const found = async (q: string) =>
  (await shop.guest().get(`/search?${new URLSearchParams({ q })}`)).body.total

it('check names what differs, and rebuild mends it while the shop searches (SEARCH-24)', async () => {
  const { pool } = shop.database
  const lamp = await shop.product({ title: '檯燈', description: '<p>A &amp; B</p>' })
  const cup = await shop.product({ title: '木杯' })
  const gone = await shop.product({ title: '陶壺' })
  expect(await run('check')).toEqual({ code: 0, out: 'the index agrees with the products\n' })

  await pool.query('alter table products disable trigger user')
  await pool.query("update products set title = '床單', price = 7 where id = $1", [lamp])
  await pool.query('delete from products where id = $1', [gone])
  const added = await shop.product({ title: '香氛' })
  await pool.query('alter table products enable trigger user')
  await pool.query("update search_documents set terms = '' where product_id = $1", [cup])
  await pool.query('update search_documents set units_sold = 7 where product_id = $1', [cup])
  const { code, out } = await run('check')
  expect(code).toBe(1)
  for (const line of [
    `${lamp}: title differs`,
    `${lamp}: the listing differs`,
    `${cup}: the terms differ`,
    `${cup}: what its listing says differs`,
    `${gone}: is not on sale`,
    `${added}: is not in the index`,
  ]) {
    expect(out).toContain(line)
  }

  let isDone = false
  const searching = (async () => {
    while (!isDone) expect((await shop.guest().get('/search?q=x')).status).toBe(200)
  })()
  expect(await run('rebuild')).toMatchObject({ code: 0 })
  isDone = true
  await searching
  expect(await run('check')).toEqual({ code: 0, out: 'the index agrees with the products\n' })
  expect([
    await found('床單'),
    await found('檯燈'),
    await found('香氛'),
    await found('陶壺'),
  ]).toEqual([1, 0, 1, 0])
  await pool.query("update products set title = '燭台' where id = $1", [added])
  expect(await found('燭台')).toBe(1)
  expect((await run('rebuild')).code).toBe(0)
  expect((await run('constrict')).code).toBe(2)
}, 60_000)
