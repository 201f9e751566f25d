import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { actionLabel } from '#contract/audit-words.ts'
import { backupsApi } from '#contract/backups.ts'
import { adminDemoApi } from '#contract/demo.ts'
import { defaultSettings } from '#contract/settings.ts'
import { type SealedRange, sealAudit } from '../../audit/seal-audit.ts'
import type { Db } from '../../db/connect.ts'
import { administrators, adminSessions, staffInvitations } from '../../db/tables/admin.ts'
import { rateLimitCounts } from '../../db/tables/limits.ts'
import { mailOutbox } from '../../db/tables/mail.ts'
import { commandLine } from '../../http/actor.ts'
import { contractEndpoints } from '../../testing/contract-endpoints.ts'
import {
  openAdministrator,
  openStaff,
  signIn,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, visitor } from '../../testing/test-shop.ts'
import { disableAdministrator, removeAdministrator } from '../administrators.ts'
import { tellOwners, toldActions, toldSettings } from '../tell-owners.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  // The audit is sealed by the test.
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  const { db } = shop.database
  await db.delete(rateLimitCounts)
  await db.delete(administrators)
  await db.delete(staffInvitations)
  await db.delete(mailOutbox)
  owner = await openAdministrator(shop)
})

let addresses = 0
const newAddress = () => `new-${++addresses}@example.com`

async function invite(email = newAddress(), role = 'packer', by = owner) {
  const { status, body } = await by.post('/admin/staff/invitation', { email, role })
  const code = /code=([\w-]+)$/.exec(body.link ?? '')?.[1] ?? ''
  return { status, body, code, email }
}
async function usernameOf(uid: string): Promise<string> {
  const rows = await shop.database.db
    .select({ username: administrators.username })
    .from(administrators)
    .where(eq(administrators.uid, uid))
  return rows[0]?.username ?? ''
}
const accept = (code: string, more: object = {}) =>
  shop
    .guest()
    .post('/v2/admin/invitation', { code, name: '陳小美', password: 'long-enough', ...more })

