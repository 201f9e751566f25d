import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { runJob } from './run-job.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ worksJobs: true, env: { DEVELOPMENT: '1' } })
})
afterAll(() => shop.close())

const mailed = async (recipient: string) => {
  const { rows } = await shop.database.pool.query(
    'select id from mail_outbox where recipient = $1',
    [recipient],
  )
  return rows.length
}
const eventually = (check: () => Promise<void>) => vi.waitFor(check)

it('a job holds ids only, whatever asked for it (JOBS-07)', async () => {
  const admin = await openAdministrator(shop)
  const member = await shop.member()
  const guest = shop.guest()
  const { username } = admin
  await guest.post('/v2/admin/password/request', { username })
  const sendCode = (payload: object) =>
    shop.app.inject({
      method: 'POST',
      url: '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=minmin',
      payload,
    })
  const newEmail = 'other-address@example.com'
  await sendCode({ requestType: 'PASSWORD_RESET', email: member.email })
  await sendCode({ requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: member.token, newEmail })
  await sendCode({ requestType: 'VERIFY_EMAIL', idToken: member.token })
  await eventually(async () => {
    expect(await Promise.all([username, member.email, newEmail].map(mailed))).toEqual([1, 2, 1])
  })

  const { rows } = await shop.database.pool.query<{ name: string; data: object | null }>(
    // Those of pg-boss itself pass its own schedules on, on the minute.
    "select name, data from pgboss.job where name not like '\\_\\_pgboss\\_\\_%'",
  )
  const kinds = new Set(rows.map(({ name }) => name))
  for (const name of ['mail.send', 'members.mail-code', 'admin.mail-reset-code']) {
    expect(kinds).toContain(name)
  }
  for (const { name, data } of rows) {
    for (const [key, value] of Object.entries(data ?? {})) {
      expect([name, key]).toEqual([name, expect.stringMatching(/Id$/)])
      expect(String(value)).toMatch(/^[0-9]+$|^[\w-]{20}$/)
    }
  }
  const { rows: left } = await shop.database.pool.query('select 1 from mail_requests')
  expect(left).toEqual([])
})

it('a failed job names no address in its error (JOBS-07)', async () => {
  const log = createLog({ logLevel: 'silent' })
  const job = { id: 'x', name: 'test', data: {}, retryCount: 0, retryLimit: 0 }
  const attempt = async (error: unknown) => {
    const { output } = await runJob(job as unknown as Parameters<typeof runJob>[0], {
      handler: () => Promise.reject(error),
      setRetryWait: async () => {},
      log,
    })
    return (output as { message: string }).message
  }
  expect(await attempt(new Error('550 5.1.1 <ming@example.com>: no such user'))).toBe(
    '550 5.1.1 <m***@example.com>: no such user',
  )
  expect(await attempt('hua.lee@mail.example.com is unknown')).toBe(
    'h***@mail.example.com is unknown',
  )
})
