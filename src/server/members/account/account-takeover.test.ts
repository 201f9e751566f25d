import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailOutbox } from '../../db/tables/mail.ts'
import { members, refreshTokens } from '../../db/tables/members.ts'
import { commandLine } from '../../http/actor.ts'
import { mailedCodes, requestCode } from '../../testing/action-mails.ts'
import { createTestHasher } from '../../testing/doubles/test-hasher.ts'
import {
  openTestProvider,
  type TestMember,
  type TestProvider,
  testPassword,
} from '../../testing/doubles/test-provider.ts'
import { setMemberDisabled } from '../disable-member.ts'
import { deleteMember, updateCredentials } from '../members.queries.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await openTestProvider({ env: { IDENTITY_LIMITS: '1000' } })
})
afterAll(() => provider.close())
afterEach(() => {
  vi.useRealTimers()
})

let addresses = 0
const newAddress = () => `taken-over-${++addresses}@example.com`

const newPassword = 'newer1'
const setPassword = ({ idToken }: TestMember) =>
  provider.call('update', { idToken, password: newPassword, returnSecureToken: true })

/** The changes that revoke every code mailed before. */
const endings: Record<string, (member: TestMember) => Promise<unknown>> = {
  'a new password': setPassword,
  'a reset of the password': async (member) => {
    const oobCode = await requestCode(provider, member, { purpose: 'PASSWORD_RESET' })
    return provider.call('resetPassword', { oobCode, newPassword })
  },
  'a change of the address': async (member) => {
    const request = { purpose: 'VERIFY_AND_CHANGE_EMAIL', newEmail: newAddress() } as const
    return provider.call('update', { oobCode: await requestCode(provider, member, request) })
  },
  'disabling the account and enabling it again': async ({ email }) => {
    await setMemberDisabled(provider.database.db, commandLine, { named: email, isDisabled: true })
    await setMemberDisabled(provider.database.db, commandLine, { named: email, isDisabled: false })
  },
}

describe('codes that were mailed', () => {
  it.each(Object.keys(endings))(
    'end with %s, those for a new address too (SAFE-02)',
    async (name) => {
      const member = await provider.signUp()
      const newEmail = newAddress()
      const reset = await requestCode(provider, member, { purpose: 'PASSWORD_RESET' })
      const verify = await requestCode(provider, member, { purpose: 'VERIFY_EMAIL' })
      const change = { purpose: 'VERIFY_AND_CHANGE_EMAIL', newEmail } as const
      const moved = await requestCode(provider, member, change)

      await endings[name]?.(member)
      const invalid = { status: 400, code: 'INVALID_OOB_CODE' }
      for (const oobCode of [reset, verify, moved]) {
        expect(await provider.call('resetPassword', { oobCode })).toMatchObject(invalid)
      }
      for (const oobCode of [verify, moved]) {
        expect(await provider.call('update', { oobCode })).toMatchObject(invalid)
      }
      const set = { oobCode: reset, newPassword: 'thief1' }
      expect(await provider.call('resetPassword', set)).toMatchObject(invalid)
      const thief = { email: newEmail, password: newPassword }
      expect(await provider.call('signInWithPassword', thief)).toMatchObject({ status: 400 })
    },
  )

  it('of a stranger who registered the address first end with the reset by its owner (SAFE-02)', async () => {
    const email = newAddress()
    const stranger = await provider.signUp(email)
    const newEmail = newAddress()
    const change = { purpose: 'VERIFY_AND_CHANGE_EMAIL', newEmail } as const
    const oobCode = await requestCode(provider, stranger, change)
    const owners = await requestCode(provider, stranger, { purpose: 'PASSWORD_RESET' })
    expect((await provider.call('resetPassword', { oobCode: owners, newPassword })).status).toBe(
      200,
    )
    const again = await provider.call('signInWithPassword', { email, password: newPassword })
    await setPassword({ ...stranger, idToken: again.body.idToken })

    expect(await provider.call('update', { oobCode })).toMatchObject({ code: 'INVALID_OOB_CODE' })
    const entered = await provider.call('signInWithPassword', { email, password: newPassword })
    expect(entered.body).toMatchObject({ localId: stranger.localId })
  })

  it('to reset a password end with the first of them that is used (SAFE-17)', async () => {
    const member = await provider.signUp()
    const { email: recipient } = member
    const purpose = 'PASSWORD_RESET'
    for (let count = 0; count < 3; count++) {
      await provider.call('sendOobCode', { requestType: purpose, email: recipient })
    }
    const codes = await mailedCodes(provider, { recipient, purpose, count: 3 })
    const use = (oobCode = '', password = newPassword) =>
      provider.call('resetPassword', { oobCode, newPassword: password })
    expect((await use(codes[1])).status).toBe(200)
    for (const code of codes) {
      expect(await use(code, 'newest1')).toMatchObject({ code: 'INVALID_OOB_CODE' })
    }
  })
})

