import { expect, type Locator, type Page } from '@playwright/test'
import { cartApi } from '#contract/cart.ts'
import type { Product } from '#contract/catalog.ts'
import { couponApi } from '#contract/coupons.ts'
import { formatMoney } from '#contract/money.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { holdRequests } from './support/held-requests.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { createMember, restoreSession } from './support/members.ts'
import {
  addToCart,
  adminToken,
  createCoupon,
  createProduct,
  disableCoupon,
  endpointPath,
  getDemoProduct,
  listDemoProducts,
  removeProduct,
} from './support/shop-api.ts'
import { startOver } from './support/start-over.ts'
import { test } from './support/test.ts'

let mug: Product
let teapot: Product

test.beforeAll(async ({ request }) => {
  mug = await getDemoProduct(request)
  teapot = await getDemoProduct(request, '泡茶組')
})

async function openCart(page: Page, lines: { product: Product; qty: number }[]) {
  for (const line of lines) await addToCart(page.request, line)
  await page.goto('/#/main/cart')
  await expect(page.getByRole('heading', { name: '購物車', level: 1 })).toBeVisible()
}

function lineOf(page: Page, product: Product): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name: product.title }) })
}

function steps(page: Page): Locator {
  return page.getByRole('navigation', { name: '結帳進度' })
}

function total(page: Page): Locator {
  return page.locator('dl', { hasText: '總計' }).getByRole('definition').last()
}

test('a guest sees lines, amounts and steps, changes quantities, and clears an empty cart (CART-01, CART-02, CART-03, CART-06, CART-07, CART-10, CART-12, CART-15, EASE-01, CART-13, CART-14, VALID-04, VALID-05, VALID-06, CART-16, CART-17, CART-09)', async ({
  page,
}) => {
  await test.step('a guest sees lines, amounts and steps', async () => {
    await openCart(page, [
      { product: mug, qty: 2 },
      { product: teapot, qty: 1 },
    ])
    await expect(lineOf(page, mug).getByLabel('數量')).toHaveValue('2')
    await expect(lineOf(page, teapot).getByLabel('數量')).toHaveValue('1')
    await expect(page.getByRole('term').filter({ hasText: '小計' })).toBeVisible()
    await expect(page.getByText('NT$2,820')).toHaveCount(2)
    await expect(page.getByLabel('優惠碼', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '套用優惠碼' })).toBeVisible()
    await expect(steps(page).getByRole('listitem')).toContainText([
      '購物車結帳',
      '填寫寄送資訊',
      '付款',
    ])
    await expect(steps(page).getByRole('list')).toHaveAttribute('data-step', '0')
    await expect(steps(page).getByRole('listitem').first()).toHaveAttribute('aria-current', 'step')
    await expect(steps(page).getByRole('listitem').first()).toContainText('尚未登入會員')
    await expectNoAxeViolations(page)
  })

  await test.step('one line is removed', async () => {
    await lineOf(page, teapot).getByRole('button', { name: '移除' }).click()
    await expect(lineOf(page, teapot)).toHaveCount(0)
    await expect(lineOf(page, mug)).toHaveCount(1)
    await expect(page.getByText('已刪除')).toBeVisible()
  })

  await test.step('plus and minus apply at once, the line waits while the request runs', async () => {
    const line = lineOf(page, mug)
    const held = await holdRequests(page, 'PUT', '**/cart/*')
    await line.getByRole('button', { name: '增加數量' }).click()
    await held.arrived
    await expect(line.getByRole('button', { name: '增加數量' })).toBeFocused()
    for (const name of ['增加數量', '減少數量', '移除']) {
      await expect(line.getByRole('button', { name })).toBeDisabled()
    }
    await expect(line.getByLabel('數量')).toBeDisabled()
    held.release()
    await expect(page.getByText('已更新購物車')).toBeVisible()
    await expect(total(page)).toHaveText('NT$1,260')
    await expect(line.getByRole('button', { name: '增加數量' })).toBeFocused()
    await line.getByRole('button', { name: '減少數量' }).click()
    await expect(total(page)).toHaveText('NT$840')
    await expect(line.getByLabel('數量')).toHaveValue('2')
  })

  await test.step('keeps the focus through plus, minus, Enter and 更新, by mouse and by keyboard', async () => {
    const line = lineOf(page, mug)
    const field = line.getByLabel('數量')
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const { name, qty } of [
        { name: '增加數量', qty: '3' },
        { name: '減少數量', qty: '2' },
        { name: '減少數量', qty: '1' },
      ]) {
        const button = line.getByRole('button', { name })
        await button.focus()
        const held = await holdRequests(page, 'PUT', '**/cart/*')
        await page.keyboard.press('Enter')
        await held.arrived
        await expect(button).toBeFocused()
        held.release()
        await expect(field).toBeEnabled()
        await expect(field).toHaveValue(qty)
        await expect(button).toBeFocused()
      }
      await field.fill('4')
      await field.press('Enter')
      await expect(total(page)).toHaveText('NT$1,680')
      await expect(field).toBeFocused()
      await field.fill('2')
      await line.getByRole('button', { name: '更新' }).click()
      await expect(total(page)).toHaveText('NT$840')
      await expect(field).toBeFocused()
    }
  })

  await test.step('a typed quantity waits for 更新', async () => {
    const line = lineOf(page, mug)
    const field = line.getByLabel('數量')
    await line.getByRole('button', { name: '減少數量' }).click()
    await expect(total(page)).toHaveText('NT$420')
    await expect(line.getByRole('button', { name: '減少數量' })).toBeDisabled()
    await expect(line.getByRole('button', { name: '更新' })).toHaveCount(0)
    await field.click()
    await field.press('Control+a')
    await field.pressSequentially('1a2.5999')
    await expect(field).toHaveValue('12.5')
    await expect(line.getByRole('button', { name: '增加數量' })).toBeDisabled()
    await expect(line.getByRole('button', { name: '減少數量' })).toBeDisabled()
    await expect(total(page)).toHaveText('NT$420')
    await expectNoAxeViolations(page)
    await line.getByRole('button', { name: '更新' }).click()
    await expect(total(page)).toHaveText('NT$5,040')
    await expect(field).toHaveValue('12')
    await expect(line.getByRole('button', { name: '更新' })).toHaveCount(0)
    await expect(line.getByRole('button', { name: '增加數量' })).toBeEnabled()
  })

  await test.step('all are removed at once', async () => {
    await page.getByRole('button', { name: '清空購物車' }).click()
    await expect(page.getByText('購物車是空的')).toBeVisible()
    await expect(page.locator('main [tabindex="-1"]', { hasText: '購物車是空的' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: '前往選購' })).toBeFocused()
  })

  await test.step('an empty cart says so and leads to the products', async () => {
    await expect(page.getByText('購物車是空的')).toBeVisible()
    await expect(steps(page).getByRole('list')).toHaveAttribute('data-step', '-1')
    await expect(steps(page).locator('[aria-current]')).toHaveCount(0)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: '前往選購' }).click()
    await expect(page).toHaveURL(/#\/main\/prods$/)
  })
})

