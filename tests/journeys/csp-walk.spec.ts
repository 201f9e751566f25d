import { expect } from '@playwright/test'
import { button, createCategory, enterBackOffice, openList, rowOf } from './support/back-office.ts'
import { createMember, openAsMember } from './support/members.ts'
import { collectFaults } from './support/page-faults.ts'
import {
  addToCart,
  createCoupon,
  disableCoupon,
  listDemoProducts,
  placeOrder,
  removeProduct,
} from './support/shop-api.ts'
import { test } from './support/test.ts'

test('the whole storefront, walked: no violation of the policy, no error in the console, no failed request, and markup from a string is refused (F1, F2, A11)', async ({
  page,
}) => {
  const faults = await collectFaults(page)
  const [product] = await listDemoProducts(page.request)
  if (!product) throw new Error('the shop sells nothing')
  const member = await createMember(page.request)
  await page.goto('/')
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  for (const address of ['/#/main/prods', `/#/main/prods/detail/${product.id}`, '/#/main/track']) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
  }
  await page.goto('/#/main/memberLogin')
  await page.getByRole('tab', { name: '註冊' }).click()
  await openAsMember(page, member)
  const orderId = await placeOrder(page.request, { product, qty: 1 }, member.token)
  await addToCart(page.request, { product, qty: 1 }, member.token)
  for (const address of [
    '/#/main/cart',
    '/#/main/cart/info',
    `/#/main/cart/pay/${orderId}`,
    '/#/main/order',
    '/#/main/member',
    '/#/main/loginBackend',
    '/#/main/forgotBackend',
    '/#/nowhere',
  ]) {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
  }
  expect(faults).toEqual([])

  await test.step('only the sanitiser and named policies make markup', async () => {
    const outcomes = await page.evaluate(() => {
      const tries: Record<string, () => void> = {
        innerHTML: () => {
          document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
        },
        script: () => {
          document.createElement('script').src = 'https://evil.example/x.js'
        },
        policy: () => {
          const { trustedTypes } = window as unknown as {
            trustedTypes: { createPolicy(name: string, rules: object): void }
          }
          trustedTypes.createPolicy('mine', {})
        },
      }
      return Object.entries(tries).map(([name, attempt]) => {
        try {
          attempt()
          return `${name} passed`
        } catch {
          return `${name} refused`
        }
      })
    })
    expect(outcomes).toEqual(['innerHTML refused', 'script refused', 'policy refused'])
  })
})

test('F2 the back office with its dialogs, walked: no violation, no error, no failed request', async ({
  page,
  baseURL,
}) => {
  const faults = await collectFaults(page)
  const token = await enterBackOffice(page, baseURL)
  const { products, search } = await createCategory(page.request, token, [
    { description: '<p>粗陶，<strong>手感</strong></p>' },
  ])
  const coupon = await createCoupon(page.request, token, {
    code: `walk${Date.now().toString(36)}`,
    percent: 90,
  })
  const [product] = products
  if (!product) throw new Error('no product was made')
  await placeOrder(page.request, { product, qty: 1 })
  await page.goto('/#/backend')
  await page.waitForLoadState('networkidle')
  const dialog = page.getByRole('dialog')

  await openList(page, '產品', search)
  await rowOf(page, product.title).getByRole('button', { name: /編輯/ }).click()
  await expect(dialog.getByLabel(/標題/).first()).toBeVisible()
  await button(dialog, '關閉').click()
  await expect(dialog).toHaveCount(0)

  await openList(page, '優惠券')
  await rowOf(page, coupon.code).getByRole('button', { name: /編輯/ }).click()
  await dialog.getByLabel('到期日').fill('2032-02-29')
  await button(dialog, '儲存').click()
  await expect(dialog).toHaveCount(0)

  await openList(page, '訂單')
  await page.waitForLoadState('networkidle')
  await disableCoupon(page.request, token, coupon)
  await removeProduct(page.request, token, product)
  expect(faults).toEqual([])
})
