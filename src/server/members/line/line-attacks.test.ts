import { createPrivateKey, sign } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { channels } from '../../../../gateway/line/channels.ts'
import { mailedCodes } from '../../testing/action-mails.ts'
import { type LineShop, openLineShop, resetLine } from '../../testing/test-line.ts'

let shop: LineShop
beforeAll(async () => {
  shop = await openLineShop({ worksJobs: true })
})
afterEach(async () => {
  resetLine(shop)
  await run('delete from members where uid in (select uid from member_identities)')
})
afterAll(() => shop.close())

async function run<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
  return (await shop.database.pool.query(statement, values)).rows as Row[]
}

const subjectOf = (index: number) => shop.gateway.gateway.line.people[index]?.id ?? ''
const identities = () => run<{ uid: string; subject: string }>('select * from member_identities')

/** A token as applications inside LINE have it. */
function tokenOf(person: number, profile: object = {}, secondsAgo = 0): string {
  const { keys } = shop.gateway.gateway.line.login
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1_000) - secondsAgo
  const claims = {
    ...{ iss: 'https://access.line.me', aud: channels.login.id, sub: subjectOf(person) },
    ...{ iat, exp: iat + 3_600, ...profile },
  }
  const text = `${part({ alg: 'ES256', typ: 'JWT', kid: keys.kid })}.${part(claims)}`
  const key = createPrivateKey(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

const sendToken = (id_token: string, more: object = {}) =>
  shop.call('signInWithIdp', {
    postBody: new URLSearchParams({ providerId: 'oidc.line', id_token }).toString(),
    ...more,
  })

async function passwordMember(email?: string) {
  const member = await shop.member(email)
  await run('update members set email_verified = true where uid = $1', [member.uid])
  const { body } = await shop.call('signInWithPassword', {
    email: member.email,
    password: 'abc123',
  })
  return { uid: member.uid, email: member.email, idToken: String(body.idToken) }
}

it('an old token of an application opens a session and is no proof of now (LINE-01)', async () => {
  const { status, body } = await sendToken(tokenOf(1, {}, 10 * 60))
  expect(status).toBe(200)
  const old = { status: 400, code: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' }
  expect(await shop.call('delete', { idToken: body.idToken })).toMatchObject(old)
  const again = await sendToken(tokenOf(1, {}, 10 * 60), { autoCreate: false })
  expect(await shop.call('delete', { idToken: again.body.idToken })).toMatchObject(old)
  // One from the future is of now.
  const early = await sendToken(tokenOf(1, {}, -3_000))
  expect((await shop.call('delete', { idToken: early.body.idToken })).status).toBe(200)
})

it.each([
  ['\u0000', null],
  ['陳\u0000小姐\r\n\u202e', '陳 小姐'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  [`${'名'.repeat(99)}🌸尾`, '名'.repeat(99)],
  ['\ud83c', '\ufffd'],
] as const)('the name %j of a profile is one line, or none (LINE-01)', async (name, kept) => {
  const [person] = shop.gateway.gateway.line.people.slice(1)
  const before = person?.name ?? ''
  Object.assign(person ?? {}, { name })
  try {
    const { uid } = await shop.signIn({ person: 1 })
    expect(await run('select display_name from members where uid = $1', [uid])).toEqual([
      { display_name: kept },
    ])
  } finally {
    Object.assign(person ?? {}, { name: before })
  }
})

it.each([
  'http://profile.example/a.png',
  'javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'https://profile.example/\u0000',
  `https://profile.example/${'a'.repeat(3_000)}`,
  'https:\n//profile.example/a',
])('the picture %j of a profile is left out (LINE-01)', async (picture) => {
  const { status, body } = await sendToken(tokenOf(1, { picture }))
  expect(status).toBe(200)
  expect(body).not.toHaveProperty('photoUrl')
})

describe('at the same moment', () => {
  it('one person of LINE is tied to one of two members, or signs up (LINE-01)', async () => {
    const [one, other] = [await passwordMember(), await passwordMember()]
    const replies = await Promise.all([
      sendToken(tokenOf(0), { idToken: one.idToken }),
      sendToken(tokenOf(0), { idToken: other.idToken }),
      sendToken(tokenOf(0)),
    ])
    const [tied] = await identities()
    expect(await identities()).toHaveLength(1)
    for (const [index, { status, body, code }] of replies.entries()) {
      if (status === 200) expect(body.localId).toBe(tied?.uid)
      else expect([index < 2, code]).toEqual([true, 'FEDERATED_USER_ID_ALREADY_LINKED'])
    }
  })

  it('one member is tied to one of two persons of LINE (LINE-01)', async () => {
    const member = await passwordMember()
    const replies = await Promise.all(
      [0, 1].map((person) => sendToken(tokenOf(person), { idToken: member.idToken })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await identities()).map(({ uid }) => uid)).toEqual([member.uid])
  })

  it('a sign-in and the deletion of the account leave no session (LINE-01)', async () => {
    const { idToken } = await shop.signIn({ person: 1 })
    const [signedIn] = await Promise.all([
      sendToken(tokenOf(1), { autoCreate: false }),
      shop.call('delete', { idToken }),
    ])
    if (signedIn.status === 200) {
      expect((await shop.call('lookup', { idToken: signedIn.body.idToken })).status).toBe(400)
    } else expect(['USER_NOT_FOUND', 'USER_MISMATCH']).toContain(signedIn.code)
  })
})

it('a reset of the password says that LINE stays a way in (LINE-01)', async () => {
  // A stranger gives the account of their LINE the mailbox of somebody, who opens the link.
  const stranger = await shop.signIn({ person: 1 })
  const recipient = 'owner@example.com'
  const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: recipient }
  await shop.call('sendOobCode', { ...change, idToken: stranger.idToken })
  const [confirm] = await mailedCodes(shop, { recipient, purpose: 'VERIFY_AND_CHANGE_EMAIL' })
  expect((await shop.call('update', { oobCode: confirm })).status).toBe(200)

  await shop.call('sendOobCode', { requestType: 'PASSWORD_RESET', email: recipient })
  const [oobCode] = await mailedCodes(shop, { recipient, purpose: 'PASSWORD_RESET' })
  expect((await shop.call('resetPassword', { oobCode, newPassword: 'newer1' })).status).toBe(200)
  expect((await stranger.get('/orders')).status).toBe(401)
  const [told] = await run<{ text: string }>(
    `select text_body as text from mail_outbox where recipient = $1 and subject like '%密碼已變更'`,
    [recipient],
  )
  expect(told?.text).toContain('已連結 LINE 登入')

  const { body } = await shop.call('signInWithPassword', { email: recipient, password: 'newer1' })
  const unlinked = { idToken: body.idToken, deleteProvider: ['oidc.line'] }
  expect((await shop.call('update', unlinked)).status).toBe(200)
  expect((await shop.signIn({ person: 1 })).uid).not.toBe(stranger.uid)
})
