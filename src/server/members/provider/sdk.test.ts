import type { AddressInfo } from 'node:net'
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app'
import {
  type Auth,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  initializeAuth,
  initializeRecaptchaConfig,
  inMemoryPersistence,
  reauthenticateWithCredential,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { listMails, readMail } from '../../mail/outbox.queries.ts'
import {
  openTestProvider,
  type TestProvider,
  testPassword,
} from '../../testing/doubles/test-provider.ts'

let provider: TestProvider
let origin: string
const apps: FirebaseApp[] = []
beforeAll(async () => {
  provider = await openTestProvider({ env: { IDENTITY_LIMITS: '1000' } })
  await provider.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(provider.app.server.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const app of apps.splice(0)) await deleteApp(app)
})
afterAll(() => provider.close())

type Setup = 'configuration' | 'emulator'

let count = 0

/** The pinned SDK, connected to the provider by one of the two setups. */
function openAuth(setup: Setup, apiKey = 'minmin'): Auth {
  const app = initializeApp({ apiKey, projectId: 'minmin' }, `app-${++count}`)
  apps.push(app)
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  if (setup === 'emulator') {
    connectAuthEmulator(auth, origin, { disableWarnings: true })
    return auth
  }
  const { config } = auth
  config.apiScheme = 'http'
  config.apiHost = `${origin.slice('http://'.length)}/identitytoolkit.googleapis.com`
  config.tokenApiHost = `${origin.slice('http://'.length)}/securetoken.googleapis.com`
  return auth
}

const freshEmail = () => `sdk-${++count}@example.com`

async function mailedCode(recipient: string, mode: string): Promise<string> {
  return vi.waitFor(async () => {
    for (const { id } of await listMails(provider.database.db, { recipient })) {
      const link = /https?:\S+/.exec(
        (await readMail(provider.database.db, id))?.textBody ?? '',
      )?.[0]
      const parameters = new URLSearchParams(link?.split('?')[1])
      if (parameters.get('mode') === mode) return parameters.get('oobCode') ?? ''
    }
    throw new Error(`no mail of ${mode}`)
  })
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: { code?: string }) => error.code,
  )

const setups: Setup[] = ['configuration', 'emulator']

test.each(setups)(
  'C12 API-35 API-36 API-38 API-41 by %s: a member from registering to deletion',
  async (setup) => {
    const auth = openAuth(setup)
    const email = freshEmail()
    const { user } = await createUserWithEmailAndPassword(auth, email, testPassword)
    expect(user).toMatchObject({ email, emailVerified: false, displayName: null })
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password'])
    expect(Date.parse(user.metadata.creationTime ?? '')).toBeGreaterThan(Date.now() - 60_000)

    await sendEmailVerification(user)
    await applyActionCode(auth, await mailedCode(email, 'verifyEmail'))
    await user.reload()
    expect(user.emailVerified).toBe(true)

    await updateProfile(user, { displayName: '小明', photoURL: 'https://p.example/ming.jpg' })
    await user.reload()
    expect(user).toMatchObject({ displayName: '小明', photoURL: 'https://p.example/ming.jpg' })
    await updateProfile(user, { displayName: '', photoURL: '' })
    expect(user).toMatchObject({ displayName: null, photoURL: null })
    await user.reload()
    expect(user).toMatchObject({ displayName: null, photoURL: null })

    await signOut(auth)
    const back = await signInWithEmailAndPassword(auth, email, testPassword)
    const proof = EmailAuthProvider.credential(email, testPassword)
    await reauthenticateWithCredential(back.user, proof)
    await deleteUser(back.user)
    expect(auth.currentUser).toBeNull()
    expect(await codeOf(signInWithEmailAndPassword(auth, email, testPassword))).toBe(
      'auth/invalid-credential',
    )
  },
)

test.each(setups)(
  'C12 API-39 API-42 by %s: a new password keeps this session and ends the other',
  async (setup) => {
    const [here, there] = [openAuth(setup), openAuth(setup)]
    const email = freshEmail()
    const { user } = await createUserWithEmailAndPassword(here, email, testPassword)
    await signInWithEmailAndPassword(there, email, testPassword)
    await updatePassword(user, 'newer1')
    await user.reload()
    expect(await provider.identity.verifyMember(await user.getIdToken(true))).not.toBeNull()
    const other = there.currentUser
    expect(await codeOf(other?.reload() ?? Promise.resolve())).toBe('auth/user-token-expired')
    // The SDK has signed out by itself.
    expect(there.currentUser).toBeNull()
  },
)

test.each(setups)(
  'C12 API-37 by %s: a forgotten password is set anew by the mail',
  async (setup) => {
    const auth = openAuth(setup)
    const email = freshEmail()
    await createUserWithEmailAndPassword(auth, email, testPassword)
    await signOut(auth)
    await sendPasswordResetEmail(auth, email)
    const code = await mailedCode(email, 'resetPassword')
    expect(await verifyPasswordResetCode(auth, code)).toBe(email)
    expect((await checkActionCode(auth, code)).operation).toBe('PASSWORD_RESET')
    await confirmPasswordReset(auth, code, 'newer1')
    expect(await codeOf(confirmPasswordReset(auth, code, 'newest1'))).toBe(
      'auth/invalid-action-code',
    )
    const { user } = await signInWithEmailAndPassword(auth, email, 'newer1')
    expect(user.emailVerified).toBe(true)
  },
)

