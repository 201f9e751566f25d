import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

const secret = '5d0c9a4f3b1e4d6c8a7f2b1c0d9e8f70'
const path = '/admin/settings/line-login'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const starts = async () => (await shop.guest().inject('/v2/identity/line/start')).statusCode
const save = async (values: object, channel_secret?: string) => {
  const { version } = (await owner.get(path)).body.line_login
  return owner.put(path, { version, values, ...(channel_secret && { channel_secret }) })
}

it('turns sign-in by LINE on and off, and gives its secret to nobody (LINE-01)', async () => {
  const on = { is_on: true, channel_id: '2007000001' }
  expect(await starts()).toBe(404)
  expect((await owner.get(path)).body.line_login).toMatchObject({
    is_working: false,
    callback_url: 'http://shop.test/v2/identity/line/callback',
  })
  expect((await save(on)).body.fields).toHaveProperty('channel_secret')
  expect((await save({ ...on, channel_id: '' }, secret)).body.fields).toHaveProperty('channel_id')

  const saved = await save(on, secret)
  expect(saved.body.line_login).toMatchObject({
    values: on,
    channel_secret: '8f70',
    is_working: true,
    is_unreadable: false,
  })
  expect(await starts()).toBe(303)
  const told = [saved, await owner.get(path), await owner.get('/admin/audit')]
  for (const { body } of told) expect(JSON.stringify(body)).not.toContain(secret)

  // The secret of one channel is sent for no other one.
  const other = { ...on, channel_id: '2007000009' }
  expect((await save(other)).body.fields).toHaveProperty('channel_secret')
  expect((await save({ ...on, is_on: false })).status).toBe(200)
  expect(await starts()).toBe(404)
  expect((await save(on)).status).toBe(200)
  expect(await starts()).toBe(303)
})

it('is fixed by the environment, and off with a Firebase project (LINE-01)', async () => {
  const environment = { LINE_LOGIN_CHANNEL_ID: '1', LINE_LOGIN_CHANNEL_SECRET: secret }
  const firebase = { FIREBASE_PROJECT_ID: 'shop', FIREBASE_API_KEY: 'AIza' }
  for (const [env, fixed, status] of [
    [environment, 'LINE_LOGIN_CHANNEL_ID', 303],
    [{ ...environment, ...firebase }, 'FIREBASE_PROJECT_ID', 404],
  ] as const) {
    const other = await openTestShop({ env })
    try {
      const admin = await openAdministrator(other)
      const { body } = await admin.get(path)
      expect(body.line_login).toMatchObject({ fixed: [fixed], channel_secret: null })
      const values = { is_on: false, channel_id: '' }
      expect((await admin.put(path, { version: 0, values })).status).toBe(409)
      expect((await other.guest().inject('/v2/identity/line/start')).statusCode).toBe(status)
    } finally {
      await other.close()
    }
  }
})

it('opens inside LINE by an application of its own channel, and calls its servers only then (LINE-07)', async () => {
  const page = async () => {
    const { body, headers } = await shop.app.inject('/main/cart')
    return { body, policy: String(headers['content-security-policy']) }
  }
  const hosts = "connect-src 'self' https://api.line.me https://access.line.me;"
  const on = { is_on: true, channel_id: '2007000001' }
  expect((await save({ ...on, liff_id: '' }, secret)).status).toBe(200)
  expect((await page()).policy).not.toContain('line.me')
  const foreign = await save({ ...on, liff_id: '2007000002-AbcdEfgh' })
  expect(foreign.body.fields).toHaveProperty('liff_id')
  expect((await save({ ...on, liff_id: 'https://liff.line.me/x' })).status).toBe(400)
  const saved = await save({ ...on, liff_id: '2007000001-AbcdEfgh' })
  expect(saved.body.line_login).toMatchObject({ endpoint_url: 'http://shop.test/' })
  expect((await page()).policy).toContain(hosts)
  const stored = async () => JSON.stringify((await shop.guest().get('/privacy')).body.storage)
  expect(await stored()).toContain('LIFF_STORE')
  // A client that does not know of it changes nothing of it.
  expect((await save(on)).body.line_login.values.liff_id).toBe('2007000001-AbcdEfgh')
  expect((await save({ ...on, is_on: false })).status).toBe(200)
  expect((await page()).policy).not.toContain('line.me')
})
