import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { emptyShop } from '#contract/settings.ts'
import { administrators } from '../db/tables/admin.ts'
import { createTestHasher } from '../testing/doubles/test-hasher.ts'
import { openTestShop, type TestShop, visitor } from '../testing/test-shop.ts'
import { ensureFirstAdmin } from './first-admin.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.delete(administrators)
  await shop.database.pool.query('delete from first_admin_codes')
  await shop.database.pool.query('delete from rate_limit_counts')
})

const config = { firstAdmin: null, loadsDemo: false, isProduction: true }
const password = 'long-enough'

/** As each start of a node of an empty shop. */
async function startCode(): Promise<string> {
  const first = await ensureFirstAdmin(shop.database.db, createTestHasher(), config)
  if (!first || !('code' in first)) throw new Error('the start printed no code')
  return first.code
}
const make = (code: string, username = 'owner@example.com') =>
  shop.guest().post('/v2/admin/first', { code, username, password })
const accounts = () => shop.database.db.select().from(administrators)

it('a shop without administrators prints a code, by which its owner makes the account and is signed in (DOOR-07)', async () => {
  const code = await startCode()
  const { status, body } = await make(code, ' Owner@example.com ')
  expect([status, body.message]).toEqual([200, '已建立帳號'])
  const owner = visitor(shop.app, body.token)
  expect((await owner.post('/v2/api/user/check')).body).toMatchObject({ role: 'owner' })
  expect(await accounts()).toMatchObject([{ username: 'Owner@example.com', role: 'owner' }])
  expect(await ensureFirstAdmin(shop.database.db, createTestHasher(), config)).toBeNull()
  const { entries } = (await owner.get('/admin/audit?action=staff.create')).body
  expect(entries[0].subject.title).toBe('Owner@example.com')
})

it('a code is stored hashed, used once, and all end with the first account (DOOR-07)', async () => {
  // Two nodes that start over one database each print one, and either works on both.
  const [first, second] = [await startCode(), await startCode()]
  const { rows } = await shop.database.pool.query('select * from first_admin_codes')
  expect(JSON.stringify(rows)).not.toContain(first)
  const answers = await Promise.all([
    make(first, 'one@example.com'),
    make(second, 'two@example.com'),
    make(first, 'three@example.com'),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect(await accounts()).toHaveLength(1)
  expect((await make(second)).body.code).toBe('FIRST_ADMIN_GONE')
  await shop.database.db.delete(administrators)
  expect((await make(second)).body.code).toBe('FIRST_ADMIN_GONE')
})

it('a code ends after a day, and guesses are limited by network (DOOR-07)', async () => {
  const code = await startCode()
  await shop.database.pool.query(
    `update first_admin_codes set expires_at = now() - interval '1 second'`,
  )
  expect((await make(code)).body.code).toBe('FIRST_ADMIN_GONE')
  let last = 400
  for (let guess = 0; guess < 105 && last === 400; guess++) last = (await make(`x${guess}`)).status
  expect(last).toBe(429)
  expect(await accounts()).toEqual([])
})

it('an empty shop waits for its owner to open it; one that sells stays open (DOOR-07)', async () => {
  const { pool } = shop.database
  const begun = async () =>
    (await pool.query(`select values from settings where "group" = 'shop'`)).rows[0]?.values
  await pool.query('delete from settings')
  await make(await startCode())
  expect(await begun()).toEqual({ ...emptyShop, is_closed: true })
  await pool.query('delete from settings')
  await shop.database.db.delete(administrators)
  await shop.product()
  await make(await startCode())
  expect(await begun()).toBeUndefined()
})

it('a shop without the demo has none of its facts, also with an administrator of the configuration (DOOR-20)', async () => {
  const { db, pool } = shop.database
  const firstAdmin = { username: 'owner@example.com', password }
  const start = (loadsDemo: boolean) =>
    ensureFirstAdmin(db, createTestHasher(), { ...config, firstAdmin, loadsDemo })
  const begun = async () => (await pool.query(`select values from settings`)).rows
  await pool.query('delete from settings')
  await pool.query('delete from products')
  await start(true)
  expect(await begun()).toEqual([])
  await db.delete(administrators)
  await start(false)
  expect(await begun()).toEqual([{ values: emptyShop }])
  const { repository_url, demo_url, email, phone, is_portfolio } = emptyShop
  expect([repository_url, demo_url, email, phone, is_portfolio]).toEqual(['', '', '', '', false])
})

it('a name that is no address and a short password leave the code as it was (DOOR-07)', async () => {
  const code = await startCode()
  const chief = await make(code, 'chief')
  expect([chief.status, chief.body.fields]).toEqual([400, { username: 'Email 格式不正確' }])
  const short = { code, username: 'owner@example.com', password: 'short' }
  const refused = await shop.guest().post('/v2/admin/first', short)
  expect(refused.body.code).toBe('ADMIN_PASSWORD_TOO_SHORT')
  expect((await make(code)).status).toBe(200)
})
