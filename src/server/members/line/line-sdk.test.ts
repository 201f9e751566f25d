import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
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
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LineShop, openLineShop } from '../../testing/test-line.ts'

/** Stands between the SDK and the shop as a browser does: with the cookie of the sign-in. */
const browser = { cookie: '', server: createServer() }
browser.server.on('request', async (request, response) => {
  const { method = 'GET', url = '/', headers } = request
  const { port } = shop.app.server.address() as AddressInfo
  const kept = Object.entries(headers).filter(
    ([name]) => name.startsWith('content-type') || name.startsWith('x-'),
  )
  const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
    method,
    headers: { ...Object.fromEntries(kept), cookie: browser.cookie } as Record<string, string>,
    ...(method === 'POST' && { body: await text(request) }),
  })
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(await answer.text())
})

let shop: LineShop
let auth: Auth
beforeAll(async () => {
  shop = await openLineShop()
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  browser.server.listen(0, '127.0.0.1')
  await once(browser.server, 'listening')
  const host = `127.0.0.1:${(browser.server.address() as AddressInfo).port}`
  const app = initializeApp({ apiKey: 'minmin', projectId: 'minmin' }, 'line')
  auth = initializeAuth(app, { persistence: inMemoryPersistence })
  const { config } = auth
  config.apiScheme = 'http'
  config.apiHost = `${host}/identitytoolkit.googleapis.com`
  config.tokenApiHost = `${host}/securetoken.googleapis.com`
})
afterAll(async () => {
  await deleteApp(auth.app)
  browser.server.close()
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