describe('a change of the address', () => {
  it('asks for a recent sign-in (SAFE-17)', async () => {
    const member = await provider.signUp()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    const { body } = await provider.refresh(member.refreshToken)
    const newEmail = newAddress()
    const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: body.id_token, newEmail }
    const refused = await provider.call('sendOobCode', request)
    expect(refused).toMatchObject({ code: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' })
    const account = { email: member.email, password: testPassword }
    const { idToken } = (await provider.call('signInWithPassword', account)).body
    expect((await provider.call('sendOobCode', { ...request, idToken })).status).toBe(200)
  })
})

describe('a member who was disabled and is enabled again', () => {
  it('has to sign in anew: no token of before is revived (SAFE-09)', async () => {
    const { idToken, refreshToken, email } = await provider.signUp()
    const { db } = provider.database
    await setMemberDisabled(db, commandLine, { named: email, isDisabled: true })
    expect(await provider.refresh(refreshToken)).toMatchObject({ code: 'USER_DISABLED' })
    expect(await provider.call('lookup', { idToken })).toMatchObject({ code: 'USER_DISABLED' })
    await setMemberDisabled(db, commandLine, { named: email, isDisabled: false })
    expect(await provider.refresh(refreshToken)).toMatchObject({ code: 'TOKEN_EXPIRED' })
    expect(await provider.call('lookup', { idToken })).toMatchObject({ code: 'TOKEN_EXPIRED' })
    expect(await provider.identity.verifyMember(idToken)).toBeNull()
    const entered = await provider.call('signInWithPassword', { email, password: testPassword })
    expect(entered.status).toBe(200)
  })
})

const revoke = async (fields: object) => {
  const url = '/identitytoolkit.googleapis.com/v2/accounts:revokeToken?key=minmin'
  const response = await provider.app.inject({ method: 'POST', url, payload: fields })
  return { status: response.statusCode, body: response.json() }
}

describe('signing out', () => {
  it('ends the session on every node, and no other session (SAFE-09)', async () => {
    const { idToken, refreshToken, email } = await provider.signUp()
    const second = await provider.secondNode()
    const elsewhere = await provider.call('signInWithPassword', { email, password: testPassword })
    expect(await second.identity.verifyMember(idToken)).not.toBeNull()

    const fields = { token: refreshToken, tokenType: 'REFRESH_TOKEN' }
    expect(await revoke(fields)).toEqual({ status: 200, body: {} })
    expect(await provider.refresh(refreshToken)).toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
    expect(await provider.call('lookup', { idToken })).toMatchObject({ code: 'TOKEN_EXPIRED' })
    for (const node of [provider, second]) {
      expect(await node.identity.verifyMember(idToken)).toBeNull()
      expect(await node.identity.verifyMember(elsewhere.body.idToken)).not.toBeNull()
    }
    const refreshed = await provider.refresh(elsewhere.body.refreshToken)
    expect(await second.identity.verifyMember(refreshed.body.id_token)).not.toBeNull()
    // A second revocation, or one of an unknown token, gets the same answer.
    expect(await revoke(fields)).toEqual({ status: 200, body: {} })
  })

  it.each([
    ['OPERATION_NOT_ALLOWED', { token: 'x', tokenType: 'ACCESS_TOKEN', providerId: 'apple.com' }],
    ['OPERATION_NOT_ALLOWED', { token: 'x' }],
    ['MISSING_REFRESH_TOKEN', { tokenType: 'REFRESH_TOKEN' }],
  ])('is refused as %s for %j', async (message, fields) => {
    expect(await revoke(fields)).toMatchObject({ status: 400, body: { error: { message } } })
  })
})

describe('sessions', () => {
  it('of one member are fifty at the most, those used last (SAFE-04)', async () => {
    const { localId: uid, email, refreshToken } = await provider.signUp()
    const { db } = provider.database
    const of = eq(refreshTokens.uid, uid)
    const older = Array.from({ length: 60 }, (_, index) => ({
      tokenHash: `${uid} ${index}`,
      uid,
      sessionVersion: 0,
      authTime: new Date(),
      lastUsedAt: new Date(Date.now() - (1 + index) * 60_000),
    }))
    await db.insert(refreshTokens).values(older)
    await provider.call('signInWithPassword', { email, password: testPassword })
    expect(await db.$count(refreshTokens, of)).toBe(50)
    // The first is in use, so it is not the one that makes room.
    expect((await provider.refresh(refreshToken)).status).toBe(200)
    const left = await db
      .select({ tokenHash: refreshTokens.tokenHash })
      .from(refreshTokens)
      .where(of)
    expect(left.map(({ tokenHash }) => tokenHash)).toContain(`${uid} 0`)
    expect(left.map(({ tokenHash }) => tokenHash)).not.toContain(`${uid} 48`)
  })
})

/** A hasher beside whose comparison something happens to the account. */
function openWith(change: (uid: string) => Promise<unknown>) {
  const hasher = createTestHasher()
  return openTestProvider({
    hasher: {
      ...hasher,
      verify: async (hash, password) => {
        const isRight = await hasher.verify(hash, password)
        const [row] = await own.database.db.select().from(members)
        if (row) await change(row.uid)
        return isRight
      },
    },
  }).then((opened) => {
    own = opened
    return opened
  })
}
let own: TestProvider

describe('an account that changes while a call is under way', () => {
  it.each<[string, string, (uid: string) => Promise<unknown>]>([
    ['USER_NOT_FOUND', 'is deleted', (uid) => deleteMember(own.database.db, uid)],
    [
      'USER_DISABLED',
      'is disabled',
      (uid) => updateCredentials(own.database.db, uid, { isDisabled: true }),
    ],
    [
      'INVALID_LOGIN_CREDENTIALS',
      'gets a new password',
      (uid) => updateCredentials(own.database.db, uid, { passwordHash: 'x' }),
    ],
  ])('answers a sign-in %s when it %s (SAFE-08)', async (code, _, change) => {
    const opened = await openWith(change)
    try {
      const { email } = await opened.signUp()
      const reply = await opened.call('signInWithPassword', { email, password: testPassword })
      expect(reply).toMatchObject({ status: 400, code })
      expect(await opened.database.db.$count(refreshTokens)).toBe(code === 'USER_NOT_FOUND' ? 0 : 1)
    } finally {
      await opened.close()
    }
  })

  it('answers proofs and mails as the moment has it, never with a fault (SAFE-08)', async () => {
    const codes = new Set(['USER_NOT_FOUND', 'INVALID_OOB_CODE', 'TOO_MANY_ATTEMPTS_TRY_LATER'])
    for (let round = 0; round < 8; round++) {
      const member = await provider.signUp()
      const { idToken } = member
      const oobCode = await requestCode(provider, member, { purpose: 'VERIFY_EMAIL' })
      const request = { requestType: 'VERIFY_EMAIL', idToken }
      const replies = await Promise.all([
        ...Array.from({ length: 4 }, () => provider.call('update', { oobCode })),
        ...Array.from({ length: 4 }, () => provider.call('sendOobCode', request)),
        provider.call('delete', { idToken }),
      ])
      for (const { status, code = '' } of replies) {
        expect([status, status === 200 || codes.has(code)], code).toEqual([
          expect.any(Number),
          true,
        ])
        expect(status).toBeLessThan(500)
      }
      expect(replies.at(-1)?.status).toBe(200)
    }
  })

  it('lets one of five members have an address that they prove at once (SAFE-08)', async () => {
    const newEmail = newAddress()
    const codes: string[] = []
    for (let index = 0; index < 5; index++) {
      const member = await provider.signUp()
      await provider.database.db.delete(mailOutbox)
      const purpose = 'VERIFY_AND_CHANGE_EMAIL'
      codes.push(await requestCode(provider, member, { purpose, newEmail }))
    }
    const replies = await Promise.all(codes.map((oobCode) => provider.call('update', { oobCode })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 'EMAIL_EXISTS')).toHaveLength(4)
  })
})

describe('mails', () => {
  it('are limited by the account that asks, from however many networks (SAFE-06)', async () => {
    const limited = await openTestProvider()
    try {
      const { idToken } = await limited.signUp()
      const statuses: number[] = []
      for (let index = 0; index < 12; index++) {
        const newEmail = `bombed-${index}@example.com`
        const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail }
        const ip = `198.51.100.${index}`
        statuses.push((await limited.call('sendOobCode', request, { ip })).status)
      }
      expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
      const other = await limited.signUp()
      const request = { requestType: 'VERIFY_EMAIL', idToken: other.idToken }
      expect((await limited.call('sendOobCode', request)).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('sign-ins with the right password', () => {
  it('are limited, too, by account and network and by network (SAFE-04)', async () => {
    const limit = (name: string, max: number) => ({ name, max, windowSeconds: 900 })
    const limited = await openTestProvider({
      limits: {
        attemptsByNetwork: limit('test.network', 8),
        attemptsByAccountAndNetwork: limit('test.account', 5),
      },
    })
    try {
      const [one, other] = [await limited.signUp(), await limited.signUp()]
      const enter = async ({ email }: TestMember, ip: string) =>
        (await limited.call('signInWithPassword', { email, password: testPassword }, { ip })).status
      const statuses: number[] = []
      for (let index = 0; index < 6; index++) statuses.push(await enter(one, '192.0.2.1'))
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      expect(await enter(one, '192.0.2.2')).toBe(200)
      expect(await enter(other, '192.0.2.1')).toBe(200)
      expect(await enter(other, '192.0.2.1')).toBe(200)
      expect(await enter(other, '192.0.2.1')).toBe(429)
    } finally {
      await limited.close()
    }
  })

  it('counts guesses by /56 and /48, too (SAFE-07)', async () => {
    const limit = (name: string, max: number) => ({ name, max, windowSeconds: 900 })
    const limited = await openTestProvider({
      limits: { signInBySlash56: limit('test.56', 4), signInBySlash48: limit('test.48', 5) },
    })
    try {
      const guess = async (index: number, ip: string) => {
        const fields = { email: `sprayed-${index}@example.com`, password: 'wrong1' }
        return (await limited.call('signInWithPassword', fields, { ip })).status
      }
      const statuses: number[] = []
      for (let index = 0; index < 5; index++)
        statuses.push(await guess(index, `2001:db8:1:${index}::1`))
      expect(statuses).toEqual([400, 400, 400, 400, 429])
      expect(await guess(5, '2001:db8:1:ff00::1')).toBe(400)
      expect(await guess(6, '2001:db8:1:ee00::1')).toBe(429)
      expect(await guess(7, '2001:db8:2::1')).toBe(400)
    } finally {
      await limited.close()
    }
  })
})
