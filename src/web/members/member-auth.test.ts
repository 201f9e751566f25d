import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cartApi } from '#contract/cart.ts'
import { ApiError } from '../api/api-error.ts'
import { callerQuery } from '../api/caller-query.ts'
import { memberSession, memberToken, renewedMemberToken } from '../api/member-session.ts'
import { queryClient } from '../api/queries.ts'
import { loadDraft, saveDraft } from '../shared/checkout-draft.ts'
import { signIn, signOutMember } from './identity.ts'

interface Sent {
  path: string
  body: string
}

/** The mock of the network; outside a browser the SDK reads `fetch` when it is loaded. */
const network = vi.hoisted(() => {
  const end = {
    sent: [] as Sent[],
    answer: (_: Sent): Response | Promise<Response> => Response.error(),
  }
  globalThis.fetch = async (address, init) => {
    const sent = {
      path: new URL(String(address), location.origin).pathname,
      body: String(init?.body),
    }
    end.sent.push(sent)
    return end.answer(sent)
  }
  return end
})

const hour = 3600
let issued = 0

/** Shaped as a token, not signed: nothing on this side looks at the signature. */
function newToken(): string {
  issued += 1
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: 'ming', iat: now, exp: now + hour, auth_time: now, n: issued }
  return `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.signature-${issued}`
}

function provider({ path }: Sent): Response {
  if (path.endsWith('accounts:signInWithPassword')) {
    return Response.json({
      localId: 'ming',
      idToken: newToken(),
      refreshToken: 'refresh',
      expiresIn: String(hour),
    })
  }
  if (path.endsWith('accounts:lookup')) {
    const user = {
      localId: 'ming',
      email: 'ming@example.com',
      emailVerified: true,
      displayName: '小明',
      photoUrl: 'https://example.com/ming.webp',
      createdAt: '1763712000000',
      lastLoginAt: '1763712000000',
    }
    return Response.json({ users: [user] })
  }
  if (path.endsWith('/v1/token')) {
    return Response.json({
      access_token: newToken(),
      refresh_token: 'refresh',
      expires_in: String(hour),
    })
  }
  return Response.json({ success: true, data: { carts: [], total: 0, final_total: 0 } })
}

const refreshes = () => network.sent.filter(({ path }) => path.endsWith('/v1/token'))

function memberCookie(): string | undefined {
  return document.cookie.split('; ').find((cookie) => cookie.startsWith('memberToken='))
}

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T08:00:00Z'), toFake: ['Date', 'setTimeout'] })
  network.answer = provider
  await signIn('ming@example.com', 'frost1')
  network.sent.length = 0
})

afterEach(async () => {
  await signOutMember()
  queryClient.clear()
  vi.useRealTimers()
})

test('SESSION-01 SESSION-02 the session holds the user, a login flag and the token', async () => {
  expect(memberSession()).toEqual({
    user: {
      uid: 'ming',
      displayName: '小明',
      email: 'ming@example.com',
      emailVerified: true,
      phoneNumber: null,
      photoUrl: 'https://example.com/ming.webp',
      createdAt: 'Fri, 21 Nov 2025 08:00:00 GMT',
    },
    isLoggedIn: true,
    token: await memberToken(),
    isRestoring: false,
  })

  await signOutMember()

  expect(memberSession()).toEqual({
    user: null,
    isLoggedIn: false,
    token: null,
    isRestoring: false,
  })
  expect(await memberToken()).toBeNull()
})

test('SESSION-03 SESSION-07 the token is in the cookie until the member signs out', async () => {
  expect(memberCookie()).toBe(`memberToken=${await memberToken()}`)

  await signOutMember()

  expect(memberCookie()).toBeUndefined()
})

test('signing out ends the session at the provider, which may be away (SAFE-09)', async () => {
  network.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await signOutMember()
  expect(memberSession().isLoggedIn).toBe(false)
  const revoked = network.sent.filter(({ path }) => path.endsWith('/v2/accounts:revokeToken'))
  expect(revoked.map(({ body }) => JSON.parse(body))).toEqual([
    { token: 'refresh', tokenType: 'REFRESH_TOKEN' },
  ])
})

