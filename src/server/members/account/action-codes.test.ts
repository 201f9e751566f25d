import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { sha256 } from '../../db/sha256.ts'
import { mailOutbox } from '../../db/tables/mail.ts'
import { actionCodes, memberMailboxes, members } from '../../db/tables/members.ts'
import { settings } from '../../db/tables/settings.ts'
import { listMails, readMail } from '../../mail/outbox.queries.ts'
import {
  openTestProvider,
  type TestMember,
  type TestProvider,
  testPassword,
} from '../../testing/doubles/test-provider.ts'
import { deleteMember } from '../members.queries.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await openTestProvider({ env: { IDENTITY_LIMITS: '1000' } })
})
afterAll(() => provider.close())

const subjects = {
  PASSWORD_RESET: 'MinMin 團購：重設密碼',
  VERIFY_EMAIL: 'MinMin 團購：請驗證您的電子信箱',
  VERIFY_AND_CHANGE_EMAIL: 'MinMin 團購：請確認新的電子信箱',
}
type Purpose = keyof typeof subjects

/** The newest mail of a kind; it may be written after the answer. */
async function mailTo(recipient: string, purpose: Purpose) {
  const { db } = provider.database
  const found = await vi.waitFor(async () => {
    const mails = await listMails(db, { recipient })
    const mail = mails.find(({ subject }) => subject === subjects[purpose])
    if (!mail) throw new Error(`no mail for ${recipient}`)
    return readMail(db, mail.id)
  })
  if (!found) throw new Error('the mail is gone')
  const link = new URL(/https?:\S+/.exec(found.textBody)?.[0] ?? '')
  const parameters = new URLSearchParams(link.hash.slice(link.hash.indexOf('?')))
  return { ...found, link, parameters, code: parameters.get('oobCode') ?? '' }
}

async function resetCode({ email }: { email: string }): Promise<string> {
  await provider.call('sendOobCode', { requestType: 'PASSWORD_RESET', email })
  return (await mailTo(email, 'PASSWORD_RESET')).code
}

async function verifyCode({ idToken, email }: TestMember): Promise<string> {
  await provider.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  return (await mailTo(email, 'VERIFY_EMAIL')).code
}

async function changeCode({ idToken }: TestMember, newEmail: string): Promise<string> {
  const requestType = 'VERIFY_AND_CHANGE_EMAIL'
  const reply = await provider.call('sendOobCode', { requestType, idToken, newEmail })
  expect(reply).toMatchObject({ status: 200, body: { email: newEmail } })
  return (await mailTo(newEmail, requestType)).code
}

const verified = async (idToken: string) =>
  (await provider.call('lookup', { idToken })).body.users[0].emailVerified

