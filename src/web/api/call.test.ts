import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cartApi } from '#contract/cart.ts'
import { catalogApi } from '#contract/catalog.ts'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { setMemberSession, setTokenSource, signedOutSession } from './member-session.ts'
import { prefetch, takePrefetchedReplies } from './prefetch.ts'

const cart = { success: true, data: { carts: [], total: 0, final_total: 0 }, messages: [] }
const sent: { authorization: string | null; signal: AbortSignal | null | undefined }[] = []
let answer: () => Response | Promise<Response>

beforeEach(() => {
  sent.length = 0
  answer = () => Response.json(cart)
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const authorization = new Headers(init.headers).get('Authorization')
    sent.push({ authorization, signal: init.signal })
    return answer()
  })
})

afterEach(() => {
  setTokenSource({ current: async () => null, renewed: async () => null })
  setMemberSession(signedOutSession)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function refusal(): Response {
  return Response.json({ success: false, message: '登入已失效，請重新登入' }, { status: 401 })
}

test("SESSION-05 the member's token goes with a call, a guest sends none", async () => {
  await call(cartApi.read, { query: {} })
  setTokenSource({ current: async () => 'token', renewed: async () => null })
  await call(cartApi.read, { query: {} })

  expect(sent.map(({ authorization }) => authorization)).toEqual([null, 'token'])
})

test('SESSION-05 a call for everybody carries the token and does not wait for the restoring', async () => {
  setTokenSource({ current: () => new Promise(() => undefined), renewed: async () => null })
  setMemberSession({ ...signedOutSession, token: 'of last time', isRestoring: true })
  answer = () => Response.json({ success: true, products: [], messages: [] })

  await call(catalogApi.all, {})

  expect(sent.map(({ authorization }) => authorization)).toEqual(['of last time'])
})

test('a refused token is renewed once, and the call repeated', async () => {
  setTokenSource({ current: async () => 'old', renewed: async (refused) => `after ${refused}` })
  answer = () => (sent.length === 1 ? refusal() : Response.json(cart))

  expect(await call(cartApi.read, { query: {} })).toEqual(cart)

  expect(sent.map(({ authorization }) => authorization)).toEqual(['old', 'after old'])
})

test.each([null, 'old'])('a refusal stands when the provider has no newer token', async (newer) => {
  setTokenSource({ current: async () => 'old', renewed: async () => newer })
  answer = refusal

  await expect(call(cartApi.read, { query: {} })).rejects.toEqual(
    new ApiError(401, ['登入已失效，請重新登入']),
  )

  expect(sent).toHaveLength(1)
})

const unverified = (code = 'MEMBER_UNVERIFIED') =>
  Response.json({ success: false, code, message: '請先驗證電子信箱，才能跟團' }, { status: 403 })

test('a token from before the address was verified is renewed, and the call repeated', async () => {
  setTokenSource({ current: async () => 'old', renewed: async (refused) => `after ${refused}` })
  answer = () => (sent.length === 1 ? unverified() : Response.json(cart))

  expect(await call(cartApi.read, { query: {} })).toEqual(cart)

  expect(sent.map(({ authorization }) => authorization)).toEqual(['old', 'after old'])
})

test('a member whose address is not verified is refused after one renewal', async () => {
  setTokenSource({ current: async () => 'old', renewed: async (refused) => `after ${refused}` })
  answer = () => unverified()

  await expect(call(cartApi.read, { query: {} })).rejects.toMatchObject({
    code: 'MEMBER_UNVERIFIED',
  })

  expect(sent).toHaveLength(2)
})

test('another refusal of a member renews no token', async () => {
  setTokenSource({ current: async () => 'old', renewed: async (refused) => `after ${refused}` })
  answer = () => unverified('MEMBER_LAPSED')

  await expect(call(cartApi.read, { query: {} })).rejects.toMatchObject({ code: 'MEMBER_LAPSED' })

  expect(sent).toHaveLength(1)
})

test('SESSION-15 a call has no time limit', async () => {
  vi.useFakeTimers()
  let release: (response: Response) => void = () => undefined
  answer = () => new Promise((resolve) => (release = resolve))
  const reply = call(cartApi.read, { query: {} })

  await vi.advanceTimersByTimeAsync(24 * 3600_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(sent).toEqual([{ authorization: null, signal: null }])
  release(Response.json(cart))

  expect(await reply).toEqual(cart)
})

test('answers the first call by the prefetched response, and requests anew for the next', async () => {
  answer = () => Response.json({ success: true, products: [], messages: [] })
  const ahead = prefetch(catalogApi.all, {})
  expect(sent).toHaveLength(1)

  expect(await call(catalogApi.all, {})).toMatchObject({ success: true })
  expect(await ahead).toMatchObject({ success: true, products: [] })
  expect(sent).toHaveLength(1)
  await call(catalogApi.all, {})
  expect(sent).toHaveLength(2)
})

test('does not use a prefetched response that is too old', async () => {
  vi.useFakeTimers()
  answer = () => Response.json({ success: true, products: [], messages: [] })
  void prefetch(catalogApi.all, {})
  await vi.advanceTimersByTimeAsync(10_000)
  await call(catalogApi.all, {})
  expect(sent).toHaveLength(2)
})

test('gives what was prefetched in time to the first screen, and a late one to its call', async () => {
  vi.useFakeTimers()
  let release: (response: Response) => void = () => undefined
  const products = { success: true, products: [], messages: [] }
  answer = () => Response.json(products)
  void prefetch(catalogApi.all, {})
  answer = () =>
    new Promise((resolve) => {
      release = resolve
    })
  void prefetch(catalogApi.categories, {})
  const taken = takePrefetchedReplies(200)
  await vi.advanceTimersByTimeAsync(200)
  expect(await taken).toEqual([{ key: ['GET {shop}/products/all', {}], reply: products }])

  release(Response.json({ success: true, categories: [] }))
  expect(await call(catalogApi.categories, {})).toMatchObject({ categories: [] })
  expect(sent).toHaveLength(2)
  answer = () => Response.json(products)
  await call(catalogApi.all, {})
  expect(sent).toHaveLength(3)
})

test('reports the failure of a prefetch to the call that takes it', async () => {
  answer = () => Promise.reject(new TypeError('no network'))
  const refused = expect(prefetch(catalogApi.all, {})).rejects.toThrow()
  await expect(call(catalogApi.all, {})).rejects.toMatchObject({ status: 0 })
  await refused
})
