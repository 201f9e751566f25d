import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { actionCodes, members, refreshTokens } from '../../db/tables/members.ts'
import { listMails } from '../../mail/outbox.queries.ts'
import {
  openTestProvider,
  type TestMember,
  type TestProvider,
  testPassword,
} from '../../testing/doubles/test-provider.ts'

let provider: TestProvider
const deleted: string[] = []
beforeAll(async () => {
  provider = await openTestProvider({
    env: { IDENTITY_LIMITS: '1000' },
    onDeleted: async (_, { uid }) => {
      if (uid === undeletable) throw new Error('the shop keeps this one')
      deleted.push(uid)
    },
  })
})
afterAll(() => provider.close())
afterEach(() => {
  vi.useRealTimers()
})

let undeletable: string | undefined

const signIn = ({ email }: TestMember, password: string) =>
  provider.call('signInWithPassword', { email, password })

/** Moves the clock of the server; earlier tokens stay as they are. */
function laterBy(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
}

test('API-38 the profile is set, read again, and carried by new tokens', async () => {
  const { idToken, refreshToken } = await provider.signUp()
  const profile = { displayName: '小明', photoUrl: 'https://pictures.example/ming.jpg' }
  const fields = { idToken, ...profile, returnSecureToken: true }
  const updated = await provider.call('update', fields)
  expect(updated).toMatchObject({ status: 200, body: profile })
  const { body } = await provider.call('lookup', { idToken })
  expect(body.users[0]).toMatchObject({ ...profile, providerUserInfo: [profile] })
  const refreshed = await provider.refresh(refreshToken)
  const claims = Buffer.from(refreshed.body.id_token.split('.')[1], 'base64url').toString('utf8')
  expect(JSON.parse(claims)).toMatchObject({ name: '小明', picture: profile.photoUrl })
})

test.each([
  ['null', { displayName: null, photoUrl: null }],
  ['an empty text', { displayName: '', photoUrl: '' }],
  ['deleteAttribute', { deleteAttribute: ['DISPLAY_NAME', 'PHOTO_URL'] }],
])('API-38 %s clears the profile, and the reply says so', async (_, clearing) => {
  const { idToken } = await provider.signUp()
  const profile = { displayName: '小明', photoUrl: 'https://pictures.example/ming.jpg' }
  await provider.call('update', { idToken, ...profile })
  const cleared = await provider.call('update', { idToken, ...clearing })
  expect(cleared).toMatchObject({ status: 200, body: { displayName: '', photoUrl: '' } })
  const { body } = await provider.call('lookup', { idToken })
  expect(body.users[0]).not.toHaveProperty('displayName')
  expect(body.users[0]).not.toHaveProperty('photoUrl')
})

test('API-38 one field alone leaves the other as it is, and the reply has both', async () => {
  const { idToken } = await provider.signUp()
  await provider.call('update', { idToken, displayName: '小明', photoUrl: 'https://p.example/1' })
  const { body } = await provider.call('update', { idToken, displayName: '大明' })
  expect(body).toMatchObject({ displayName: '大明', photoUrl: 'https://p.example/1' })
})

test.each([
  ['emoji', '😀'.repeat(256), `https://p.example/${'p'.repeat(2_000)}`],
  ['letters that JSON writes long', '\u0001'.repeat(256), `https://p.example/${'"'.repeat(500)}`],
  ['plain letters', 'x'.repeat(256), `https://p.example/${'p'.repeat(480)}`],
])(
  'API-38 with the longest profile of %s a token stays under 4 kB and holds',
  async (_, displayName, photoUrl) => {
    const email = `${'e'.repeat(64)}@${`${'d'.repeat(55)}.`.repeat(3)}example-${photoUrl.length}.tw`
    const { idToken, refreshToken } = await provider.signUp(email)
    await provider.call('update', { idToken, displayName, photoUrl })
    const { body } = await provider.refresh(refreshToken)
    expect(body.id_token.length).toBeLessThan(4_000)
    expect(await provider.identity.verifyMember(body.id_token)).not.toBeNull()
    const found = await provider.call('lookup', { idToken: body.id_token })
    expect(found.body.users[0]).toMatchObject({ displayName, photoUrl })
  },
)