test('API-37 the verification mail leads to the shop with its code in the fragment, and proves the address', async () => {
  const member = await provider.signUp()
  const { idToken, email } = member
  const sent = await provider.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  expect(sent).toMatchObject({ status: 200, body: { email } })
  const mail = await mailTo(email, 'VERIFY_EMAIL')
  expect(mail.link.href).toMatch(/^http:\/\/shop\.test\/#\/main\/memberLogin\?/)
  expect(mail.link.search).toBe('')
  expect(Object.fromEntries(mail.parameters)).toEqual({
    mode: 'verifyEmail',
    oobCode: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    apiKey: 'minmin',
    lang: 'zh-TW',
  })
  expect(mail.htmlBody).toContain(mail.link.href.replaceAll('&', '&amp;'))

  expect(await verified(idToken)).toBe(false)
  const checked = await provider.call('resetPassword', { oobCode: mail.code })
  expect(checked.body).toEqual({ kind: expect.any(String), email, requestType: 'VERIFY_EMAIL' })
  const applied = await provider.call('update', { oobCode: mail.code })
  expect(applied).toMatchObject({ status: 200, body: { email, emailVerified: true } })
  expect(await verified(idToken)).toBe(true)
})

test('API-37 C5 the reset mail sets a new password, once, and ends every session', async () => {
  const member = await provider.signUp()
  const { email, idToken, refreshToken } = member
  const code = await resetCode(member)
  const checked = await provider.call('resetPassword', { oobCode: code })
  expect(checked.body).toMatchObject({ email, requestType: 'PASSWORD_RESET' })
  expect((await provider.call('lookup', { idToken })).status).toBe(200)

  const done = await provider.call('resetPassword', { oobCode: code, newPassword: 'newer1' })
  expect(done).toMatchObject({ status: 200, body: { email, requestType: 'PASSWORD_RESET' } })
  expect(await provider.identity.verifyMember(idToken)).toBeNull()
  expect(await provider.call('lookup', { idToken })).toMatchObject({ code: 'TOKEN_EXPIRED' })
  expect(await provider.refresh(refreshToken)).toMatchObject({ code: 'TOKEN_EXPIRED' })
  const entered = await provider.call('signInWithPassword', { email, password: 'newer1' })
  expect(await verified(entered.body.idToken)).toBe(true)
  const old = await provider.call('signInWithPassword', { email, password: testPassword })
  expect(old).toMatchObject({ code: 'INVALID_LOGIN_CREDENTIALS' })
  const mails = await listMails(provider.database.db, { recipient: email })
  expect(mails.map(({ subject }) => subject)).toContain('MinMin 團購：您的密碼已變更')

  const again = await provider.call('resetPassword', { oobCode: code, newPassword: 'newest1' })
  expect(again).toMatchObject({ status: 400, code: 'INVALID_OOB_CODE' })
})

test('mails of an account are in the name that the shop has now (SETTING-07)', async () => {
  const { db } = provider.database
  const { email } = await provider.signUp()
  const values = { ...defaultSettings.shop, name: '小農市集' }
  await db.insert(settings).values({ group: 'shop', values, version: 1, updatedBy: 'test' })
  try {
    await provider.call('sendOobCode', { requestType: 'PASSWORD_RESET', email })
    await vi.waitFor(async () => {
      const mails = await listMails(db, { recipient: email })
      expect(mails.map(({ subject }) => subject)).toContain('小農市集：重設密碼')
    })
  } finally {
    await db.delete(settings).where(eq(settings.group, 'shop'))
  }
})

test('C4 of thirty uses of a reset code at once one sets the password', async () => {
  const member = await provider.signUp()
  const code = await resetCode(member)
  const passwords = Array.from({ length: 30 }, (_, index) => `newer-${index}`)
  const replies = await Promise.all(
    passwords.map((newPassword) => provider.call('resetPassword', { oobCode: code, newPassword })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.code === 'INVALID_OOB_CODE')).toHaveLength(29)
  const notices = (await listMails(provider.database.db, { recipient: member.email })).filter(
    ({ subject }) => subject === 'MinMin 團購：您的密碼已變更',
  )
  expect(notices).toHaveLength(1)
})

test('C4 of thirty uses of a verification code at once one succeeds', async () => {
  const code = await verifyCode(await provider.signUp())
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => provider.call('update', { oobCode: code })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter((reply) => reply.code === 'INVALID_OOB_CODE')).toHaveLength(29)
})

test('C4 an expired code is told from an invalid one, and does nothing', async () => {
  const member = await provider.signUp()
  const [reset, verify] = [await resetCode(member), await verifyCode(member)]
  const { db } = provider.database
  await db
    .update(actionCodes)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(actionCodes.uid, member.localId))
  const code = 'EXPIRED_OOB_CODE'
  expect(await provider.call('resetPassword', { oobCode: reset })).toMatchObject({ code })
  const set = { oobCode: reset, newPassword: 'newer1' }
  expect(await provider.call('resetPassword', set)).toMatchObject({ code })
  expect(await provider.call('update', { oobCode: verify })).toMatchObject({ code })
  expect(await verified(member.idToken)).toBe(false)
})

test('C4 a reset code lives for an hour, one that proves an address for a day', async () => {
  const member = await provider.signUp()
  await resetCode(member)
  await verifyCode(member)
  const rows = await provider.database.db
    .select({
      purpose: actionCodes.purpose,
      seconds: sql<number>`extract(epoch from expires_at - created_at)::int`,
    })
    .from(actionCodes)
    .where(eq(actionCodes.uid, member.localId))
    .orderBy(actionCodes.purpose)
  expect(rows).toEqual([
    { purpose: 'PASSWORD_RESET', seconds: 3600 },
    { purpose: 'VERIFY_EMAIL', seconds: 86_400 },
  ])
})

