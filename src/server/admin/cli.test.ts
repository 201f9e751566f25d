import { execFile } from 'node:child_process'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrators } from '../db/tables/admin.ts'
import { rateLimitCounts } from '../db/tables/limits.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import { builtProgram } from '../programs.ts'
import { openFactor } from '../testing/second-factor.ts'
import { openAdministrator, signIn } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop, visitor } from '../testing/test-shop.ts'

const cli = builtProgram('admin')
const username = 'owner@example.com'
const password = 'chosen-by-the-owner'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Runs the command as `npm run admin` does, on the database of the running shop. */
function run(words: string[], env: Record<string, string> = {}) {
  const options = {
    env: { PATH: process.env.PATH, DATABASE_URL: shop.databaseUrl, ...env },
    timeout: 300_000,
  }
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [cli, ...words], options, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
    child.stdin?.end()
  })
}

async function statusOfSignIn(credentials: object): Promise<number> {
  await shop.database.db.delete(rateLimitCounts)
  return (await signIn(shop, credentials)).statusCode
}

describe('npm run admin', () => {
  it('ADMINLOGIN-09 create makes an administrator who can sign in', async () => {
    const made = await run(['create', username], { ADMIN_PASSWORD: password })
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).not.toContain(password)
    expect(await statusOfSignIn({ username, password })).toBe(200)
  })

  it('ADMINLOGIN-09 create without a password prints a random one, which works', async () => {
    const { out } = await run(['create', 'second@example.com'])
    const [, printed] = /the password is (\S{12,})/.exec(out) ?? []
    expect(await statusOfSignIn({ username: 'second@example.com', password: printed })).toBe(200)
  })

  it('list tells names and states, and no password', async () => {
    const { out } = await run(['list'])
    expect(out).toMatch(/^owner@example\.com\tenabled/m)
    expect(out).toMatch(/^second@example\.com\tenabled/m)
    expect(out).not.toMatch(/argon2/)
  })

  it('role changes what an administrator may do, and is the way back in (STAFF-05)', async () => {
    const { db } = shop.database
    expect((await run(['role', 'second@example.com', 'viewer'])).out).toContain('viewer')
    expect((await run(['list'])).out).toMatch(/^second@example\.com\tenabled\tviewer/m)
    await db
      .update(administrators)
      .set({ isDisabled: true })
      .where(eq(administrators.username, username))
    expect((await run(['role', 'second@example.com', 'owner'])).code).toBe(0)
    expect((await run(['role', 'second@example.com', 'viewer'])).err).toContain(
      '至少需保留一位店主',
    )
    expect((await run(['role', 'second@example.com', 'king'])).err).toContain('A role is one of')
    await db.update(administrators).set({ isDisabled: false })
  })

  it('reset-totp turns the second factor off, ends the sessions and tells by mail (TOTP-10)', async () => {
    const owner = await openAdministrator(shop)
    await openFactor(owner)
    expect((await run(['reset-totp', owner.username])).code).toBe(0)
    expect((await owner.get('/admin/me')).status).toBe(401)
    expect(await statusOfSignIn(owner)).toBe(200)
    const mails = await shop.database.db
      .select()
      .from(mailOutbox)
      .where(eq(mailOutbox.recipient, owner.username))
    expect(mails.map(({ subject }) => subject)).toEqual(['MinMin 團購：您的兩步驟驗證已停用'])
    expect((await run(['verify-audit'])).out).toContain('every entry is as it was sealed')
  })

  it('ADMINLOGIN-05 B11 reset-password ends the sessions and sets the new one', async () => {
    const { token } = (await signIn(shop, { username, password })).json<{ token: string }>()
    const list = () => visitor(shop.app, token).get('/admin/products')
    expect((await list()).status).toBe(200)
    const { code } = await run(['reset-password', username], { ADMIN_PASSWORD: 'the-second-one' })
    expect(code).toBe(0)
    expect((await list()).status).toBe(401)
    expect(await statusOfSignIn({ username, password })).toBe(400)
    expect(await statusOfSignIn({ username, password: 'the-second-one' })).toBe(200)
  })

  it('B11 disable, enable and delete do what they say', async () => {
    const credentials = { username, password: 'the-second-one' }
    await run(['disable', username])
    expect(await statusOfSignIn(credentials)).toBe(400)
    expect((await run(['list'])).out).toMatch(/^owner@example\.com\tdisabled/m)
    await run(['enable', username])
    expect(await statusOfSignIn(credentials)).toBe(200)
    await run(['delete', username])
    expect(await statusOfSignIn(credentials)).toBe(400)
    expect((await run(['list'])).out).not.toContain(username)
  })

  it('SESSION-11 disable-member closes an account at once, and enable-member opens it again', async () => {
    const email = 'ming@example.com'
    const identify = (action: string, payload: object) =>
      shop.app.inject({
        method: 'POST',
        url: `/identitytoolkit.googleapis.com/v1/accounts:${action}?key=minmin`,
        payload,
      })
    const { idToken } = (await identify('signUp', { email, password: 'warm-tea-7' })).json<{
      idToken: string
    }>()
    const lookup = () => identify('lookup', { idToken })
    expect((await lookup()).statusCode).toBe(200)
    expect(await run(['disable-member', ' Ming@Example.com'])).toMatchObject({ code: 0 })
    expect((await lookup()).body).toContain('USER_DISABLED')
    expect((await visitor(shop.app, idToken).get('/orders')).status).toBe(401)
    expect(await run(['enable-member', email])).toMatchObject({ code: 0 })
    // Earlier sessions stay signed out; a new sign-in is let in.
    expect((await lookup()).statusCode).toBe(400)
    const again = await identify('signInWithPassword', { email, password: 'warm-tea-7' })
    expect(again.statusCode).toBe(200)
  })

  it('mail lists what was written, and shows one whole', async () => {
    await shop.database.db.insert(mailOutbox).values({
      recipient: 'ming@example.com',
      subject: '重設密碼',
      textBody: '請點選連結',
      htmlBody: '<p>請點選連結</p>',
      messageId: '<a@minmin.example>',
    })
    const { out } = await run(['mail'])
    const [, number] = /^([0-9]+)\t\S+\tming@example\.com\t重設密碼$/m.exec(out) ?? []
    expect((await run(['mail', number ?? ''])).out).toContain('請點選連結')
  })

  it.each([
    [['create', 'no-address'], 1],
    [['create', 'second@example.com'], 1],
    [['disable', 'nobody@example.com'], 1],
    [['disable-member', 'nobody@example.com'], 1],
    [['enable-member', 'no-address'], 1],
    [['mail', 'x'], 1],
    [['unknown', 'x@example.com'], 2],
    [[], 2],
  ])('C20 %j is refused with a sentence', async (words, code) => {
    const refused = await run(words, { ADMIN_PASSWORD: 'long-enough' })
    expect(refused.code).toBe(code)
    expect(refused.err).toMatch(/^(There is|The name is|Usage:)/)
    expect(refused.err).not.toMatch(/at .*\.ts:/)
  })

  it('C20 a short password is refused', async () => {
    const { code, err } = await run(['create', 'third@example.com'], { ADMIN_PASSWORD: 'short' })
    expect([code, err.trim()]).toEqual([1, 'A password has at least 8 characters.'])
  })
})
