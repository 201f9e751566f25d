import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { permissions } from '#contract/permissions.ts'
import { administrators, adminSessions } from '../../db/tables/admin.ts'
import { rateLimitCounts } from '../../db/tables/limits.ts'
import { commandLine } from '../../http/actor.ts'
import { createTestHasher } from '../../testing/doubles/test-hasher.ts'
import {
  openAdministrator,
  signIn,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { openTestShop, type TestShop, visitor } from '../../testing/test-shop.ts'
import {
  createAdministrator,
  disableAdministrator,
  enableAdministrator,
  removeAdministrator,
  resetPassword,
} from '../administrators.ts'
import { ensureFirstAdmin, type FirstAdmin } from '../first-admin.ts'

const hasher = createTestHasher()
let shop: TestShop
let chief: TestAdministrator

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.delete(rateLimitCounts)
  chief = await openAdministrator(shop)
})

const check = (token: string) => visitor(shop.app, token).post('/v2/api/user/check')
const list = (token: string) => visitor(shop.app, token).get('/admin/products')

const refused = {
  success: false,
  code: 'ADMIN_LOGIN_FAILED',
  message: '登入失敗',
  error: { code: 'auth/invalid-credential', message: expect.any(String) },
}

describe('signing in', () => {
  it('API-17 ADMINLOGIN-09 answers uid, token and expiry for an administrator made at the command line', async () => {
    const { username, password } = chief
    const reply = await signIn(shop, { username, password })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      success: true,
      message: '登入成功',
      uid: chief.uid,
      token: expect.stringMatching(/^adm_[\w-]{43}$/),
      expired: expect.any(Number),
    })
  })

  it('API-17 the session lasts at most eight hours, and is the same to the wire and the database', async () => {
    expect(chief.expired).toBeGreaterThan(Date.now())
    expect(chief.expired).toBeLessThanOrEqual(Date.now() + 8 * 3_600_000)
    const rows = await shop.database.db
      .select()
      .from(adminSessions)
      .where(eq(adminSessions.uid, chief.uid))
    expect(rows.map(({ expiresAt }) => expiresAt.getTime())).toEqual([chief.expired])
    expect(JSON.stringify(rows)).not.toContain(chief.token.slice(4))
  })

  it('takes the name in any case and with space around it', async () => {
    const username = ` ${chief.username.toUpperCase()} `
    expect((await signIn(shop, { username, password: chief.password })).statusCode).toBe(200)
  })

  it.each([
    ['a wrong password', () => ({ username: chief.username, password: 'wrong-password' })],
    ['an unknown name', () => ({ username: 'nobody@example.com', password: chief.password })],
    ['an empty password', () => ({ username: chief.username, password: '' })],
    ['an empty name', () => ({ username: '', password: chief.password })],
  ])('API-17 C2 %s is refused in the same words', async (_, credentials) => {
    const reply = await signIn(shop, credentials())
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual(refused)
  })

  it.each([{}, { username: 'a@b.example' }, { username: 1, password: [] }, { data: {} }])(
    'A4 %j is refused with the texts of its fields',
    async (payload) => {
      const reply = await signIn(shop, payload)
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ success: false, message: expect.any(Array) })
    },
  )

  it('C1 guessing is limited for one network, and the owner still gets in from another', async () => {
    const attacker = '203.0.113.9'
    const wrong = { username: chief.username, password: 'wrong-password' }
    for (let guess = 0; guess < 10; guess++) {
      expect((await signIn(shop, wrong, attacker)).statusCode).toBe(400)
    }
    const limited = await signIn(shop, wrong, attacker)
    expect(limited.statusCode).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    const { username, password } = chief
    expect((await signIn(shop, { username, password }, attacker)).statusCode).toBe(429)
    expect((await signIn(shop, { username, password }, '198.51.100.1')).statusCode).toBe(200)
  })

  it('C1 trying many names from one network is limited too', async () => {
    const codes: number[] = []
    for (let guess = 0; guess < 51; guess++) {
      const credentials = { username: `a${guess}@example.com`, password: 'wrong-password' }
      codes.push((await signIn(shop, credentials, '203.0.113.10')).statusCode)
    }
    expect(codes.slice(0, 50)).toEqual(Array<number>(50).fill(400))
    expect(codes[50]).toBe(429)
  })
})