test('C4 a code does only what it was made for, and only for its member', async () => {
  const [member, other] = [await provider.signUp(), await provider.signUp()]
  const [reset, verify] = [await resetCode(member), await verifyCode(member)]
  const code = 'INVALID_OOB_CODE'
  expect(await provider.call('update', { oobCode: reset })).toMatchObject({ code })
  const set = { oobCode: verify, newPassword: 'newer1' }
  expect(await provider.call('resetPassword', set)).toMatchObject({ code })
  for (const guess of ['x', '', reset.slice(0, -1), `${reset}A`, reset.toLowerCase(), '../x']) {
    const reply = await provider.call('resetPassword', { oobCode: guess, newPassword: 'newer1' })
    expect(reply.code, guess).toMatch(/^(INVALID|MISSING)_OOB_CODE$/)
  }
  const own = await provider.call('update', { oobCode: verify, idToken: other.idToken })
  expect(own.body.email).toBe(member.email)
  expect(await verified(other.idToken)).toBe(false)
})

test('C4 codes are kept hashed', async () => {
  const member = await provider.signUp()
  const code = await resetCode(member)
  const rows = await provider.database.db.execute(sql`select * from action_codes`)
  expect(JSON.stringify(rows.rows)).not.toContain(code)
})

test('C4 a change of the password, and of the address, ends the codes sent before', async () => {
  const member = await provider.signUp()
  const reset = await resetCode(member)
  const { idToken } = member
  const changed = await provider.call('update', { idToken, password: 'newer1' })
  const set = { oobCode: reset, newPassword: 'newest1' }
  expect(await provider.call('resetPassword', set)).toMatchObject({ code: 'INVALID_OOB_CODE' })

  const now = { ...member, idToken: changed.body.idToken }
  const verify = await verifyCode(now)
  const later = await resetCode(member)
  await provider.call('update', { oobCode: await changeCode(now, 'moved@example.com') })
  expect(await provider.call('update', { oobCode: verify })).toMatchObject({
    code: 'INVALID_OOB_CODE',
  })
  const late = { oobCode: later, newPassword: 'newest1' }
  expect(await provider.call('resetPassword', late)).toMatchObject({ code: 'INVALID_OOB_CODE' })
})

test('every mail of an account is one to an unproved address, until its member has verified that (MEND-50)', async () => {
  const { db } = provider.database
  const networksOf = async (recipient: string) => {
    const rows = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient))
    return rows.map(({ network }) => network)
  }
  for (const isVerified of [false, true]) {
    const member = await provider.signUp()
    const verify = await verifyCode(member)
    if (isVerified) await provider.call('update', { oobCode: verify })
    await db.delete(mailOutbox)
    await resetCode(member)
    const { idToken } = (
      await provider.call('signInWithPassword', {
        email: member.email,
        password: testPassword,
      })
    ).body
    const changed = await provider.call('update', { idToken, password: 'another1' })
    expect(changed.status).toBe(200)
    const oobCode = await changeCode(
      { ...member, idToken: changed.body.idToken },
      `new-${member.email}`,
    )
    expect((await provider.call('update', { oobCode })).status).toBe(200)
    // The reset, the new password and the new address.
    const expected = isVerified ? null : ''
    expect(await networksOf(member.email)).toEqual([expected, expected, expected])
  }
})

test('C4 a disabled member can use no code', async () => {
  const member = await provider.signUp()
  const [reset, verify] = [await resetCode(member), await verifyCode(member)]
  const { db } = provider.database
  await db.update(members).set({ isDisabled: true }).where(eq(members.uid, member.localId))
  const code = 'USER_DISABLED'
  const set = { oobCode: reset, newPassword: 'newer1' }
  expect(await provider.call('resetPassword', { oobCode: reset })).toMatchObject({ code })
  expect(await provider.call('resetPassword', set)).toMatchObject({ code })
  expect(await provider.call('update', { oobCode: verify })).toMatchObject({ code })
})

