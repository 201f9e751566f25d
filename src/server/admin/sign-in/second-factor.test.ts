import { eq, sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { administrators, adminSessions } from '../../db/tables/admin.ts'
import { rateLimitCounts } from '../../db/tables/limits.ts'
import { mailOutbox } from '../../db/tables/mail.ts'
import { createSecretBox } from '../../secrets/secret-box.ts'
import { beginFactor, openFactor } from '../../testing/second-factor.ts'
import {
  openAdministrator,
  signIn,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { codeAt, createRecoveryCodes, stepOfCode } from './one-time-codes.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.delete(rateLimitCounts)
  await shop.database.db.delete(mailOutbox)
  owner = await openAdministrator(shop)
})

const enter = (code?: string, password = owner.password, ip = '127.0.0.1') =>
  signIn(shop, { username: owner.username, password, ...(code !== undefined && { code }) }, ip)
const subjects = async () =>
  (await shop.database.db.select().from(mailOutbox)).map(({ subject }) => subject)

describe('the codes', () => {
  // Appendix B of RFC 6238, the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('of RFC 6238 are accepted at %s s (TOTP-02)', (seconds, code) => {
    const secret = Buffer.from('12345678901234567890')
    const step = Math.floor(seconds / 30)
    expect(codeAt(secret, seconds * 1000)).toBe(code)
    expect(stepOfCode(secret, code, seconds * 1000)).toBe(step)
    expect(stepOfCode(secret, code, (seconds + 30) * 1000)).toBe(step)
    expect(stepOfCode(secret, code, (seconds + 60) * 1000)).toBeUndefined()
    expect(stepOfCode(secret, '12345', seconds * 1000)).toBeUndefined()
  })

  it('for recovery are ten of 50 bits, none like another (TOTP-08)', () => {
    const codes = createRecoveryCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]{5}-[a-z0-9]{5}$/)
  })
})

