import type { AddressInfo } from 'node:net'
import { deleteApp, initializeApp } from 'firebase/app'
import {
  type Auth,
  createUserWithEmailAndPassword,
  deleteUser,
  getAdditionalUserInfo,
  initializeAuth,
  inMemoryPersistence,
  linkWithCredential,
  OAuthProvider,
  reauthenticateWithCredential,
  signInWithCredential,
  unlink,
} from 'firebase/auth'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type LineShop, openLineShop } from '../../testing/test-line.ts'

/** The cookie of a browser; outside of one the SDK reads `fetch` when it is loaded. */
const browser = vi.hoisted(() => {
  const { fetch } = globalThis
  const sent = { cookie: '' }
  globalThis.fetch = (address, init) => {
    const headers = new Headers(init?.headers)
    if (sent.cookie !== '') headers.set('cookie', sent.cookie)
    return fetch(address, { ...init, headers })
  }
  return sent
})

let shop: LineShop
let auth: Auth
beforeAll(async () => {
  shop = await openLineShop()
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const host = `127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`
  const app = initializeApp({ apiKey: 'minmin', projectId: 'minmin' }, 'line')
  auth = initializeAuth(app, { persistence: inMemoryPersistence })
  const { config } = auth
  config.apiScheme = 'http'
  config.apiHost = `${host}/identitytoolkit.googleapis.com`
  config.tokenApiHost = `${host}/securetoken.googleapis.com`
})
afterAll(async () => {
  await deleteApp(auth.app)
  await shop.close()
})

/** As the page makes it of the code in its address. */
async function credentialOf(person: number) {
  const visitor = shop.guest()
  const accessToken = await shop.codeOf(visitor, { person, email: false })
  browser.cookie = `lineSignIn=${visitor.cookies.get('lineSignIn')}`
  return new OAuthProvider('oidc.line').credential({ accessToken })
}

const waysOf = () => auth.currentUser?.providerData.map(({ providerId }) => providerId)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: { code?: string }) => error.code,
  )

it('signs in, confirms, ties and takes off by the pinned SDK (LINE-01)', async () => {
  const signedIn = await signInWithCredential(auth, await credentialOf(1))
  expect(getAdditionalUserInfo(signedIn)?.isNewUser).toBe(true)
  const { user } = signedIn
  expect(user).toMatchObject({ email: null, emailVerified: false, displayName: '陳小姐 🌸' })
  expect(waysOf()).toEqual(['oidc.line'])
  await reauthenticateWithCredential(user, await credentialOf(1))
  expect(await codeOf(reauthenticateWithCredential(user, await credentialOf(0)))).toBe(
    'auth/user-mismatch',
  )

  const { pool } = shop.database
  const member = await createUserWithEmailAndPassword(auth, 'sdk@example.com', 'abc123')
  expect(await codeOf(linkWithCredential(member.user, await credentialOf(0)))).toBe(
    'auth/unverified-email',
  )
  await pool.query('update members set email_verified = true where uid = $1', [member.user.uid])
  expect(await codeOf(linkWithCredential(member.user, await credentialOf(1)))).toBe(
    'auth/credential-already-in-use',
  )
  await linkWithCredential(member.user, await credentialOf(0))
  expect(waysOf()).toEqual(['password', 'oidc.line'])
  await unlink(member.user, 'oidc.line')
  expect(waysOf()).toEqual(['password'])
  await member.user.reload()
  expect(waysOf()).toEqual(['password'])

  const again = await signInWithCredential(auth, await credentialOf(1))
  expect([again.user.uid, getAdditionalUserInfo(again)?.isNewUser]).toEqual([user.uid, false])
  await deleteUser(again.user)
  expect(auth.currentUser).toBeNull()
  browser.cookie = ''
  const stray = new OAuthProvider('oidc.line').credential({ accessToken: 'x'.repeat(43) })
  expect(await codeOf(signInWithCredential(auth, stray))).toBe('auth/invalid-credential')
})