test('a coupon is refused, applied, brought back with its cart, and taken off when it has ended (CART-02, CART-04, CART-18, CART-19, CART-20, ERROR-09, EASE-10, EASE-02)', async ({
  page,
}) => {
  await test.step('a coupon is refused, then applied', async () => {
    const admin = await adminToken(page.request)
    const { code } = await createCoupon(page.request, admin, {
      code: `half-${Date.now()}`,
      percent: 95,
    })
    const products = await listDemoProducts(page.request)
    const odd = products.find(({ price }) => (price * 95) % 100 === 50) as Product
    const subtotal = `NT$${odd.price.toLocaleString('zh-TW')}`
    const rounded = `NT$${((odd.price * 95 + 50) / 100).toLocaleString('zh-TW')}`
    await openCart(page, [{ product: odd, qty: 1 }])
    const field = page.getByLabel('優惠碼', { exact: true })
    const button = page.getByRole('button', { name: '套用優惠碼' })
    await expect(button).toBeDisabled()
    await field.fill('no-such-code')
    await button.click()
    await expect(page.getByRole('alert')).toContainText('找不到優惠券!')
    await expect(field).toHaveAccessibleDescription('找不到優惠券!')
    await expect(field).toHaveValue('no-such-code')
    await expect(button.locator('svg[data-icon="coupon"]')).toBeVisible()

    await field.fill(code)
    const held = await holdRequests(page, 'POST', '**/coupon')
    await button.click()
    await held.arrived
    await expect(button).toBeDisabled()
    held.release()
    await expect(page.getByText(`已套用優惠券：${code}`)).toBeVisible()
    await expect(page.getByText(`已套用優惠券:${code}`)).toBeVisible()
    await expect(button.locator('svg[data-icon="coupon-applied"]')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: subtotal })).toBeVisible()
    // The exact total ends in a half, which is rounded up.
    await expect(total(page)).toHaveText(rounded)
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: '移除優惠券' }).click()
    await expect(total(page)).toHaveText(subtotal)
  })

  await test.step('brings a cleared cart back, with its coupon', async () => {
    await startOver(page)
    await openCart(page, [
      { product: mug, qty: 2 },
      { product: teapot, qty: 1 },
    ])
    await page.getByLabel('優惠碼', { exact: true }).fill('frost')
    await page.getByRole('button', { name: '套用優惠碼' }).click()
    await expect(page.getByText('已套用優惠券：frost')).toBeVisible()
    const before = (await total(page).textContent()) ?? ''
    await page.getByRole('button', { name: '清空購物車' }).click()
    await expect(page.getByText('購物車是空的')).toBeVisible()
    await page.getByRole('button', { name: '復原' }).click()
    await expect(page.getByText('已復原購物車')).toBeVisible()
    await expect(lineOf(page, mug).getByLabel('數量')).toHaveValue('2')
    await expect(lineOf(page, teapot).getByLabel('數量')).toHaveValue('1')
    await expect(page.getByText('已套用優惠券：frost')).toBeVisible()
    await expect(total(page)).toHaveText(before)
    await page.reload()
    await expect(total(page)).toHaveText(before)
  })

  await test.step('a coupon that ended is told of, and can be taken off', async () => {
    await startOver(page)
    const admin = await adminToken(page.request)
    const coupon = await createCoupon(page.request, admin, {
      code: `gone-${Date.now()}`,
      percent: 90,
    })
    await addToCart(page.request, { product: mug, qty: 1 })
    await page.request.post(endpointPath(couponApi.apply), {
      data: { data: { code: coupon.code } },
    })
    await disableCoupon(page.request, admin, coupon)
    await openCart(page, [])
    await expect(page.getByText(`優惠券「${coupon.code}」已失效`)).toBeVisible()
    await expect(page.getByRole('button', { name: '填寫資料' })).toBeDisabled()
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: '移除優惠券' }).click()
    await expect(page.getByText('已失效')).toHaveCount(0)
    await expect(page.getByRole('button', { name: '填寫資料' })).toBeEnabled()
  })
})