test('C4 a password that breaks the rules does not use the reset code up', async () => {
  const code = await resetCode(await provider.signUp())
  const weak = await provider.call('resetPassword', { oobCode: code, newPassword: 'abc12' })
  expect(weak).toMatchObject({ code: 'WEAK_PASSWORD' })
  const good = await provider.call('resetPassword', { oobCode: code, newPassword: 'newer1' })
  expect(good.status).toBe(200)
})

test('API-37 a new address is proved before it counts, and the old one is told', async () => {
  const member = await provider.signUp()
  const { email, idToken } = member
  const newEmail = 'new-home@example.com'
  const code = await changeCode(member, newEmail)
  expect((await provider.call('lookup', { idToken })).body.users[0].email).toBe(email)
  const checked = await provider.call('resetPassword', { oobCode: code })
  expect(checked.body).toMatchObject({ email, newEmail, requestType: 'VERIFY_AND_CHANGE_EMAIL' })
  const applied = await provider.call('update', { oobCode: code })
  expect(applied.body).toMatchObject({ email: newEmail, emailVerified: true })
  expect(await provider.identity.verifyMember(idToken)).toBeNull()
  const entered = await provider.call('signInWithPassword', {
    email: newEmail,
    password: testPassword,
  })
  expect(entered.body).toMatchObject({ localId: member.localId, email: newEmail })
  const mails = await listMails(provider.database.db, { recipient: email })
  expect(mails.map(({ subject }) => subject)).toContain('MinMin 團購：您的電子信箱已變更')
})

test('MEND-11 the mailboxes that an account had are remembered, whatever is said behind a plus sign', async () => {
  const { db } = provider.database
  const { localId: uid, ...member } = await provider.signUp('first.box+news@gmail.com')
  const same = await changeCode({ localId: uid, ...member }, 'firstbox+2@gmail.com')
  await provider.call('update', { oobCode: same })
  const entered = await provider.call('signInWithPassword', {
    email: 'firstbox+2@gmail.com',
    password: testPassword,
  })
  const other = await changeCode(entered.body, 'second.box+shop@example.com')
  await provider.call('update', { oobCode: other })
  await deleteMember(db, uid)
  const kept = await db.select().from(memberMailboxes).where(eq(memberMailboxes.uid, uid))
  expect(kept.map(({ mailbox }) => mailbox).toSorted()).toEqual(
    [sha256('firstbox@gmail.com'), sha256('second.box@example.com')].toSorted(),
  )
})

test('API-37 two members cannot come to have one address', async () => {
  const [one, other] = [await provider.signUp(), await provider.signUp()]
  const newEmail = 'wanted@example.com'
  const first = await changeCode(one, newEmail)
  await provider.call('update', { oobCode: first })
  const before = await provider.database.db.$count(actionCodes)
  const late = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: other.idToken, newEmail }
  // The same answer as for an unused address: it must not reveal who is a member.
  expect(await provider.call('sendOobCode', late)).toMatchObject({ status: 200 })
  await verifyCode(other)
  expect(await provider.database.db.$count(actionCodes)).toBe(before + 1)
})

test('API-37 a member changes to another spelling of the own mailbox', async () => {
  const member = await provider.signUp('mei.wang@gmail.com')
  const newEmail = 'meiwang@gmail.com'
  const oobCode = await changeCode(member, newEmail)
  const applied = await provider.call('update', { oobCode })
  expect(applied.body).toMatchObject({ email: newEmail, emailVerified: true })
})

test('C3 a reset for an unknown address is answered alike, and sends nothing', async () => {
  const { email } = await provider.signUp()
  const ask = (address: string) =>
    provider.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: address })
  const unknown = await ask('nobody@example.com')
  const known = await ask(email)
  await mailTo(email, 'PASSWORD_RESET')
  expect(unknown.status).toBe(200)
  expect(unknown.body).toEqual({ ...known.body, email: 'nobody@example.com' })
  expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers))
  const mails = await listMails(provider.database.db, { recipient: 'nobody@example.com' })
  expect(mails).toEqual([])
})

