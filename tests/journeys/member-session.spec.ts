import { type BrowserContext, expect, type Page, type Route } from '@playwright/test'
import { interceptRequests } from './support/intercept-requests.ts'
import { createMember, type Member, signIn } from './support/members.ts'
import { test } from './support/test.ts'

const lookup = '**/identitytoolkit.googleapis.com/v1/accounts:lookup*'
const token = '**/securetoken.googleapis.com/v1/token*'

async function memberCookie(context: BrowserContext) {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name === 'memberToken')
}

/** The claims of a token, as the page could read them. */
function claims(text: string): { exp: number; user_id: string } {
  return JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
}

/** Sets the expiry of the stored token into the past, as after a night with the laptop closed. */
/** On a page without the shop's code, which would write its refreshed token again. */
async function expireStoredToken(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('firebase:authUser:'))
    if (!key) throw new Error('no member is kept')
    const member = JSON.parse(localStorage.getItem(key) ?? '')
    member.stsTokenManager.expirationTime = Date.now() - 60_000
    localStorage.setItem(key, JSON.stringify(member))
  })
}

async function expectSignedIn(page: Page, member: Member): Promise<void> {
  await page.goto('/#/main/member')
  await page.reload()
  await expect(page.getByText(member.email)).toBeVisible()
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/memberLogin$/)
  await expect(page.getByRole('tab', { name: '登入' })).toBeVisible()
  expect(await memberCookie(page.context())).toBeUndefined()
}

/** Everything that leaves the origin of the shop. */
function foreignRequests(page: Page): string[] {
  const found: string[] = []
  page.context().on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') found.push(request.url())
  })
  return found
}

test('a guest who looks around never loads the identity SDK', async ({ page }) => {
  const scripts: string[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'script') scripts.push(await response.text())
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.goto('/#/main/cart')
  await expect(page.getByRole('heading', { name: '購物車' })).toBeVisible()
  expect(scripts.filter((script) => script.includes('securetoken.googleapis.com'))).toEqual([])

  await page.goto('/#/main/memberLogin')
  await page.getByRole('tabpanel', { name: '登入' }).getByLabel('電子信箱').fill('ming@example.com')
  await page.getByLabel('密碼', { exact: true }).fill('frost1')
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty()
  expect(scripts.filter((script) => script.includes('securetoken.googleapis.com'))).toHaveLength(1)
})

test('C8 C16 C18 SESSION-03 SESSION-04 SESSION-05 SESSION-07 SESSION-08 SESSION-18 the token, its cookie, which alone proves nothing, and its header', async ({
  page,
  context,
  request,
}) => {
  const foreign = foreignRequests(page)
  const member = await createMember(page.request)
  await signIn(page, member)
  const cookie = await memberCookie(context)
  expect(cookie).toMatchObject({ httpOnly: false, secure: false, sameSite: 'Strict', path: '/' })
  const { exp, user_id } = claims(cookie?.value ?? '')
  expect(user_id).toBe(member.uid)
  expect(Math.abs((cookie?.expires ?? 0) - exp)).toBeLessThan(60)
  expect(await page.evaluate(() => document.cookie)).toContain('memberToken=')

  const headers = { Cookie: `memberToken=${cookie?.value}` }
  const orders = await request.get('/v2/api/shopping-minmin/orders', { headers })
  expect((await orders.json()).orders).toEqual([])
  const owned = await request.get('/v2/api/shopping-minmin/cart', { headers })
  expect((await owned.json()).data.carts).toEqual([])

  const authorized: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/v2/api/')) authorized.push(request.headers().authorization)
  })
  await page.reload()
  await expect(page.getByText(member.email)).toBeVisible()
  for (const [path, call] of [
    ['/#/main/prods', '**/products?*'],
    ['/#/main/order', '**/orders?*'],
  ] as const) {
    const answered = page.waitForResponse(call)
    await page.goto(path)
    await answered
  }
  const now = (await memberCookie(context))?.value
  expect(authorized.length).toBeGreaterThan(2)
  expect(new Set(authorized)).toEqual(new Set([now]))

  await page.goto('/#/main/member')
  await page.getByRole('button', { name: '登出' }).click()
  await expectSignedOut(page)
  await page.goto('/#/main/cart')
  authorized.length = 0
  await page.reload()
  await expect.poll(() => authorized.length).toBeGreaterThan(0)
  expect(new Set(authorized)).toEqual(new Set([undefined]))
  expect(foreign).toEqual([])
})

