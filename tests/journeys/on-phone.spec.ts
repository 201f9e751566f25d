import { expect, type Page } from '@playwright/test'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import { button } from './support/back-office.ts'
import { untilTakenOver } from './support/documents.ts'
import { createMember, type Member, signIn } from './support/members.ts'
import { collectFaults } from './support/page-faults.ts'
import { adminToken, callShop, listDemoProducts } from './support/shop-api.ts'
import { openShopFront, type ShopFront } from './support/shop-front.ts'
import { createShopTest } from './support/test.ts'

const test = createShopTest().extend<{ front: ShopFront }>({
  front: async ({ shopAddress }, use) => {
    const front = await openShopFront(shopAddress)
    await use(front)
    await front.close()
  },
  baseURL: async ({ front }, use) => use(front.address),
})

test.beforeEach(async ({ request }) => {
  const token = await adminToken(request)
  const { settings } = await callShop(request, adminSettingsApi.read, {}, token)
  const { version, values } = settings.shop
  const data = { version, values: { ...values, on_phones: true } }
  await callShop(request, adminSettingsApi.updateShop, { data }, token)
})

const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type="module"][src]')?.getAttribute('src'))
const isCopy = (page: Page) =>
  page.evaluate(() => document.documentElement.hasAttribute('data-copy'))
const untilControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null)
/** The addresses that the worker has kept, by the name of their cache. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) {
        found.push(`${name} ${new URL(url).pathname}${new URL(url).search}`)
      }
    }
    return found
  })
const pagesOf = async (page: Page) =>
  (await kept(page)).filter((one) => one.startsWith('pages ')).map((one) => one.split(' ')[2])
/** The build of the next worker that takes over, once the page has heard of it. */
const untilTold = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }) => {
          if (data.isNew) resolve(data.build)
        })
      }),
  )
/** Ends the worker of before once the next one waits: Chromium does that when it has been idle, some time. */
async function letNextWorkerIn(page: Page): Promise<void> {
  const isWaiting = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return Boolean(registration?.waiting)
  })
  if (!isWaiting) return
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('ServiceWorker.enable')
  await devTools.send('ServiceWorker.stopAllWorkers')
  await devTools.detach()
}
/** The browser says that it has found a network; a page that has just begun does not hear of it. */
const comeOnline = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('online')))

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/phone-${name}.png`, fullPage: true })
}

test('installed, without network and after an update: no screen of an old build (OPEN-06) @phone-only', async ({
  page,
  front,
  request,
}) => {
  const [product] = await listDemoProducts(request)
  if (!product) throw new Error('the shop sells nothing')
  const faults = await collectFaults(page)
  await page.goto('/main/prods')
  await untilControlled(page)
  // The first page is kept, too, which was there before the worker.
  await expect.poll(() => pagesOf(page)).toEqual(['/main/prods'])
  const first = await entryOf(page)
  await page.goto(`/main/prods/detail/${product.id}`)
  await expect.poll(() => pagesOf(page)).toContain(`/main/prods/detail/${product.id}`)
  expect((await kept(page)).some((one) => one.includes('/v2/'))).toBe(false)

  // A page that is cut off while its files come would load itself once more.
  await page.goto('about:blank')
  front.isCut = true
  await page.goto('/main/prods')
  expect(await isCopy(page)).toBe(true)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto('/main/cart')
  await expect(page.getByText('目前沒有網路，連上網路後請重新整理')).toBeVisible()
  await picture(page, 'offline')

  // The copy of before a release is left as soon as there is a network.
  await page.goto('/main/prods')
  await untilTakenOver(page)
  front.release = '/assets/of-the-next-release.js'
  front.isCut = false
  const nextWorker = () => comeOnline(page).then(() => letNextWorkerIn(page))
  const nextEntry = () => nextWorker().then(() => entryOf(page))
  await expect.poll(() => nextEntry().catch(() => first)).toBe(front.release)
  expect(await isCopy(page)).toBe(false)
  const ofBefore = async () => (await kept(page)).filter((one) => one.includes(`${first} `))
  await expect.poll(() => ofBefore().catch(() => undefined)).toEqual([])

  // One that somebody reads is left with the next step, and not under their eyes.
  await untilTakenOver(page)
  front.release = '/assets/of-the-release-after.js'
  const told: string[] = []
  const telling = untilTold(page).then((build) => told.push(build))
  await expect.poll(() => nextWorker().then(() => told)).toEqual([front.release])
  await telling
  expect(await entryOf(page)).toBe('/assets/of-the-next-release.js')
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect.poll(() => entryOf(page).catch(() => '')).toBe(front.release)
  await expect(page).toHaveURL(/\/main\/prods\/detail\//)
  // Nothing that the policies of the pages refuse.
  expect(faults.filter((fault) => / refused |Trusted/.test(fault))).toEqual([])
})

test('a sign-out leaves nothing of the member on the device (OPEN-06)', async ({
  page,
  request,
}) => {
  const member: Member = await createMember(request)
  await page.goto('/main/prods')
  await untilControlled(page)
  await signIn(page, member)
  await page.goto('/main/member')
  await page.getByRole('button', { name: '瀏覽器通知', exact: true }).click()
  await expect(page.getByRole('button', { name: '開啟通知' })).toBeVisible()
  await picture(page, 'notifications')
  await page.goto('/main/order')
  await page.goto('/main/prods')
  const pages = async () => (await pagesOf(page)).sort()
  await expect.poll(pages).toEqual(['/', '/main/prods'])
  const files = (await kept(page)).filter((one) => one.startsWith('assets '))
  for (const one of files) expect(one.split(' ')[2]).toMatch(/^\/(?:assets|brand|offline)\b/)
  await page.goto('/main/member')
  await button(page, '登出').click()
  await expect(page).toHaveURL(/memberLogin/)
  expect(await pagesOf(page)).toEqual([])
  const subscription = await page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready
    return pushManager.getSubscription()
  })
  expect(subscription).toBeNull()
})

test('switched off, the worker leaves, and no other is asked for (OPEN-06)', async ({
  page,
  request,
}) => {
  await page.goto('/')
  await untilControlled(page)
  const token = await adminToken(request)
  const { settings } = await callShop(request, adminSettingsApi.read, {}, token)
  const { version, values } = settings.shop
  const data = { version, values: { ...values, on_phones: false } }
  await callShop(request, adminSettingsApi.updateShop, { data }, token)
  await page.goto('/main/prods')
  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ])
  await expect.poll(left).toEqual([0, 0])
  await page.goto('/')
  await untilTakenOver(page)
  expect(await left()).toEqual([0, 0])
})