test('C3 mails are limited by mailbox and by network, known or not (MEND-11)', async () => {
  const limited = await openTestProvider({
    limits: {
      mailByAddress: { name: 'test.mail.address', max: 2, windowSeconds: 3600 },
      mailByNetwork: { name: 'test.mail.network', max: 6, windowSeconds: 3600 },
    },
  })
  try {
    await limited.signUp('known@example.com')
    const ask = (email: string, ip: string) =>
      limited.call('sendOobCode', { requestType: 'PASSWORD_RESET', email }, { ip })
    for (const email of ['known@example.com', 'unknown@example.com']) {
      expect((await ask(email, '192.0.2.1')).status).toBe(200)
      expect((await ask(email, '192.0.2.2')).status).toBe(200)
      const refused = await ask(email, '192.0.2.3')
      expect(refused).toMatchObject({ status: 429, code: 'RESET_PASSWORD_EXCEED_LIMIT' })
    }
    // All of one mailbox count together.
    for (const email of ['a+1@example.com', 'a+2@example.com']) {
      expect((await ask(email, `192.0.2.${10 + email.length}`)).status).toBe(200)
    }
    expect((await ask('a@example.com', '192.0.2.12')).status).toBe(429)
    const many = Array.from({ length: 8 }, (_, index) => `many-${index}@example.com`)
    const replies = await Promise.all(many.map((email) => ask(email, '2001:db8::1')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(6)
    expect((await ask('last@example.com', '2001:db8:0:0:ffff::2')).status).toBe(429)
    expect((await ask('last@example.com', '2001:db8:0:1::2')).status).toBe(200)
  } finally {
    await limited.close()
  }
})

test('C3 a stranger uses up neither the resets of a mailbox nor those of the shop (MEND-53, MEND-63)', async () => {
  const limited = await openTestProvider({
    limits: {
      mailByAddress: { name: 'test.mail.whole-address', max: 12, windowSeconds: 3600 },
      mailByNetwork: { name: 'test.mail.one-network', max: 6, windowSeconds: 3600 },
      mailByAll: { name: 'test.mail.all', max: 40, windowSeconds: 3600 },
      mailUnderAttack: { name: 'test.mail.under-attack', max: 1, windowSeconds: 3600 },
    },
  })
  try {
    const email = 'owner@gmail.com'
    await limited.signUp(email)
    const ask = async (address: string, ip: string) =>
      (await limited.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: address }, { ip }))
        .status
    const askInTurn = async (ips: string[]) => {
      const statuses: number[] = []
      for (const ip of ips) statuses.push(await ask(email, ip))
      return statuses
    }
    // One /24 and one /48, other spellings of the mailbox, too.
    const ofSlash24 = Array.from({ length: 7 }, (_, n) => `198.51.100.${n}`)
    expect(await askInTurn(ofSlash24)).toEqual([...Array(5).fill(200), 429, 429])
    expect(await ask('o.wner+1@gmail.com', '198.51.100.9')).toBe(429)
    const ofSlash48 = Array.from({ length: 7 }, (_, n) => `2001:db8:7:${n}::1`)
    expect(await askInTurn(ofSlash48)).toEqual([...Array(5).fill(200), 429, 429])
    expect(await askInTurn(['203.0.113.1', '203.0.113.1', '203.0.113.1'])).toEqual([200, 200, 429])

    // A code that was mailed before the bound was reached still opens the account.
    const { db } = limited.database
    const mails = await vi.waitFor(async () => {
      const found = await listMails(db, { recipient: email })
      expect(found).toHaveLength(12)
      return found
    })
    const oldest = await readMail(db, mails.at(-1)?.id ?? 0)
    const oobCode = /oobCode=([\w-]+)/.exec(oldest?.textBody ?? '')?.[1]
    const newPassword = 'newer1'
    const reset = await limited.call('resetPassword', { oobCode, newPassword })
    expect(reset).toMatchObject({ status: 200 })

    // A /48 has four times what a network has, and all together have 40, of which 12 are
    // counted before; past them each widest network has one.
    const allowedOf = async (ipOf: (n: number) => string) => {
      const statuses: number[] = []
      for (let n = 0; n < 30; n++)
        statuses.push(await ask(`${ipOf(n).replaceAll(':', '-')}@example.com`, ipOf(n)))
      return statuses.filter((status) => status === 200).length
    }
    expect(await allowedOf((n) => `2001:db8:8:${n}::1`)).toBe(24)
    expect(await allowedOf((n) => `192.0.2.${n}`)).toBe(30)
    expect(await allowedOf((n) => `2001:db8:9:${n}::1`)).toBe(1)
  } finally {
    await limited.close()
  }
})