describe('an invitation', () => {
  it('makes an account of its role, once, of thirty parallel acceptances (STAFF-09)', async () => {
    const { code, email, body } = await invite()
    expect(Buffer.from(code, 'base64url')).toHaveLength(32)
    const [row] = await shop.database.db.select().from(staffInvitations)
    expect(JSON.stringify(row)).not.toContain(code)
    expect(body.invitation.expires_at - body.invitation.create_at).toBe(72 * 3600)
    const mails = await shop.database.db.select().from(mailOutbox)
    expect(mails.map(({ recipient }) => recipient)).toEqual([email])
    expect(mails[0]?.textBody).toContain(`/#/main/staffInvitation?code=${code}`)
    const replies = await Promise.all(Array.from({ length: 30 }, () => accept(code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await shop.database.db.$count(administrators)).toBe(2)
    const entered = await signIn(shop, { username: email, password: 'long-enough' })
    const { body: checked } = await visitor(shop.app, entered.json().token).post(
      '/v2/api/user/check',
    )
    expect(checked).toMatchObject({ name: '陳小美', role: 'packer' })
  })

  it('of one address made at the same time leaves one, which works (STAFF-09)', async () => {
    const email = newAddress()
    const sent = await Promise.all(Array.from({ length: 8 }, () => invite(email)))
    expect(sent.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const { invitations } = (await owner.get('/admin/staff')).body
    const left = invitations.filter((one: { email: string }) => one.email === email)
    expect(left).toHaveLength(1)
    const accepted = await Promise.all(sent.map(({ code }) => accept(code)))
    expect(accepted.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('that is used, expired, withdrawn, replaced or made up is refused in one sentence (STAFF-10)', async () => {
    const used = await invite()
    await accept(used.code)
    const withdrawn = await invite()
    await owner.delete(`/admin/staff/invitation/${withdrawn.body.invitation.id}`)
    const replaced = await invite()
    await owner.post(`/admin/staff/invitation/${replaced.body.invitation.id}`)
    const again = await invite()
    await invite(again.email.toUpperCase())
    const expired = await invite()
    await shop.database.db
      .update(staffInvitations)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(staffInvitations.id, expired.body.invitation.id))
    const before = await shop.database.db.$count(administrators)
    for (const code of [used, withdrawn, replaced, again, expired].map(({ code }) => code)) {
      const { status, body } = await accept(code)
      expect([status, body.message]).toEqual([400, '邀請已失效，請聯絡店主重新寄送'])
      expect(body).toEqual((await accept('made-up')).body)
    }
    expect(await shop.database.db.$count(administrators)).toBe(before)
  })

  it('asks for a name and eight characters, and stays usable (STAFF-10)', async () => {
    const { code } = await invite()
    expect((await accept(code, { password: '1234567' })).status).toBe(400)
    expect((await accept(code, { name: '' })).status).toBe(400)
    expect((await accept(code)).status).toBe(200)
  })

  it('of an address that has an account is refused', async () => {
    const { status, body } = await invite(owner.username.toUpperCase())
    expect([status, body.message]).toEqual([409, '此帳號已存在'])
  })

  it.each([
    ['is removed', (uid: string) => owner.delete(`/admin/staff/${uid}`)],
    ['is disabled', (uid: string) => owner.put(`/admin/staff/${uid}`, { is_disabled: true })],
    ['is owner no more', (uid: string) => owner.put(`/admin/staff/${uid}`, { role: 'manager' })],
    [
      'is disabled at the command line',
      async (uid: string) => {
        await disableAdministrator(shop.database.db, commandLine, await usernameOf(uid))
        return { status: 200 }
      },
    ],
    [
      'is removed at the command line',
      async (uid: string) => {
        await removeAdministrator(shop.database.db, commandLine, await usernameOf(uid))
        return { status: 200 }
      },
    ],
  ])('ends when the owner who sent it last %s (STAFF-10)', async (_, change) => {
    const other = await openAdministrator(shop)
    const first = await invite(newAddress(), 'owner', other)
    const again = await invite()
    const sent = await other.post(`/admin/staff/invitation/${again.body.invitation.id}`)
    const code = /code=([\w-]+)$/.exec(sent.body.link)?.[1] ?? ''
    const taken = await invite(newAddress(), 'packer', other)
    const resent = await owner.post(`/admin/staff/invitation/${taken.body.invitation.id}`)
    expect((await change(other.uid)).status).toBe(200)
    expect((await accept(first.code)).status).toBe(400)
    expect((await accept(code)).status).toBe(400)
    const kept = /code=([\w-]+)$/.exec(resent.body.link)?.[1] ?? ''
    expect((await accept(kept)).status).toBe(200)
    const { entries } = (await owner.get('/admin/audit?action=staff.withdraw_invitation')).body
    const ids = entries.map(({ subject }: { subject: { id: string } }) => subject.id)
    expect(ids).toEqual(
      expect.arrayContaining([first.body.invitation.id, again.body.invitation.id]),
    )
  })

  it('stays when the owner who sent it gets another name, or is enabled', async () => {
    const other = await openAdministrator(shop)
    const { code } = await invite(newAddress(), 'packer', other)
    await owner.put(`/admin/staff/${other.uid}`, {
      name: '王店主',
      is_disabled: false,
      role: 'owner',
    })
    expect((await accept(code)).status).toBe(200)
  })

  it('of an owner who is removed in the same moment does not stay (STAFF-13)', async () => {
    for (let round = 0; round < 10; round++) {
      await shop.database.db.delete(rateLimitCounts)
      const other = await openAdministrator(shop)
      const old = await invite(newAddress(), 'owner', other)
      const [made, again] = await Promise.all([
        invite(newAddress(), 'owner', other),
        other.post(`/admin/staff/invitation/${old.body.invitation.id}`),
        owner.delete(`/admin/staff/${other.uid}`),
      ])
      expect([200, 401]).toContain(made.status)
      expect([200, 401, 404]).toContain(again.status)
      const left = await shop.database.db.$count(staffInvitations)
      expect(left).toBe(0)
    }
  })

  it('tells its link where no mail server is, and nothing tells it again (STAFF-11)', async () => {
    const { body, code } = await invite()
    expect(body.link).toBe(`http://shop.test/#/main/staffInvitation?code=${code}`)
    const list = await owner.get('/admin/staff')
    expect(list.body.invitations).toHaveLength(1)
    expect(JSON.stringify(list.body)).not.toContain(code)
    const mailing = await openTestShop({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    try {
      const other = await openAdministrator(mailing)
      const input = { email: newAddress(), role: 'viewer' }
      const sent = await other.post('/admin/staff/invitation', input)
      expect(Object.keys(sent.body).toSorted()).toEqual(['invitation', 'message', 'success'])
    } finally {
      await mailing.close()
    }
  })
})

describe('the staff', () => {
  it('keeps an owner, and nobody changes their own power (STAFF-12)', async () => {
    const path = `/admin/staff/${owner.uid}`
    const last = [409, '至少需保留一位店主']
    const own = [409, '無法變更自己的權限']
    const answers = async () => {
      const replies = [
        await owner.put(path, { role: 'viewer' }),
        await owner.put(path, { is_disabled: true }),
        await owner.delete(path),
      ]
      return replies.map(({ status, body }) => [status, body.message])
    }
    expect(await answers()).toEqual([last, last, last])
    const second = await openAdministrator(shop)
    expect(await answers()).toEqual([own, own, own])
    expect((await owner.put(path, { name: '王店主' })).status).toBe(200)
    expect((await owner.put(`/admin/staff/${second.uid}`, { is_disabled: true })).status).toBe(200)
    expect(await answers()).toEqual([last, last, last])
    expect((await owner.put('/admin/staff/unknown', { name: '誰' })).body.message).toBe(
      '找不到成員',
    )
  })

  it('of two owners who remove each other keeps one, twenty times (STAFF-13)', async () => {
    for (let round = 0; round < 20; round++) {
      await shop.database.db.delete(administrators)
      await shop.database.db.delete(rateLimitCounts)
      const [one, other] = [await openAdministrator(shop), await openAdministrator(shop)]
      const replies = await Promise.all([
        one.delete(`/admin/staff/${other.uid}`),
        other.delete(`/admin/staff/${one.uid}`),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await shop.database.db.$count(administrators)).toBe(1)
    }
  })

  it('has a new role, and no session after a new password or an end, with the next call (STAFF-14)', async () => {
    const person = await openStaff(shop, 'manager')
    expect((await person.get('/admin/settings')).status).toBe(200)
    await owner.put(`/admin/staff/${person.uid}`, { role: 'packer' })
    expect((await person.get('/admin/settings')).status).toBe(403)
    await owner.put(`/admin/staff/${person.uid}`, { is_disabled: true })
    expect((await person.get('/admin/me')).status).toBe(401)
    await owner.put(`/admin/staff/${person.uid}`, { is_disabled: false })
    expect((await person.get('/admin/me')).status).toBe(401)
    const again = await signIn(shop, person)
    const session = visitor(shop.app, again.json().token)
    const change = { password: 'quite-another', old_password: person.password }
    expect((await session.put('/admin/me', { ...change, old_password: 'wrong' })).status).toBe(400)
    expect((await session.put('/admin/me', change)).status).toBe(200)
    expect((await session.get('/admin/me')).status).toBe(401)
    expect((await signIn(shop, { ...person, ...change })).statusCode).toBe(200)
    await owner.delete(`/admin/staff/${person.uid}`)
    expect((await signIn(shop, { ...person, ...change })).statusCode).toBe(400)
  })

  it('counts and records each wrong password of now as a wrong sign-in (SAFE-07, STAFF-14)', async () => {
    const guess = { password: 'quite-another', old_password: 'wrong' }
    const refused = await owner.put('/admin/me', guess)
    const message = '目前的密碼不正確'
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message, fields: { old_password: message } },
    ])
    const entries = async () =>
      (await owner.get('/admin/audit?action=session.refuse')).body.entries.map(
        ({ subject }: { subject: { id: string } }) => subject.id,
      )
    await expect.poll(entries).toContain(owner.uid)
    for (let index = 1; index < 10; index++) await owner.put('/admin/me', guess)
    const right = { ...guess, old_password: owner.password }
    expect((await owner.put('/admin/me', right)).status).toBe(429)
    expect((await signIn(shop, owner)).statusCode).toBe(429)
    await shop.database.db.delete(rateLimitCounts)
    expect((await owner.put('/admin/me', right)).status).toBe(200)
  })

  it('is of owners before there were roles, and by the command line (STAFF-05)', async () => {
    await shop.database.db.execute(
      sql`insert into administrators (uid, username, password_hash) values ('old', 'old@example.com', 'x')`,
    )
    const { body } = await owner.get('/admin/staff')
    expect(body.staff.map(({ role }: { role: string }) => role)).toEqual(['owner', 'owner'])
  })
})

describe('the sessions of an account', () => {
  it('are listed with device, network and times, and end one by one or all others (STAFF-15)', async () => {
    const request = {
      method: 'POST' as const,
      url: '/v2/admin/signin',
      payload: { username: owner.username, password: owner.password },
    }
    const enter = async (remoteAddress: string, agent: string) => {
      const headers = { 'user-agent': agent }
      const reply = await shop.app.inject({ ...request, remoteAddress, headers })
      return visitor(shop.app, reply.json().token)
    }
    const phone = await enter('203.0.113.77', 'a telephone')
    const tablet = await enter('2001:db8:7:1::9', 'a tablet')
    const { body } = await phone.get('/admin/me/sessions')
    const seen = body.sessions.map(
      ({ device, network, is_current }: Record<string, unknown>) =>
        `${device} ${network} ${is_current}`,
    )
    expect(seen.toSorted()).toEqual([
      'a tablet 2001:db8:7::/48 false',
      'a telephone 203.0.113.0/24 true',
      'lightMyRequest 127.0.0.0/24 false',
    ])
    const id = body.sessions.find(({ device }: { device: string }) => device === 'a tablet').id
    expect((await phone.delete(`/admin/me/session/${id}`)).status).toBe(200)
    expect((await tablet.get('/admin/me')).status).toBe(401)
    const stranger = await openStaff(shop, 'viewer')
    const [current] = body.sessions.filter((one: { is_current: boolean }) => one.is_current)
    const refused = await stranger.delete(`/admin/me/session/${current.id}`)
    expect([refused.status, refused.body.message]).toEqual([404, '找不到登入紀錄'])
    expect((await phone.delete('/admin/me/sessions/others')).status).toBe(200)
    expect((await owner.get('/admin/me')).status).toBe(401)
    expect((await phone.get('/admin/me')).status).toBe(200)
  })
})

async function placeOrder() {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product({ price: 1_000 }), qty: 1 })
  const { orderId } = (await guest.post('/order', orderData)).body
  const { number } = (await owner.get(`/admin/order/${orderId}`)).body.order
  return { guest, orderId: String(orderId), number: String(number) }
}

describe('a sensitive call', () => {
  const remitted = { remitted_on: '2026-11-28', account_last5: '90123' }
  const age = (uid: string) =>
    shop.database.db
      .update(adminSessions)
      .set({ confirmedAt: sql`now() - interval '15 minutes 1 second'` })
      .where(eq(adminSessions.uid, uid))

  it('needs a proof of the password within 15 minutes (STAFF-16)', async () => {
    const input = { email: newAddress(), role: 'viewer' }
    await age(owner.uid)
    const refused = await owner.post('/admin/staff/invitation', input)
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        success: false,
        message: '請再次確認身分',
        code: 'CONFIRMATION_REQUIRED',
        error: { code: 'auth/requires-recent-login', message: '請再次確認身分' },
      },
    ])
    expect((await owner.get('/admin/staff')).status).toBe(200)
    const wrong = await owner.post('/v2/admin/confirm', { password: 'wrong' })
    expect([wrong.status, wrong.body.message]).toEqual([400, '登入失敗'])
    expect((await owner.post('/admin/staff/invitation', input)).status).toBe(403)
    const right = await owner.post('/v2/admin/confirm', { password: owner.password })
    expect(right.body.confirmed_until - Date.now() / 1000).toBeGreaterThan(890)
    expect((await owner.post('/admin/staff/invitation', input)).status).toBe(200)
    const values = { requires_totp: false }
    expect((await owner.put('/admin/settings/security', { version: 0, values })).status).toBe(200)
    await age(owner.uid)
    expect((await owner.put('/admin/settings/security', { version: 1, values })).status).toBe(403)
  })

  it('is whatever moves money or speaks for the shop (MEND-56)', async () => {
    const { shop: values, mail, payment } = defaultSettings
    const policy = { text: '政策', version: 0 }
    await age(owner.uid)
    const ofRun = (more: object) => ({ kind: 'orders', action: 'archive', ...more })
    const person = { kind: 'orders', is_personal: true }
    const calls = [
      () => owner.put('/admin/settings/payment', { version: 0, values: payment }),
      () => owner.put('/admin/settings/mail', { version: 0, values: mail }),
      () => owner.put('/admin/settings/shop', { version: 0, values }),
      () => owner.post('/admin/privacy', policy),
      () => owner.post('/admin/run', ofRun({ filter: {} })),
      () => owner.post('/admin/run', ofRun({ ids: ['one', 'two'] })),
      () => owner.post('/admin/export', person),
      () => owner.delete(`/admin/staff/${owner.uid}`),
      () => owner.post('/admin/refund/none/done', remitted),
      () => owner.post('/admin/refund/none/manual'),
      () => owner.post('/admin/commission/payout', { leader_id: 'x', amount: 1, note: '匯款' }),
    ]
    for (const call of calls) {
      const { status, body } = await call()
      expect([call.toString(), status, body.code]).toEqual([
        call.toString(),
        403,
        'CONFIRMATION_REQUIRED',
      ])
    }
    const trial = await owner.post('/admin/run', ofRun({ filter: {}, is_trial: true }))
    expect(trial.body).toMatchObject({ success: true, will_change: 0 })
    expect((await owner.post('/admin/run', ofRun({ ids: ['one'] }))).status).toBe(200)
  })

  it('is a refund of what was recorded by hand, and of nothing else (MEND-56)', async () => {
    const { orderId } = await placeOrder()
    await age(owner.uid)
    expect((await owner.put(`/admin/order/${orderId}`, { is_paid: true })).status).toBe(200)
    const refund = (id: string) =>
      owner.post(`/admin/order/${id}/refund`, { amount: 100, reason: '少一件' })
    expect((await refund(orderId)).body.code).toBe('CONFIRMATION_REQUIRED')
    const { guest, orderId: paid } = await placeOrder()
    expect((await guest.post(`/pay/${paid}`)).status).toBe(200)
    expect((await refund(paid)).status).toBe(200)
    await owner.post('/v2/admin/confirm', { password: owner.password })
    expect((await refund(orderId)).body).toMatchObject({ data: { state: 'manual' } })
  })

  it('is each of which the owners are told (MEND-56)', async () => {
    const endpoints = await contractEndpoints()
    // The mail names the change itself for the first ones. Clients of others archive all orders, and
    // the trash brings these back.
    const judged = [
      ...['setting.update', 'export.personal', 'staff.disable', 'staff.enable'],
      ...['order.archive_all', 'demo.clear', 'backup.fetch'],
    ]
    // A run clears it, which this call starts.
    expect(adminDemoApi.clear.isSensitive).toBe(true)
    // No write names it: it is a file that is read.
    expect(backupsApi.file.isSensitive).toBe(true)
    for (const action of toldActions.filter((one) => !judged.includes(one))) {
      const named = endpoints.filter((endpoint) => endpoint.action === action)
      expect([action, named.map(({ isSensitive }) => isSensitive)]).toEqual([action, [true]])
    }
    const settings = Object.values(adminSettingsApi).filter(
      (one) => one.action === 'setting.update',
    )
    for (const { path, isSensitive = false } of settings) {
      expect([path, isSensitive]).toEqual([path, (path.split('/').at(-1) ?? '') in toldSettings])
    }
  })

  it('is told to every owner by one mail, once (MEND-56)', async () => {
    const { db } = shop.database
    const other = await openAdministrator(shop)
    await openStaff(shop, 'manager')
    const onSeal = (tx: Db, range: SealedRange) =>
      tellOwners({ ...shop.config, isDevelopment: true }, tx, range)
    await sealAudit(db, { onSeal })
    await db.delete(mailOutbox)
    const payment = { ...defaultSettings.payment, account: '臺灣銀行 004 123456789' }
    const { body } = await owner.get('/admin/settings')
    const { version } = body.settings.payment
    await owner.put('/admin/settings/payment', { version, values: payment })
    await owner.put('/admin/me', { name: '王店主' })
    await invite('attacker@example.com', 'owner')
    const { orderId, number } = await placeOrder()
    await owner.put(`/admin/order/${orderId}`, { is_paid: true })
    const asked = { amount: 99, reason: '少一件' }
    const from = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36' }
    const refund = await owner.post(`/admin/order/${orderId}/refund`, asked, from)
    await owner.post(`/admin/refund/${refund.body.data.id}/done`, remitted)
    await sealAudit(db, { onSeal })
    await sealAudit(db, { onSeal })
    const notices = (await db.select().from(mailOutbox)).filter(
      ({ kind }) => kind === 'owner_notice',
    )
    expect(notices.map(({ recipient }) => recipient).sort()).toEqual(
      [owner.username, other.username].sort(),
    )
    const text = notices[0]?.textBody ?? ''
    expect(text).toContain('變更設定：付款')
    expect(text).toContain('邀請成員：a***@example.com')
    expect(text).toContain(
      `${actionLabel('refund.create')}：${number}（127.0.0.1，Chrome，Windows）`,
    )
    expect(text).toContain(`${actionLabel('refund.complete')}：NT$99`)
    expect(text).not.toContain('變更帳號')
    await owner.put('/admin/me', { name: '王老闆' })
    await sealAudit(db, { onSeal })
    expect(await db.$count(mailOutbox, eq(mailOutbox.kind, 'owner_notice'))).toBe(2)
  })
})