describe('the session', () => {
  it.each(['', 'Bearer '])(
    'API-18 check accepts the token, sent as "%s<token>"',
    async (prefix) => {
      const { status, body } = await check(`${prefix}${chief.token}`)
      expect(status).toBe(200)
      expect(body).toEqual({
        success: true,
        uid: chief.uid,
        username: chief.username,
        name: chief.username,
        role: 'owner',
        permissions,
        has_totp: false,
        needs_totp: false,
      })
    },
  )

  it.each(['', 'undefined', 'adm_', `adm_${'A'.repeat(43)}`, 'x'.repeat(4_000)])(
    'API-18 ROLE-10 check answers 403 to "%s"',
    async (token) => {
      const { status, body } = await check(token)
      expect(status).toBe(403)
      expect(body).toMatchObject({ success: false, message: '請重新登入' })
    },
  )

  it('C18 logout ends it: the token is dead at once, and a second logout is refused', async () => {
    const out = await visitor(shop.app, chief.token).post('/v2/logout')
    expect(out.body).toEqual({ success: true, message: '已登出' })
    expect((await check(chief.token)).status).toBe(403)
    const replay = await list(chief.token)
    expect(replay.status).toBe(401)
    expect(replay.body).toMatchObject({ success: false, message: '驗證錯誤, 請重新登入' })
    const again = await visitor(shop.app, chief.token).post('/v2/logout')
    expect(again.status).toBe(400)
    expect(again.body).toMatchObject({ success: false, message: '請重新登出' })
  })

  it.each([
    ['a form', 'application/x-www-form-urlencoded', 'a=1'],
    ['JSON', 'application/json', '{}'],
    ['faulty JSON', 'application/json', '{'],
  ])('check and logout ignore %s in the body', async (_, type, payload) => {
    const headers = { authorization: chief.token, 'content-type': type }
    const inject = (url: string) => shop.app.inject({ method: 'POST', url, headers, payload })
    expect((await inject('/v2/api/user/check')).statusCode).toBe(200)
    expect((await inject('/v2/logout')).statusCode).toBe(200)
  })

  it('ends when its eight hours are over', async () => {
    await shop.database.db
      .update(adminSessions)
      .set({ expiresAt: sql`now()` })
      .where(eq(adminSessions.uid, chief.uid))
    expect((await list(chief.token)).status).toBe(401)
  })

  it('B11 a new password ends every session of its administrator, and only theirs', async () => {
    const other = await openAdministrator(shop)
    const second = (await signIn(shop, chief)).json<{ token: string }>().token
    const { db } = shop.database
    const password = 'another-password'
    await resetPassword(db, commandLine, hasher, { username: chief.username, password })
    expect((await list(chief.token)).status).toBe(401)
    expect((await list(second)).status).toBe(401)
    expect((await list(other.token)).status).toBe(200)
    expect((await signIn(shop, chief)).statusCode).toBe(400)
    expect((await signIn(shop, { username: chief.username, password })).statusCode).toBe(200)
  })

  it('B11 a disabled administrator is out at once, and cannot sign in until enabled', async () => {
    const { db } = shop.database
    await disableAdministrator(db, commandLine, chief.username)
    expect((await list(chief.token)).status).toBe(401)
    expect((await signIn(shop, chief)).json()).toEqual(refused)
    await enableAdministrator(db, commandLine, chief.username)
    expect((await list(chief.token)).status).toBe(401)
    expect((await signIn(shop, chief)).statusCode).toBe(200)
  })

  it('of a disabled administrator is refused by the look-up itself (SAFE-17)', async () => {
    const { db } = shop.database
    await db
      .update(administrators)
      .set({ isDisabled: true })
      .where(eq(administrators.uid, chief.uid))
    expect(await db.$count(adminSessions, eq(adminSessions.uid, chief.uid))).toBe(1)
    expect((await list(chief.token)).status).toBe(401)
    expect((await check(chief.token)).status).toBe(403)
  })

  it('B11 a deleted administrator is out at once', async () => {
    await removeAdministrator(shop.database.db, commandLine, chief.username)
    expect((await list(chief.token)).status).toBe(401)
    expect((await check(chief.token)).status).toBe(403)
    expect((await signIn(shop, chief)).json()).toEqual(refused)
  })

  it('C8 a token in the address or in a cookie alone is no authentication', async () => {
    const url = `/v2/api/shopping-minmin/admin/products?token=${chief.token}&hexToken=${chief.token}`
    const headers = { cookie: `hexToken=${chief.token}; Authorization=${chief.token}` }
    expect((await shop.app.inject({ url, headers })).statusCode).toBe(401)
  })
})