describe('the second factor', () => {
  it('is on only after a right code of its key was typed (TOTP-01)', async () => {
    const { secret, uri, code } = await beginFactor(owner)
    expect(uri).toContain(`secret=${secret}`)
    expect(new URL(uri).searchParams.get('issuer')).toBe('MinMin 團購')
    const wrong = await owner.put('/admin/me/totp', { code: '000000' })
    expect([wrong.status, wrong.body.message]).toEqual([400, '驗證碼錯誤'])
    expect((await enter()).statusCode).toBe(200)
    const right = await owner.put('/admin/me/totp', { code: code() })
    expect(right.body.recovery_codes).toHaveLength(10)
    expect((await enter()).statusCode).toBe(400)
    expect((await owner.get('/admin/me')).body.me).toMatchObject({
      has_totp: true,
      recovery_codes_left: 10,
    })
  })

  it('that no key opened after a restore takes no code, and says that it is wrong', async () => {
    await shop.database.db
      .update(administrators)
      .set({ totpSecret: Buffer.alloc(0) })
      .where(eq(administrators.uid, owner.uid))
    const answer = await enter('123456')
    expect([answer.statusCode, answer.json().message]).toEqual([400, '驗證碼錯誤'])
  })

  it('takes the step before, now and after by the clock of the database (TOTP-03)', async () => {
    const { secret } = await openFactor(owner)
    const totp = new TOTP({ secret })
    await shop.database.db.update(administrators).set({ totpLastStep: null })
    const { rows } = await shop.database.pool.query<{ now: string }>(
      'select extract(epoch from clock_timestamp()) * 1000 as now',
    )
    const code = (steps: number) =>
      totp.generate({ timestamp: Number(rows[0]?.now) + steps * 30_000 })
    const answers: number[] = []
    for (const steps of [-3, 3, 0, 1]) answers.push((await enter(code(steps))).statusCode)
    expect(answers).toEqual([400, 400, 200, 200])
    await shop.database.db.update(administrators).set({ totpLastStep: null })
    // The one before, unless the step has changed meanwhile.
    expect([200, 400]).toContain((await enter(code(-1))).statusCode)
  })

  it('accepts no step twice and none before it: of thirty sign-ins one opens (TOTP-04)', async () => {
    const { code } = await openFactor(owner)
    await shop.database.db.delete(adminSessions)
    const current = code(0)
    const replies = await Promise.all(Array.from({ length: 30 }, () => enter(current)))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await shop.database.db.$count(adminSessions)).toBe(1)
    await shop.database.db.delete(rateLimitCounts)
    expect((await enter(current)).statusCode).toBe(400)
    expect((await enter(code(-1))).statusCode).toBe(400)
  })

  it('is asked for after a right password, and not without one (TOTP-05)', async () => {
    const plain = (await enter()).json()
    expect(Object.keys(plain).toSorted()).toEqual(['expired', 'message', 'success', 'token', 'uid'])
    await openFactor(owner)
    await shop.database.db.delete(adminSessions)
    const asked = await enter()
    expect([asked.statusCode, asked.json()]).toEqual([
      400,
      {
        success: false,
        message: '請輸入驗證碼',
        code: 'SECOND_FACTOR_REQUIRED',
        error: { code: 'auth/multi-factor-auth-required', message: '請輸入驗證碼' },
      },
    ])
    expect(await shop.database.db.$count(adminSessions)).toBe(0)
  })

  it('is no answer to a wrong password, whatever stands beside it (TOTP-06)', async () => {
    const before = (await enter(undefined, 'wrong')).body
    const { code } = await openFactor(owner)
    const bodies = [
      (await enter(undefined, 'wrong')).body,
      (await enter(code(0), 'wrong')).body,
      (await enter('000000', 'wrong')).body,
      (await signIn(shop, { username: 'nobody@example.com', password: 'wrong' })).body,
    ]
    expect(new Set([before, ...bodies]).size).toBe(1)
  })

  it('locks after five wrong codes, over all networks, and tells the owner (TOTP-07)', async () => {
    const { code } = await openFactor(owner)
    await shop.database.db.delete(rateLimitCounts)
    for (let index = 0; index < 8; index++) await enter('000000', 'wrong', `192.0.2.${index}`)
    const statuses: number[] = []
    for (let index = 0; index < 6; index++) {
      statuses.push((await enter('000000', owner.password, `198.51.100.${index}`)).statusCode)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const locked = await enter(code(0), owner.password, '203.0.113.9')
    expect(locked.statusCode).toBe(429)
    expect(locked.json().message).toBe('驗證碼錯誤次數過多，請稍後再試')
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800)
    expect(await subjects()).toEqual(['MinMin 團購：驗證碼錯誤次數過多'])
  })

  it('is stood for by a recovery code, once, told by mail; a new set ends the old (TOTP-08)', async () => {
    const { code, recoveryCodes } = await openFactor(owner)
    const [first = '', second = '', third = ''] = recoveryCodes
    const { rows } = await shop.database.db.execute(sql`select * from admin_recovery_codes`)
    for (const one of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(one)
    expect((await enter(first)).statusCode).toBe(200)
    expect((await enter(first)).statusCode).toBe(400)
    expect((await enter(` ${second.replace('-', '').toUpperCase()} `)).statusCode).toBe(200)
    expect(await subjects()).toEqual(Array(2).fill('MinMin 團購：有人使用了您的備援碼'))
    const mails = await shop.database.db.select().from(mailOutbox)
    expect(mails.map(({ textBody }) => /剩餘 (\d+) 組/.exec(textBody)?.[1]).toSorted()).toEqual([
      '8',
      '9',
    ])
    const renewed = await owner.post('/admin/me/recovery-codes', { code: code(0) })
    expect(renewed.body.recovery_codes).toHaveLength(10)
    expect((await enter(third)).statusCode).toBe(400)
    expect((await enter(renewed.body.recovery_codes[0])).statusCode).toBe(200)
  })

  it('has its key encrypted for its account alone, and nothing shows it again (TOTP-09)', async () => {
    const { secret, code } = await openFactor(owner)
    const other = await openAdministrator(shop)
    const { pool } = shop.database
    const { rows } = await pool.query(
      'select encode(totp_secret, $2) as kept from administrators where uid = $1',
      [owner.uid, 'hex'],
    )
    const raw = Buffer.from(new TOTP({ secret }).secret.bytes).toString('hex')
    expect(rows[0].kept).not.toContain(raw)
    const kept = await pool.query(
      `select json_agg(a)::text as audit, (select json_agg(m)::text from mail_outbox as m) as mails
       from audit_entries as a`,
    )
    expect(JSON.stringify(kept.rows)).not.toContain(secret)
    for (const path of ['/admin/me', '/admin/staff', '/admin/audit']) {
      expect(JSON.stringify((await owner.get(path)).body)).not.toContain(secret)
    }
    await pool.query(
      'update administrators set totp_secret = (select totp_secret from administrators where uid = $1) where uid = $2',
      [owner.uid, other.uid],
    )
    const stolen = { username: other.username, password: other.password, code: code(0) }
    expect((await signIn(shop, stolen)).statusCode).toBe(400)
    const box = createSecretBox(() => Buffer.alloc(32, 1))
    const sealed = box.seal(Buffer.from('a secret'), 'one')
    expect(box.open(sealed, 'one')?.toString()).toBe('a secret')
    expect(box.open(sealed, 'two')).toBeUndefined()
    expect(createSecretBox(() => Buffer.alloc(32, 2)).open(sealed, 'one')).toBeUndefined()
  })

  it('is turned off with password and code, or by an owner, and told by mail (TOTP-10)', async () => {
    const { code } = await openFactor(owner)
    const off = (data: object) =>
      owner.inject({
        method: 'DELETE',
        url: '/v2/api/shopping-minmin/admin/me/totp',
        payload: { data },
      })
    expect((await off({ password: 'wrong', code: code(0) })).json().message).toBe('登入失敗')
    expect((await off({ password: owner.password, code: '000000' })).json().message).toBe(
      '驗證碼錯誤',
    )
    expect((await off({ password: owner.password, code: code(0) })).statusCode).toBe(200)
    expect((await enter()).statusCode).toBe(200)
    const other = await openAdministrator(shop)
    await openFactor(other)
    expect((await owner.delete(`/admin/staff/${other.uid}/totp`)).status).toBe(200)
    expect((await other.get('/admin/me')).status).toBe(401)
    expect((await signIn(shop, other)).statusCode).toBe(200)
    expect(await subjects()).toEqual(Array(2).fill('MinMin 團購：您的兩步驟驗證已停用'))
  })

  it('is not turned off for the own account without password and code (TOTP-10)', async () => {
    await openFactor(owner)
    const own = await owner.delete(`/admin/staff/${owner.uid}/totp`)
    expect([own.status, own.body.code]).toEqual([409, 'STAFF_SELF'])
    expect((await owner.get('/admin/me')).body.me.has_totp).toBe(true)
  })

  it('that is demanded leaves an account without it its own page only (TOTP-11)', async () => {
    const values = { requires_totp: true }
    const { settings } = (await owner.get('/admin/settings')).body
    const { version } = settings.security
    expect((await owner.put('/admin/settings/security', { version, values })).status).toBe(200)
    try {
      const refused = await owner.get('/admin/products')
      expect([refused.status, refused.body.message]).toEqual([403, '請先啟用兩步驟驗證'])
      const { body } = await owner.post('/v2/api/user/check')
      expect(body).toMatchObject({ has_totp: false, needs_totp: true })
      await openFactor(owner)
      expect((await owner.get('/admin/products')).status).toBe(200)
    } finally {
      await owner.put('/admin/settings/security', {
        version: version + 1,
        values: { requires_totp: false },
      })
    }
  })
})

it('sign-ins, refused ones and sign-outs are in the audit (AUDIT-08)', async () => {
  const { body } = await owner.get('/admin/audit?action=session.start')
  expect(body.entries[0].actor).toMatchObject({ uid: owner.uid, role: 'owner' })
  await enter(undefined, 'wrong')
  await vi.waitFor(async () => {
    const refused = await owner.get('/admin/audit?action=session.refuse')
    expect(refused.body.entries[0].subject.title).toBe(owner.username)
  })
  const other = await openAdministrator(shop)
  await other.post('/v2/logout')
  const ended = await owner.get('/admin/audit?action=session.end')
  expect(ended.body.entries[0].actor.uid).toBe(other.uid)
})
