import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sweepExpired } from '../../db/housekeeping.ts'
import { adminResetCodes } from '../../db/tables/admin.ts'
import { rateLimitCounts } from '../../db/tables/limits.ts'
import { commandLine } from '../../http/actor.ts'
import { createLog } from '../../log.ts'
import { listMails, readMail } from '../../mail/outbox.queries.ts'
import { createTestHasher } from '../../testing/doubles/test-hasher.ts'
import {
  openAdministrator,
  signIn,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { openTestShop, type TestShop, visitor } from '../../testing/test-shop.ts'
import {
  disableAdministrator,
  enableAdministrator,
  removeAdministrator,
  resetPassword,
} from '../administrators.ts'

const hasher = createTestHasher()
const password = 'the-new-password'
const asked = { success: true, message: '若此帳號存在，重設信已寄出，請於一小時內使用' }
const dead = {
  success: false,
  code: 'ADMIN_RESET_CODE_INVALID',
  message: '連結已失效，請重新申請',
}

let shop: TestShop
let chief: TestAdministrator

beforeAll(async () => {
  // A shop of development shows its mails, so it may write them.
  shop = await openTestShop({ worksJobs: true, env: { DEVELOPMENT: '1' } })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.delete(rateLimitCounts)
  chief = await openAdministrator(shop)
})

function post(action: 'request' | 'code' | 'reset', data: object, remoteAddress = '127.0.0.1') {
  const url = `/v2/admin/password/${action}`
  return shop.app.inject({ method: 'POST', url, payload: { data }, remoteAddress })
}
const request = (username: string, remoteAddress?: string) =>
  post('request', { username }, remoteAddress)
const reset = (code: string, to = password) => post('reset', { code, password: to })
const list = (token: string) => visitor(shop.app, token).get('/admin/products')

/** The mails to reset a password, newest first, once there are so many. */
async function resetMails(username: string, count: number) {
  const { db } = shop.database
  const find = async () => {
    const mails = await listMails(db, { recipient: username })
    const found = mails.filter(({ subject }) => subject === 'MinMin 團購：重設後台密碼')
    expect(found).toHaveLength(count)
    return found
  }
  const found = await vi.waitFor(find)
  return Promise.all(found.map(async ({ id }) => (await readMail(db, id))?.textBody ?? ''))
}

async function mailedCode(username = chief.username, count = 1): Promise<string> {
  expect((await request(username)).json()).toEqual(asked)
  const [text = ''] = await resetMails(username, count)
  const [, code = ''] = /http:\/\/shop\.test\/#\/main\/resetBackend\?code=(\S+)/.exec(text) ?? []
  expect(code).toMatch(/^[\w-]{43}$/)
  return code
}

const codesOf = ({ uid }: TestAdministrator) =>
  shop.database.db.select().from(adminResetCodes).where(eq(adminResetCodes.uid, uid))

describe('asking for a mail', () => {
  it('answers the same for an account, for none and for a disabled one, and writes to the account alone (HAND-09)', async () => {
    const disabled = await openAdministrator(shop)
    await disableAdministrator(shop.database.db, commandLine, disabled.username)
    const names = ['nobody@example.com', disabled.username, ` ${chief.username.toUpperCase()} `]
    const replies = []
    for (const name of names) replies.push(await request(name))
    for (const reply of replies) {
      expect([reply.statusCode, reply.json()]).toEqual([200, asked])
      expect(Object.keys(reply.headers)).toEqual(Object.keys(replies[0]?.headers ?? {}))
    }
    // The jobs run in sequence: once the last mail exists, the other jobs have ended.
    await resetMails(chief.username, 1)
    await resetMails('nobody@example.com', 0)
    await resetMails(disabled.username, 0)
    expect(await codesOf(disabled)).toEqual([])
  })

  it('looks no account up before it answers, so its time tells nothing either (HAND-09)', async () => {
    const holder = await shop.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table administrators in access exclusive mode')
      for (const name of [chief.username, 'nobody@example.com']) {
        expect((await request(name)).json()).toEqual(asked)
      }
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await resetMails(chief.username, 1)
  })

  it('keeps of the code no more than its hash, for an hour (HAND-09)', async () => {
    const code = await mailedCode()
    const [row] = await codesOf(chief)
    expect(JSON.stringify(row)).not.toContain(code)
    const left = (row?.expiresAt.getTime() ?? 0) - Date.now()
    expect(left).toBeGreaterThan(59 * 60_000)
    expect(left).toBeLessThanOrEqual(60 * 60_000)
  })

  it('is limited for one account and network, whether or not the account exists (HAND-09, MEND-63)', async () => {
    for (const name of [chief.username, 'nobody@example.com']) {
      const statuses = []
      for (let n = 0; n < 6; n++) statuses.push((await request(name, `203.0.113.${n}`)).statusCode)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
    const ofSlash48 = []
    for (let n = 0; n < 6; n++) {
      ofSlash48.push((await request(chief.username, `2001:db8:7:${n}::1`)).statusCode)
    }
    expect(ofSlash48).toEqual([200, 200, 200, 200, 200, 429])
    expect((await request(chief.username, '198.51.100.1')).statusCode).toBe(200)
  })

  it('is limited for one account over all networks, and for one network over all accounts (HAND-09)', async () => {
    const ofAccount = []
    for (let n = 0; n < 21; n++) {
      ofAccount.push((await request('nobody@example.com', `203.0.${n}.1`)).statusCode)
    }
    expect(ofAccount).toEqual([...Array<number>(20).fill(200), 429])
    const ofNetwork = []
    for (let n = 0; n < 21; n++) {
      ofNetwork.push(await request(`nobody-${n}@example.com`, '198.51.100.7'))
    }
    expect(ofNetwork.map(({ statusCode }) => statusCode)).toEqual([
      ...Array<number>(20).fill(200),
      429,
    ])
    expect(Number(ofNetwork.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is refused clearly by a shop that cannot send mails (HAND-09)', async () => {
    const silent = await openTestShop()
    try {
      const url = '/v2/admin/password/request'
      const payload = { data: { username: 'chief@example.com' } }
      const reply = await silent.app.inject({ method: 'POST', url, payload })
      expect(reply.statusCode).toBe(403)
      expect(reply.json()).toMatchObject({
        code: 'ADMIN_RESET_UNAVAILABLE',
        message: '本商店未開放以信件重設密碼，請聯絡系統管理人員',
      })
    } finally {
      await silent.close()
    }
  })

  it('is refused to the page of another site (HAND-09)', async () => {
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/v2/admin/password/request',
      headers: { origin: 'https://elsewhere.example' },
      payload: { data: { username: chief.username } },
    })
    expect(reply.statusCode).toBe(403)
  })
})

describe('the code of a mail', () => {
  it('names its administrator, sets a new password once and ends all sessions (HAND-09)', async () => {
    const other = await openAdministrator(shop)
    const second = (await signIn(shop, chief)).json<{ token: string }>().token
    const code = await mailedCode()
    const read = await post('code', { code })
    expect(read.json()).toEqual({ success: true, username: chief.username })

    const reply = await reset(code)
    expect(reply.json()).toEqual({ success: true, message: '密碼已更新，請以新密碼登入' })
    for (const token of [chief.token, second]) expect((await list(token)).status).toBe(401)
    expect((await list(other.token)).status).toBe(200)
    expect((await signIn(shop, chief)).statusCode).toBe(400)
    expect((await signIn(shop, { username: chief.username, password })).statusCode).toBe(200)
    const mails = await listMails(shop.database.db, { recipient: chief.username })
    expect(mails[0]?.subject).toBe('MinMin 團購：您的後台密碼已變更')

    expect((await post('code', { code })).json()).toEqual(dead)
    expect((await reset(code, 'a-third-password')).json()).toEqual(dead)
    expect((await signIn(shop, { username: chief.username, password })).statusCode).toBe(200)
  })

  it('used by many at once serves one of them (HAND-09)', async () => {
    const code = await mailedCode()
    const passwords = Array.from({ length: 8 }, (_, n) => `password-number-${n}`)
    const replies = await Promise.all(passwords.map((to) => reset(code, to)))
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(7).fill(400)])
    const winner = passwords[statuses.indexOf(200)]
    const credentials = { username: chief.username, password: winner }
    expect((await signIn(shop, credentials)).statusCode).toBe(200)
  })

  it.each([
    [
      'an hour is over',
      () => shop.database.db.update(adminResetCodes).set({ expiresAt: sql`now()` }),
    ],
    ['another mail was asked for', () => mailedCode(chief.username, 2)],
    [
      'the password was changed',
      () =>
        resetPassword(shop.database.db, commandLine, hasher, {
          username: chief.username,
          password: 'elsewhere',
        }),
    ],
    [
      'the administrator was disabled, and enabled again',
      async () => {
        await disableAdministrator(shop.database.db, commandLine, chief.username)
        await enableAdministrator(shop.database.db, commandLine, chief.username)
      },
    ],
    [
      'the administrator was deleted',
      () => removeAdministrator(shop.database.db, commandLine, chief.username),
    ],
  ])('is dead once %s (HAND-09)', async (_, end) => {
    const code = await mailedCode()
    expect((await post('code', { code })).statusCode).toBe(200)
    await end()
    for (const reply of [await post('code', { code }), await reset(code)]) {
      expect([reply.statusCode, reply.json()]).toEqual([400, dead])
    }
    expect((await signIn(shop, { username: chief.username, password })).statusCode).toBe(400)
  })

  it.each([
    ['password_hash', sql`password_hash || 'x'`],
    ['is_disabled', sql`true`],
  ])('is dead after a change of %s by a node that knows no codes (HAND-09)', async (column, to) => {
    const code = await mailedCode()
    await shop.database.db.execute(
      sql`update administrators set ${sql.identifier(column)} = ${to} where uid = ${chief.uid}`,
    )
    expect((await post('code', { code })).json()).toEqual(dead)
    expect((await reset(code)).json()).toEqual(dead)
  })

  it.each(['', 'made-up', 'A'.repeat(43), '重設', "' or true --"])(
    'that was made up, "%s", is refused in the same words (HAND-09)',
    async (code) => {
      expect((await post('code', { code })).json()).toEqual(dead)
      expect((await reset(code)).json()).toEqual(dead)
    },
  )

  it('stays good when the new password is too short (HAND-09)', async () => {
    const code = await mailedCode()
    expect((await reset(code, '1234567')).json()).toMatchObject({
      code: 'ADMIN_PASSWORD_TOO_SHORT',
      message: '密碼至少需要 8 個字元',
    })
    expect((await list(chief.token)).status).toBe(200)
    expect((await reset(code, '12345678')).statusCode).toBe(200)
  })

  it('can be tried a hundred times an hour from one network (HAND-09)', async () => {
    const statuses = []
    for (let n = 0; n < 101; n++) {
      const reply = await post(n % 2 ? 'code' : 'reset', { code: 'made-up', password })
      statuses.push(reply.statusCode)
    }
    expect(statuses).toEqual([...Array<number>(100).fill(400), 429])
  })

  it('is swept away when its hour is over, and not before (HAND-09)', async () => {
    const { db } = shop.database
    const over = await openAdministrator(shop)
    await mailedCode()
    await mailedCode(over.username)
    await db
      .update(adminResetCodes)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(adminResetCodes.uid, over.uid))
    await sweepExpired(db, createLog({ logLevel: 'silent' }))
    expect(await codesOf(over)).toEqual([])
    expect(await codesOf(chief)).toHaveLength(1)
  })
})