describe('making administrators', () => {
  it('C20 a short password, a name that is no address and a name that is taken are refused', async () => {
    const { db } = shop.database
    const make = (username: string, password: string) =>
      createAdministrator(db, commandLine, hasher, { username, password })
    await expect(make('b@example.com', '1234567')).rejects.toThrow('at least 8')
    await expect(make('b@example.com', '')).rejects.toThrow('at least 8')
    await expect(make('chief', 'long-enough')).rejects.toThrow('e-mail address')
    await expect(make(chief.username.toUpperCase(), 'long-enough')).rejects.toThrow('already')
  })

  it('ADMINLOGIN-10 C20 a shop with demo data and no administrator gets one, with a random password', async () => {
    const { db } = shop.database
    const config = { firstAdmin: null, loadsDemo: true, isProduction: false }
    expect(await ensureFirstAdmin(db, hasher, config)).toBeNull()
    await db.delete(administrators)
    const first = accountIn(await ensureFirstAdmin(db, hasher, config))
    expect(first?.username).toBe('admin@minmin.example')
    expect(first?.password).toMatch(/^[\w-]{16,}$/)
    expect((await signIn(shop, first ?? {})).statusCode).toBe(200)
    expect(await ensureFirstAdmin(db, hasher, config)).toBeNull()
    await db.delete(administrators)
    const second = accountIn(await ensureFirstAdmin(db, hasher, config))
    expect(second?.password).not.toBe(first?.password)
  })

  it('creates none with a made-up password in production, with demo data neither (SAFE-15)', async () => {
    await shop.database.db.delete(administrators)
    const config = { firstAdmin: null, loadsDemo: true, isProduction: true }
    const made = await ensureFirstAdmin(shop.database.db, hasher, config)
    expect(accountIn(made)).toBeUndefined()
    expect(await shop.database.db.select().from(administrators)).toEqual([])
  })

  it('C20 without demo data and without a named one there is none', async () => {
    await shop.database.db.delete(administrators)
    const made = await ensureFirstAdmin(shop.database.db, hasher, {
      firstAdmin: null,
      loadsDemo: false,
      isProduction: false,
    })
    expect(accountIn(made)).toBeUndefined()
    expect(await shop.database.db.select().from(administrators)).toEqual([])
  })

  it('C20 the one of the configuration can sign in, and its password is not printed', async () => {
    const named = { username: 'owner@example.com', password: 'from-the-configuration' }
    await shop.database.db.delete(administrators)
    const configured = { firstAdmin: named, loadsDemo: true, isProduction: true }
    const made = accountIn(await ensureFirstAdmin(shop.database.db, hasher, configured))
    expect(made?.username).toBe(named.username)
    expect(made?.password).not.toContain(named.password)
    expect((await signIn(shop, named)).statusCode).toBe(200)
  })
})

/** The account that a start prints; undefined where it prints none. */
function accountIn(first: FirstAdmin) {
  return first && 'username' in first ? first : undefined
}
