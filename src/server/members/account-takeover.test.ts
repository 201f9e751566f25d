import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { mailedCodes, requestCode } from '../testing/action-mails.ts'
import {
  openTestProvider,
  type TestMember,
  type TestProvider,
  testPassword,
} from '../testing/test-provider.ts'
import { setMemberDisabled } from './disable-member.ts'

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

/** What ends every code that was mailed before it. */
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
    await setMemberDisabled(provider.database.db, email, true)
    await setMemberDisabled(provider.database.db, email, false)
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
    for (let asked = 0; asked < 3; asked++) {
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
    await setMemberDisabled(db, email, true)
    expect(await provider.refresh(refreshToken)).toMatchObject({ code: 'USER_DISABLED' })
    expect(await provider.call('lookup', { idToken })).toMatchObject({ code: 'USER_DISABLED' })
    await setMemberDisabled(db, email, false)
    expect(await provider.refresh(refreshToken)).toMatchObject({ code: 'TOKEN_EXPIRED' })
    expect(await provider.call('lookup', { idToken })).toMatchObject({ code: 'TOKEN_EXPIRED' })
    expect(await provider.identity.verifyMember(idToken)).toBeNull()
    const entered = await provider.call('signInWithPassword', { email, password: testPassword })
    expect(entered.status).toBe(200)
  })
})