test.each([
  ['INVALID_DISPLAY_NAME', { displayName: '名'.repeat(257) }],
  ['INVALID_PHOTO_URL', { photoUrl: 'javascript:alert(1)' }],
  ['INVALID_PHOTO_URL', { photoUrl: `https://p.example/${'x'.repeat(2_048)}` }],
  ['INVALID_PHOTO_URL', { photoUrl: 'no address' }],
  ['INVALID_ARGUMENT', { displayName: 7 }],
  ['INSUFFICIENT_PERMISSION', { emailVerified: true }],
  ['INSUFFICIENT_PERMISSION', { localId: 'other' }],
  ['INSUFFICIENT_PERMISSION', { validSince: '0' }],
  ['INSUFFICIENT_PERMISSION', { deleteProvider: ['password'] }],
  ['OPERATION_NOT_ALLOWED', { email: 'other@example.com' }],
])('API-38 C10 a change is refused as %s: %j', async (code, fields) => {
  const { idToken } = await provider.signUp()
  const before = await provider.call('lookup', { idToken })
  expect(await provider.call('update', { idToken, ...fields })).toMatchObject({ code })
  expect((await provider.call('lookup', { idToken })).body).toEqual(before.body)
})

test('API-39 C5 a new password ends every older token at once, and the member is told by mail', async () => {
  const member = await provider.signUp()
  const elsewhere = await signIn(member, testPassword)
  const second = await provider.secondNode()
  const fields = { idToken: member.idToken, password: 'newer1', returnSecureToken: true }
  const { status, body } = await provider.call('update', fields)
  expect(status).toBe(200)
  expect(body).toMatchObject({ expiresIn: '3600', email: member.email })

  // Within the same second, and on another node, which has seen the old tokens before or not.
  for (const { idToken, refreshToken } of [member, elsewhere.body]) {
    expect(await provider.identity.verifyMember(idToken)).toBeNull()
    expect(await second.identity.verifyMember(idToken)).toBeNull()
    expect(await provider.call('lookup', { idToken })).toMatchObject({ code: 'TOKEN_EXPIRED' })
    expect(await provider.refresh(refreshToken)).toMatchObject({ code: 'TOKEN_EXPIRED' })
  }
  expect(await second.identity.verifyMember(body.idToken)).toMatchObject({ uid: member.localId })
  expect((await provider.call('lookup', { idToken: body.idToken })).status).toBe(200)
  expect((await provider.refresh(body.refreshToken)).status).toBe(200)

  expect(await signIn(member, testPassword)).toMatchObject({ code: 'INVALID_LOGIN_CREDENTIALS' })
  expect((await signIn(member, 'newer1')).status).toBe(200)
  const mails = await listMails(provider.database.db, { recipient: member.email })
  expect(mails.map(({ subject }) => subject)).toEqual(['MinMin 團購：您的密碼已變更'])
})

test('C5 of two changes of the password with one token, one is made', async () => {
  const member = await provider.signUp()
  const passwords = Array.from({ length: 8 }, (_, index) => `newer${index}`)
  const replies = await Promise.all(
    passwords.map((password) =>
      provider.call('update', { idToken: member.idToken, password, returnSecureToken: true }),
    ),
  )
  const [won, ...others] = replies.filter(({ status }) => status === 200)
  expect(others).toEqual([])
  expect(replies.filter(({ code }) => code === 'TOKEN_EXPIRED')).toHaveLength(7)
  expect((await provider.call('lookup', { idToken: won?.body.idToken })).status).toBe(200)
  const entered = await Promise.all(passwords.map((password) => signIn(member, password)))
  expect(entered.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await listMails(provider.database.db, { recipient: member.email })).toHaveLength(1)
})

test('C5 a sign-in that was under way with the old password opens no session', async () => {
  const member = await provider.signUp()
  const changing = provider.call('update', { idToken: member.idToken, password: 'newer1' })
  const entering = await Promise.all(Array.from({ length: 6 }, () => signIn(member, testPassword)))
  await changing
  for (const { body } of entering) {
    if (!body.idToken) continue
    expect(await provider.identity.verifyMember(body.idToken)).toBeNull()
    expect(await provider.refresh(body.refreshToken)).toMatchObject({ code: 'TOKEN_EXPIRED' })
  }
})