test.each([
  ['MISSING_REQ_TYPE', {}],
  ['INVALID_REQ_TYPE', { requestType: 'RECOVER_EMAIL' }],
  ['OPERATION_NOT_ALLOWED', { requestType: 'EMAIL_SIGNIN', email: 'a@b.example' }],
  ['MISSING_EMAIL', { requestType: 'PASSWORD_RESET' }],
  ['INVALID_EMAIL', { requestType: 'PASSWORD_RESET', email: 'a@' }],
  ['MISSING_ID_TOKEN', { requestType: 'VERIFY_EMAIL' }],
  ['INVALID_ID_TOKEN', { requestType: 'VERIFY_EMAIL', idToken: 'x' }],
  ['MISSING_ID_TOKEN', { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'a@b.example' }],
  [
    'INSUFFICIENT_PERMISSION',
    { requestType: 'PASSWORD_RESET', email: 'a@b.example', returnOobLink: true },
  ],
])('API-37 C10 a code is not sent: %s for %j', async (code, fields) => {
  const headers = { authorization: 'Bearer owner' }
  const reply = await provider.call('sendOobCode', fields, { headers })
  expect(reply).toMatchObject({ code })
  expect(JSON.stringify(reply.body)).not.toContain('oobCode')
})

test('C10 the old password is no way to set a new one', async () => {
  const { email } = await provider.signUp()
  const fields = { email, oldPassword: testPassword, newPassword: 'newer1' }
  const reply = await provider.call('resetPassword', fields)
  expect(reply).toMatchObject({ status: 400, code: 'OPERATION_NOT_ALLOWED' })
})

test.each([
  ['UNAUTHORIZED_DOMAIN', 'https://evil.example/'],
  ['UNAUTHORIZED_DOMAIN', 'http://shop.test.evil.example/'],
  ['UNAUTHORIZED_DOMAIN', 'http://shop.test@evil.example/'],
  ['UNAUTHORIZED_DOMAIN', 'http://user:password@shop.test/'],
  ['UNAUTHORIZED_DOMAIN', 'https://shop.test/'],
  ['UNAUTHORIZED_DOMAIN', 'javascript:alert(1)//shop.test'],
  ['UNAUTHORIZED_DOMAIN', 'data:text/html,x'],
  ['INVALID_CONTINUE_URI', '//evil.example'],
  ['INVALID_CONTINUE_URI', 'no address'],
])('C17 %s for a mail that would lead on to %s', async (code, continueUrl) => {
  const { email } = await provider.signUp()
  const fields = { requestType: 'PASSWORD_RESET', email, continueUrl }
  expect(await provider.call('sendOobCode', fields)).toMatchObject({ status: 400, code })
})

test('C17 links in mails come from the configuration, whatever host a request names', async () => {
  const { email } = await provider.signUp()
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  }
  const continueUrl = 'http://shop.test/#/main/orders'
  const fields = { requestType: 'PASSWORD_RESET', email, continueUrl }
  expect((await provider.call('sendOobCode', fields, { headers })).status).toBe(200)
  const mail = await mailTo(email, 'PASSWORD_RESET')
  expect(mail.link.origin).toBe('http://shop.test')
  expect(mail.parameters.get('mode')).toBe('resetPassword')
  expect(mail.parameters.get('continueUrl')).toBe(continueUrl)
  expect(JSON.stringify(mail)).not.toContain('evil')
})