test('F3 SESSION-19 on https the cookie is Secure', async ({ browser, baseURL, request }) => {
  const context = await browser.newContext({ baseURL: 'https://shop.example' })
  const page = await context.newPage()
  // The shop behind a proxy that terminates TLS.
  await context.route('https://shop.example/**', async (route) => {
    const inner = route
      .request()
      .url()
      .replace('https://shop.example', baseURL ?? '')
    const { origin: _, ...headers } = route.request().headers()
    await route.fulfill({ response: await route.fetch({ url: inner, headers }) })
  })
  const member = await createMember(request)
  await signIn(page, member)
  expect(await memberCookie(context)).toMatchObject({ secure: true, sameSite: 'Strict' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test('C13 a member is restored once the SDK comes, when it did not come at first', async ({
  page,
}) => {
  const member = await createMember(page.request)
  await page.clock.install()
  await signIn(page, member)
  const chunk = /\/assets\/identity-[\w-]{8}\.js/
  const failed = page.waitForEvent('requestfailed', (request) => chunk.test(request.url()))
  await interceptRequests(page, chunk, (route) => route.abort('connectionreset'))
  await page.reload()
  await failed
  await page.unroute(chunk)
  await page.clock.runFor(10_000)
  await expect(page.getByText(member.email)).toBeVisible()
})

test('a sign-out in one tab ends the others, a sign-in reaches them', async ({ page, context }) => {
  const member = await createMember(page.request)
  const other = await context.newPage()
  await other.goto('/#/main/memberLogin')
  await expect(other.getByRole('tab', { name: '登入' })).toBeVisible()

  await signIn(page, member)
  await expect(other).toHaveURL(/#\/main\/member$/)
  await expect(other.getByText(member.email)).toBeVisible()

  await other.getByRole('button', { name: '登出' }).click()
  await expect(page).toHaveURL(/memberLogin$/)
  await expectSignedOut(page)
})

test('a member who is deleted, or whose password is changed elsewhere, is signed out (B10, SESSION-11, C5)', async ({
  page,
}) => {
  await test.step('a deleted member is signed out at the next load and at the next call', async () => {
    const member = await createMember(page.request)
    await signIn(page, member)
    await expect(page.getByText(member.email)).toBeVisible()
    const gone = await page.request.post(
      '/identitytoolkit.googleapis.com/v1/accounts:delete?key=minmin',
      { data: { idToken: member.token } },
    )
    expect(gone.ok()).toBe(true)

    await page.getByRole('link', { name: '我的訂單' }).click()
    await expectSignedOut(page)
  })

  await test.step('a password changed elsewhere ends the session here', async () => {
    const member = await createMember(page.request)
    await signIn(page, member)
    const changed = await page.request.post(
      '/identitytoolkit.googleapis.com/v1/accounts:update?key=minmin',
      { data: { idToken: member.token, password: 'new-frost-2', returnSecureToken: true } },
    )
    expect(changed.ok()).toBe(true)

    await page.reload()
    await expectSignedOut(page)
  })
})

function answer(status: number, body: string | object, contentType?: string) {
  return (route: Route) =>
    route.fulfill({
      status,
      contentType: contentType ?? (typeof body === 'string' ? 'text/plain' : 'application/json'),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
}

function googleError(code: number, message: string) {
  return { error: { code, message, errors: [{ message, domain: 'global', reason: 'x' }] } }
}

const allFaults: [name: string, answer: (route: Route) => Promise<void>][] = [
  ["500 in Google's shape", answer(500, googleError(500, 'INTERNAL'))],
  ["503 in Google's shape", answer(503, googleError(503, 'UNAVAILABLE'))],
  ["429 in Google's shape", answer(429, googleError(429, 'TOO_MANY_ATTEMPTS_TRY_LATER'))],
  ['400 for exhausted quota', answer(400, googleError(400, 'QUOTA_EXCEEDED'))],
  ['200 with nothing in it', answer(200, {})],
  ['200 that is no JSON', answer(200, 'ok')],
  ['503 text', answer(503, 'Service Unavailable')],
  ['502 HTML', answer(502, '<!doctype html><h1>Bad Gateway</h1>', 'text/html')],
  ["the framework's own 500", answer(500, { statusCode: 500, error: 'Error', message: 'boom' })],
  ["the shop's own 503", answer(503, { success: false, message: '系統忙碌中，請稍後再試' })],
  ['a connection that breaks', (route) => route.abort('connectionreset')],
]
/** In the short run one of each kind that the SDK tells apart. */
const faults =
  process.env.TEST_LONG === '1'
    ? allFaults
    : allFaults.filter(([fault]) => /^500|quota|no JSON|HTML|breaks/.test(fault))

for (const [place, url] of [
  ['lookup', lookup],
  ['token', token],
] as const) {
  test(`C13 SESSION-11 a member stays signed in, whatever fault ${place} answers with at load, unless the account is gone @long`, {
    tag: url === lookup ? '@long' : [],
  }, async ({ page }) => {
    const member = await createMember(page.request)
    await signIn(page, member)
    const address = page.url()
    const load = () => (url === token ? page.goto(address) : page.reload())
    for (const [fault, reply] of faults) {
      await test.step(fault, async () => {
        if (url === token) await expireStoredToken(page)
        let faultsSeen = 0
        await interceptRequests(page, url, (route) => {
          faultsSeen += 1
          return reply(route)
        })
        await load()
        await expect(page.getByText(member.email)).toBeVisible()
        await expect.poll(() => faultsSeen).toBeGreaterThan(0)

        await page.unroute(url)
      })
    }
    // Each reload began with what the fault before had left.
    await expectSignedIn(page, member)
    const cookie = await memberCookie(page.context())
    expect(claims(cookie?.value ?? '').user_id).toBe(member.uid)
    for (const code of ['TOKEN_EXPIRED', 'USER_DISABLED', 'USER_NOT_FOUND']) {
      await test.step(code, async () => {
        if (url === token) await expireStoredToken(page)
        await interceptRequests(page, url, answer(400, googleError(400, code)))
        await load()
        await expectSignedOut(page)
        await page.unroute(url)
        await signIn(page, member)
      })
    }
  })
}

test('C14 five tabs with an expired token and one click: nobody is signed out', async ({
  page,
  context,
}) => {
  const member = await createMember(page.request)
  await signIn(page, member)
  const address = page.url()
  await expireStoredToken(page)
  // Held until every tab has requested a new token, so that the requests are concurrent.
  const gate = Promise.withResolvers<void>()
  let requests = 0
  await context.route(token, async (route) => {
    requests += 1
    if (requests === 5) gate.resolve()
    await gate.promise
    await route.continue()
  })
  const tabs = [page, ...(await Promise.all([1, 2, 3, 4].map(() => context.newPage())))]
  await page.goto(address)
  await Promise.all(tabs.slice(1).map((tab) => tab.goto('/#/main/member')))
  await gate.promise
  await expect(page.getByText(member.email)).toBeVisible()
  await page.getByRole('link', { name: '我的訂單' }).click()
  await expect(page.getByText('目前沒有訂單')).toBeVisible()
  for (const tab of tabs) await expectSignedIn(tab, member)
})