test('C11 a new password and a deletion want a recent proof of the old password', async () => {
  const member = await provider.signUp()
  laterBy(6)
  const { body } = await provider.refresh(member.refreshToken)
  const idToken = body.id_token
  const code = 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'
  expect(await provider.call('update', { idToken, password: 'newer1' })).toMatchObject({ code })
  expect(await provider.call('delete', { idToken })).toMatchObject({ code })
  // A change of the profile needs no recent sign-in.
  expect((await provider.call('update', { idToken, displayName: '小明' })).status).toBe(200)
  const proved = await signIn(member, testPassword)
  const fields = { idToken: proved.body.idToken, password: 'newer1' }
  const changed = await provider.call('update', fields)
  expect(changed.status).toBe(200)
  // The new pair has the `auth_time` of the last sign-in: refreshing does not renew it.
  laterBy(6)
  expect(await provider.call('delete', { idToken: changed.body.idToken })).toMatchObject({ code })
})

test.each([
  ['WEAK_PASSWORD', 'abc12'],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'ABCDEF1'],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'abcdefg'],
])('API-39 a new password that breaks the rules is refused as %s: %s', async (code, password) => {
  const member = await provider.signUp()
  const { idToken } = member
  expect(await provider.call('update', { idToken, password })).toMatchObject({ code })
  expect((await provider.call('lookup', { idToken })).status).toBe(200)
  expect((await signIn(member, testPassword)).status).toBe(200)
})

test('B10 API-41 MEMBER-17 a deleted account is gone with its tokens and codes, and its address is free', async () => {
  const member = await provider.signUp()
  const { idToken, refreshToken, localId, email } = member
  await provider.call('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  const reply = await provider.call('delete', { idToken })
  // Without a JSON body the SDK would take the deletion for a broken connection.
  expect(reply).toMatchObject({ status: 200, body: { kind: expect.any(String) } })
  expect(deleted).toContain(localId)
  const { db } = provider.database
  expect(await db.$count(members, eq(members.uid, localId))).toBe(0)
  expect(await db.$count(refreshTokens, eq(refreshTokens.uid, localId))).toBe(0)
  expect(await db.$count(actionCodes, eq(actionCodes.uid, localId))).toBe(0)

  expect(await provider.identity.verifyMember(idToken)).toBeNull()
  expect(await provider.call('lookup', { idToken })).toMatchObject({ code: 'USER_NOT_FOUND' })
  expect(await provider.call('delete', { idToken })).toMatchObject({ code: 'USER_NOT_FOUND' })
  expect(await provider.refresh(refreshToken)).toMatchObject({ code: 'USER_NOT_FOUND' })
  expect(await signIn(member, testPassword)).toMatchObject({ code: 'INVALID_LOGIN_CREDENTIALS' })

  const again = await provider.signUp(email)
  expect(again.localId).not.toBe(localId)
  expect(await provider.identity.verifyMember(idToken)).toBeNull()
})

test('API-41 MEMBER-17 an account whose cart cannot be taken away is not deleted', async () => {
  const { idToken, localId } = await provider.signUp()
  undeletable = localId
  const reply = await provider.call('delete', { idToken })
  undeletable = undefined
  expect(reply.status).toBe(500)
  expect((await provider.call('lookup', { idToken })).status).toBe(200)
})

test('API-41 of ten deletions at once one is made', async () => {
  const { idToken } = await provider.signUp()
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => provider.call('delete', { idToken })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ code }) => code === 'USER_NOT_FOUND')).toHaveLength(9)
})

test.each(['lookup', 'update', 'delete'])('API-38 API-41 %s wants an ID token', async (name) => {
  expect(await provider.call(name, {})).toMatchObject({ status: 400, code: 'MISSING_ID_TOKEN' })
  expect(await provider.call(name, { idToken: 'x' })).toMatchObject({ code: 'INVALID_ID_TOKEN' })
  expect(await provider.call(name, { idToken: ['x'] })).toMatchObject({ code: 'INVALID_ARGUMENT' })
})

test('API-38 changes of one account are limited', async () => {
  const limited = await openTestProvider({
    limits: { changeByAccount: { name: 'test.change', max: 2, windowSeconds: 60 } },
  })
  try {
    const [one, other] = [await limited.signUp(), await limited.signUp()]
    const change = (idToken: string) => limited.call('update', { idToken, displayName: '小明' })
    expect((await change(one.idToken)).status).toBe(200)
    expect((await change(one.idToken)).status).toBe(200)
    expect(await change(one.idToken)).toMatchObject({ code: 'TOO_MANY_ATTEMPTS_TRY_LATER' })
    expect((await change(other.idToken)).status).toBe(200)
  } finally {
    await limited.close()
  }
})
