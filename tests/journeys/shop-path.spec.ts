import { test as base, expect } from '@playwright/test'
import { createParticipant, openCampaign } from './support/campaigns.ts'
import { openJourneyShop } from './support/journey-shop.ts'
import { openAsMember } from './support/members.ts'
import { collectFaults } from './support/page-faults.ts'
import { adminToken, getDemoProduct, placeOrder } from './support/shop-api.ts'

const shopPath = 'corner-shop-2'

/** A shop whose API stands under another path. */
const test = base.extend<object, { shopAddress: string }>({
  shopAddress: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      process.env.JOURNEY_SHOP_PATH = shopPath
      const shop = await openJourneyShop({ SHOP_PATH: shopPath })
      await use(shop.address)
      await shop.close()
      delete process.env.JOURNEY_SHOP_PATH
    },
    { scope: 'worker', auto: true, timeout: 600_000 },
  ],
  baseURL: async ({ shopAddress }, use) => use(shopAddress),
})

const heading = (name: string | RegExp) => ({ name, level: 1 }) as const

test('all screens keep their paths, and call the API under the path of the shop (PATH-14)', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  const faults = await collectFaults(page)
  const foreign: string[] = []
  let own = 0
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(`/v2/api/${shopPath}/`)) own++
    else if (pathname.startsWith('/v2/api/shopping-minmin')) foreign.push(pathname)
  })
  const admin = await adminToken(page.request)
  const mug = await getDemoProduct(page.request)
  const campaign = await openCampaign(page.request, admin)
  const member = await createParticipant(page.request)
  const orderId = await placeOrder(page.request, { product: mug, qty: 1 }, member.token)
  await openAsMember(page, member)
  await page.context().addCookies([{ name: 'hexToken', value: admin, url: baseURL ?? '' }])

  await page.goto(`/main/prods/detail/${mug.id}`)
  await page.getByRole('button', { name: '加入購物車' }).first().click()
  await expect(page.getByText('已加入購物車')).toBeVisible()
  const screens: [string, string | RegExp][] = [
    ['/', /日常好物/],
    ['/main/prods', '全部商品'],
    [`/main/prods/detail/${mug.id}`, mug.title],
    ['/main/articles', /公告/],
    ['/main/search?q=杯', '「杯」的搜尋結果'],
    ['/main/track', '追蹤商品'],
    ['/main/privacy', '隱私權政策'],
    ['/main/cart', '購物車'],
    ['/main/cart/info', '填寫寄送資訊'],
    [`/main/cart/pay/${orderId}`, /付款/],
    ['/main/order', '我的訂單'],
    [`/main/order/${orderId}`, '訂單進度'],
    ['/main/member', '會員中心'],
    [`/g/${campaign.code}`, campaign.title],
    ['/main/groups', /團/],
    [`/main/groups/detail/${campaign.id}`, campaign.title],
    ['/main/member/groups', '我的團'],
    ['/backend', '今日總覽'],
    ['/backend/product', '產品列表'],
    ['/backend/order', '訂單列表'],
    ['/backend/search', '搜尋紀錄'],
    ['/backend/setting', /設定/],
  ]
  for (const spelling of ['', '/#']) {
    for (const [index, [path, name]] of screens.entries()) {
      const before = own
      // By path each has a document of its own; by hash they share one, which keeps what it has read.
      await page.goto(`${spelling}${path}`)
      await expect(page.getByRole('heading', heading(name)).first()).toBeVisible()
      const { pathname, search, hash } = new URL(page.url())
      const shown = decodeURI(spelling === '' ? `${pathname}${search}` : hash.slice(1))
      expect(shown.split('?')[0], path).toBe(path.split('?')[0])
      const asks = path !== '/main/track' && (spelling === '' || index === 0)
      if (asks) await expect.poll(() => own, path).toBeGreaterThan(before)
    }
  }
  expect(foreign).toEqual([])
  expect(faults).toEqual([])
  const old = await page.request.get('/v2/api/shopping-minmin/products')
  expect(old.status()).toBe(403)
})