test('SESSION-09 SESSION-03 the token is renewed at 55 min, and the cookie with it', async () => {
  const first = await memberToken()

  await vi.advanceTimersByTimeAsync(55 * 60_000 - 1)
  expect(refreshes()).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)

  expect(refreshes()).toHaveLength(1)
  expect(await memberToken()).not.toBe(first)
  expect(memberCookie()).toBe(`memberToken=${await memberToken()}`)
})

test('SESSION-09 nothing is renewed after the sign-out', async () => {
  await signOutMember()

  await vi.advanceTimersByTimeAsync(5 * 3600_000)

  expect(refreshes()).toEqual([])
})

test('C14 SESSION-10 an expired token is renewed once for all callers that wait', async () => {
  // The clock goes on while the timers stand still, as in a sleeping laptop.
  vi.setSystemTime(Date.now() + (hour - 29) * 1000)

  const tokens = await Promise.all([memberToken(), memberToken(), memberToken()])

  expect(new Set(tokens).size).toBe(1)
  expect(refreshes()).toHaveLength(1)
})

test('C14 a token that the API refused is renewed once for all refused calls', async () => {
  const refused = (await memberToken()) ?? ''

  const renewed = await Promise.all([renewedMemberToken(refused), renewedMemberToken(refused)])

  expect(renewed[0]).not.toBe(refused)
  expect(renewed[1]).toBe(renewed[0])
  expect(refreshes()).toHaveLength(1)
})

test('a member whose token cannot be renewed just now is no guest and stays signed in', async () => {
  vi.setSystemTime(Date.now() + hour * 1000)
  network.answer = () => Promise.reject(new TypeError('Failed to fetch'))

  await expect(memberToken()).rejects.toMatchObject({ name: 'ApiError', status: 0 })

  expect(memberSession().isLoggedIn).toBe(true)
})

test.each(['USER_DISABLED', 'TOKEN_EXPIRED', 'INVALID_REFRESH_TOKEN', 'USER_NOT_FOUND'])(
  'SESSION-11 the answer %s signs the member out',
  async (message) => {
    vi.setSystemTime(Date.now() + hour * 1000)
    network.answer = () => Response.json({ error: { code: 400, message } }, { status: 400 })

    await expect(memberToken()).rejects.toEqual(new ApiError(401, ['登入已失效，請重新登入']))

    expect(memberSession().isLoggedIn).toBe(false)
    expect(memberCookie()).toBeUndefined()
  },
)

test('keeps what was typed for the same member when the session ends by itself (MEND-76)', async () => {
  const answer = network.answer
  const refused = { error: { code: 400, message: 'TOKEN_EXPIRED' } }
  const end = async () => {
    vi.setSystemTime(Date.now() + hour * 1000)
    network.answer = () => Response.json(refused, { status: 400 })
    await memberToken().catch(() => undefined)
    network.answer = answer
  }
  saveDraft('ming', { address: '臺北市' })
  await end()
  expect(memberSession()).toMatchObject({ isLoggedIn: false, hasEnded: true })
  await signIn('ming@example.com', 'frost1')
  expect(memberSession()).not.toHaveProperty('hasEnded')
  expect(loadDraft('ming')).toEqual({ address: '臺北市' })

  saveDraft('another', { address: '高雄市' })
  await end()
  await signIn('ming@example.com', 'frost1')
  expect(localStorage.getItem('checkoutDraft')).toBeNull()
})

test('clears the cart and the draft of one caller before the next (B6, EASE-06)', async () => {
  const query = callerQuery(memberSession(), cartApi.read, { query: {} })
  await queryClient.fetchQuery(query)
  saveDraft('member', { address: '臺北市' })

  await signOutMember()
  expect(loadDraft('member')).toBeNull()
  expect(queryClient.getQueryData(query.queryKey)).toBeUndefined()

  await queryClient.fetchQuery(query)
  await signIn('ming@example.com', 'frost1')
  expect(queryClient.getQueryData(query.queryKey)).toBeUndefined()
})