test('C12 API-37 an address is changed by the mail to the new one', async () => {
  const auth = openAuth('configuration')
  const { user } = await createUserWithEmailAndPassword(auth, freshEmail(), testPassword)
  const newEmail = freshEmail()
  await verifyBeforeUpdateEmail(user, newEmail)
  const code = await mailedCode(newEmail, 'verifyAndChangeEmail')
  const { operation, data } = await checkActionCode(auth, code)
  expect([operation, data.email]).toEqual(['VERIFY_AND_CHANGE_EMAIL', newEmail])
  await applyActionCode(auth, code)
  const again = await signInWithEmailAndPassword(auth, newEmail, testPassword)
  expect(again.user.uid).toBe(user.uid)
})

test('VALID-28 VALID-30 VALID-31 the SDK understands the password policy', async () => {
  const auth = openAuth('configuration')
  expect(await validatePassword(auth, testPassword)).toMatchObject({ isValid: true })
  expect(await validatePassword(auth, 'ABC12')).toMatchObject({
    isValid: false,
    meetsMinPasswordLength: false,
    containsLowercaseLetter: false,
    containsNumericCharacter: true,
  })
})

test('C12 the SDK understands that nothing is asked of a reCAPTCHA', async () => {
  const auth = openAuth('configuration')
  await initializeRecaptchaConfig(auth)
  const { user } = await createUserWithEmailAndPassword(auth, freshEmail(), testPassword)
  expect(user.uid).toMatch(/^[A-Za-z0-9]{28}$/)
})

test('ERROR-21 ERROR-22 ERROR-24 the refusals of the provider have the names of the SDK', async () => {
  const auth = openAuth('configuration')
  const email = freshEmail()
  await createUserWithEmailAndPassword(auth, email, testPassword)
  const create = (address: string, password: string) =>
    createUserWithEmailAndPassword(auth, address, password)
  const signIn = (address: string, password: string) =>
    signInWithEmailAndPassword(auth, address, password)
  const evil = { url: 'https://evil.example' }
  const strange = openAuth('configuration', 'x')
  const refusals: [string, () => Promise<unknown>][] = [
    ['auth/email-already-in-use', () => create(email, testPassword)],
    ['auth/invalid-email', () => create('a@b', testPassword)],
    ['auth/weak-password', () => create(freshEmail(), 'abc1')],
    ['auth/password-does-not-meet-requirements', () => create(freshEmail(), 'ABCDEF')],
    ['auth/invalid-credential', () => signIn(email, 'wrong1')],
    ['auth/invalid-credential', () => signIn(freshEmail(), 'wrong1')],
    ['auth/missing-password', () => signIn(email, '')],
    ['auth/invalid-action-code', () => applyActionCode(auth, 'x')],
    ['auth/unauthorized-continue-uri', () => sendPasswordResetEmail(auth, email, evil)],
    [
      'auth/api-key-not-valid.-please-pass-a-valid-api-key.',
      () => signInWithEmailAndPassword(strange, email, testPassword),
    ],
  ]
  for (const [code, attempt] of refusals) expect(await codeOf(attempt())).toBe(code)
})

test('ERROR-23 ERROR-25 ERROR-26 too many attempts, an old proof and an account that is gone have theirs', async () => {
  const strict = await openTestProvider()
  await strict.app.listen({ host: '127.0.0.1', port: 0 })
  const own = origin
  origin = `http://127.0.0.1:${(strict.app.server.address() as AddressInfo).port}`
  try {
    const [auth, tab] = [openAuth('configuration'), openAuth('configuration')]
    const email = freshEmail()
    const { user } = await createUserWithEmailAndPassword(auth, email, testPassword)
    await signInWithEmailAndPassword(tab, email, testPassword)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    expect(await codeOf(updatePassword(user, 'newer1'))).toBe('auth/requires-recent-login')
    expect(await codeOf(deleteUser(user))).toBe('auth/requires-recent-login')
    vi.useRealTimers()
    const elsewhere = tab.currentUser
    await deleteUser(user)
    expect(await codeOf(elsewhere?.getIdToken(true) ?? Promise.resolve())).toBe(
      'auth/user-token-expired',
    )
    for (let index = 0; index < 10; index++) {
      await codeOf(signInWithEmailAndPassword(auth, email, 'wrong1'))
    }
    const last = await codeOf(signInWithEmailAndPassword(auth, email, 'wrong1'))
    expect(last).toBe('auth/too-many-requests')
  } finally {
    vi.useRealTimers()
    origin = own
    await strict.close()
  }
})

test('asked for the ways of an address to sign in, it names none, whoever is asked about (MEND-06)', async () => {
  const auth = openAuth('configuration')
  const { user } = await createUserWithEmailAndPassword(auth, 'ways@example.com', testPassword)
  expect(user.email).toBe('ways@example.com')
  expect(await fetchSignInMethodsForEmail(auth, 'ways@example.com')).toEqual([])
  expect(await fetchSignInMethodsForEmail(auth, 'nobody@example.com')).toEqual([])
})