test('a product that is gone is marked, and a cart that cannot be read is asked for again (EASE-20) @long', async ({
  page,
}) => {
  await test.step('a product that is no longer sold is marked and must be removed', async () => {
    const admin = await adminToken(page.request)
    const lamp = await createProduct(page.request, admin, { title: '將下架的燈', price: 100 })
    await addToCart(page.request, { product: lamp, qty: 1 })
    await removeProduct(page.request, admin, lamp)
    await openCart(page, [{ product: mug, qty: 1 }])
    const line = page.getByRole('listitem').filter({ hasText: lamp.title })
    await expect(line.getByText('已下架', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: '填寫資料' })).toBeDisabled()
    await expect(line).toContainText('不計入總計')
    await expect(page.getByText(formatMoney(mug.price + lamp.price))).toHaveCount(0)
    const reason = page.getByText('請先移除已下架的商品')
    await expect(reason).toBeInViewport()
    await expect(page.getByRole('button', { name: '填寫資料' })).toHaveAccessibleDescription(
      '請先移除已下架的商品',
    )
    await expectNoAxeViolations(page)
    await line.getByRole('button', { name: '移除' }).click()
    await expect(page.getByRole('button', { name: '填寫資料' })).toBeEnabled()
  })

  await test.step('a cart that cannot be read offers 重試', async () => {
    await startOver(page)
    await addToCart(page.request, { product: mug, qty: 1 })
    const path = `**${endpointPath(cartApi.read)}`
    await interceptRequests(page, path, (route) =>
      route.fulfill({ status: 400, json: { success: false } }),
    )
    await page.goto('/#/main/cart')
    const retry = page.getByRole('button', { name: '重試' })
    await expect(retry).toBeVisible()
    await expectNoAxeViolations(page)
    await page.unroute(path)
    await retry.click()
    await expect(lineOf(page, mug)).toBeVisible()
  })
})

test('the cart goes with its shopper into the information, and from the screen (CART-08, CART-07, B6)', async ({
  page,
}) => {
  await test.step('填寫資料 asks a guest to sign in, and a member for the information', async () => {
    await openCart(page, [{ product: mug, qty: 1 }])
    await page.getByRole('button', { name: '填寫資料' }).click()
    await expect(page).toHaveURL(/#\/main\/memberLogin$/)

    await restoreSession(page, await createMember(page.request))
    await page.goto('/#/main/cart')
    await expect(lineOf(page, mug).getByLabel('數量')).toHaveValue('1')
    await expect(page.getByText('尚未登入會員')).toHaveCount(0)
    await page.getByRole('button', { name: '填寫資料' }).click()
    await expect(page).toHaveURL(/#\/main\/cart\/info$/)
  })

  await test.step('the cart of a member is gone from the screen with the member', async () => {
    await startOver(page)
    const member = await createMember(page.request)
    await addToCart(page.request, { product: mug, qty: 2 }, member.token)
    await restoreSession(page, member)
    await page.goto('/#/main/cart')
    await expect(lineOf(page, mug).getByLabel('數量')).toHaveValue('2')
    await page.goto('/#/main/member')
    await page.getByRole('button', { name: '登出' }).click()
    await expect(page).toHaveURL(/#\/main\/memberLogin$/)
    await page.goto('/#/main/cart')
    await expect(page.getByText('購物車是空的')).toBeVisible()
    await expect(lineOf(page, mug)).toHaveCount(0)
  })
})
