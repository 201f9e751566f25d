import { expect } from '@playwright/test'
import { orderApi } from '#contract/orders.ts'
import { enterBackOffice } from './support/back-office.ts'
import { createMember, restoreSession } from './support/members.ts'
import { addToCart, callShop, listDemoProducts, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

const heading = (name: string | RegExp) => ({ name, level: 1 }) as const

test('each address opens its screen: for a visitor, a member and in the back office (ROUTE-01, ROUTE-02, ROUTE-03, ROUTE-04, ROUTE-07, ROUTE-08, ROUTE-09, ROUTE-11, ROUTE-13, ROUTE-14, ROLE-01, ROUTE-05, ROUTE-06, ROUTE-10, ROUTE-12, LAYOUT-05, ROUTE-15, ROUTE-16, ROUTE-17, ROUTE-18)', async ({
  page,
  baseURL,
}) => {
  await test.step('each address opens its screen, for a visitor and for a member', async () => {
    await test.step('each address opens its screen directly, for anybody', async () => {
      const [product] = await listDemoProducts(page.request)
      const screens: [string, string | RegExp][] = [
        ['/#/', /日常好物/],
        ['/#/main/loginBackend', '後台登入'],
        ['/#/main/cart', '購物車'],
        ['/#/main/prods', '全部商品'],
        [`/#/main/prods/detail/${product?.id}`, product?.title ?? ''],
        ['/#/main/track', '追蹤商品'],
        ['/#/main/memberLogin', /會員|登入/],
        ['/#/main/memberLogo', /日常好物/],
        ['/#/main/no/such/screen', /日常好物/],
        ['/#/nowhere', /日常好物/],
      ]
      for (const [address, name] of screens) {
        await page.goto(address)
        await expect(page.getByRole('heading', heading(name))).toBeVisible()
      }
    })

    await test.step('the addresses of a signed-in member', async () => {
      const member = await createMember(page.request)
      const [product] = await listDemoProducts(page.request)
      if (!product) throw new Error('the shop sells nothing')
      const orderId = await placeOrder(page.request, { product, qty: 1 }, member.token)
      await addToCart(page.request, { product, qty: 1 }, member.token)
      await restoreSession(page, member)
      await page.goto('/#/main/cart/info')
      await expect(page.getByRole('button', { name: '送出訂單' })).toBeVisible()
      await page.goto(`/#/main/cart/pay/${orderId}`)
      const read = { params: { id: orderId } }
      const { order } = await callShop(page.request, orderApi.detail, read, member.token)
      await expect(page.getByText(order.number, { exact: true })).toBeVisible()
      await page.goto('/#/main/order')
      await expect(page.getByRole('heading', heading('我的訂單'))).toBeVisible()
      await page.goto('/#/main/member')
      await expect(page.getByRole('heading', heading('會員中心'))).toBeVisible()
    })
  })

  await test.step('the addresses of the back office', async () => {
    await enterBackOffice(page, baseURL)
    for (const [address, name] of [
      ['/#/backend', '公告資訊'],
      ['/#/backend/product', '產品列表'],
      ['/#/backend/coupon', '優惠券列表'],
      ['/#/backend/order', '訂單列表'],
      ['/#/backend/no/such/screen', '公告資訊'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name }).first()).toBeVisible()
    }
  })
})
