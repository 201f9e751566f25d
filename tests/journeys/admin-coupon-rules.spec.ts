import { expect, type Page } from '@playwright/test'
import { adminCouponApi, couponApi } from '#contract/coupons.ts'
import { orderApi } from '#contract/orders.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  button,
  enterBackOffice,
  freshWord,
  header,
  openList,
  rowOf,
} from './support/back-office.ts'
import {
  addToCart,
  callShop,
  createCoupon,
  createProduct,
  getDemoProduct,
  placeOrder,
} from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

const newCoupon = (page: Page) =>
  createCoupon(page.request, token, { code: `rules-${freshWord()}`, percent: 80 })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('the rules of a coupon are edited on the page that its title leads to, and its uses listed there with their orders (COUPONRULE-02, COUPONRULE-11)', {
  tag: '@long',
}, async ({ page }) => {
  const coupon = await newCoupon(page)

  await test.step('the uses, newest first', async () => {
    const params = { id: coupon.id }
    await callShop(
      page.request,
      adminCouponApi.update,
      { params, data: { ...coupon, max_uses: 50 } },
      token,
    )
    const lamp = await createProduct(page.request, token, {
      title: `燈 ${freshWord()}`,
      price: 500,
    })
    const orders: string[] = []
    for (let number = 0; number < 11; number++) {
      await addToCart(page.request, { product: lamp, qty: 1 })
      await callShop(page.request, couponApi.apply, { data: { code: coupon.code } })
      orders.unshift(await placeOrder(page.request, { product: lamp, qty: 1 }))
    }
    await queryShop('update coupon_uses set returned_at = now() where order_id = $1', [
      orders[0] ?? '',
    ])
    await page.goto(`/#/backend/coupon/${coupon.id}`)
    await expect(page.getByText('已使用 10 / 50')).toBeVisible()
    const uses = page
      .getByRole('table', { name: '使用紀錄' })
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
    await expect(uses).toHaveCount(10)
    await expect(uses.first()).toContainText('已歸還')
    await expect(uses.nth(1)).not.toContainText('已歸還')
    const { order } = await callShop(page.request, orderApi.detail, {
      params: { id: orders[1] ?? '' },
    })
    for (const text of [order.number, '訪客', 'NT$200'])
      await expect(uses.nth(1)).toContainText(text)
    expect(order.discount).toBe(200)
    await expectNoAxeViolations(page)
    await page.getByRole('link', { name: /第 2 頁|page 2/ }).click()
    await expect(uses).toHaveCount(1)
  })

  await test.step('the rules', async () => {
    await openList(page, '優惠券')
    await expect(header(page, '名稱')).toBeVisible()
    await rowOf(page, coupon.title).getByRole('link', { name: coupon.title }).click()
    await expect(page).toHaveURL(new RegExp(`#/backend/coupon/${coupon.id}$`))
    await expect(page.getByRole('heading', { name: coupon.title, level: 1 })).toBeVisible()
    const form = page.getByRole('form', { name: '使用條件' })
    await expect(form).toBeVisible()
    await expectNoAxeViolations(page)

    await field(page, '總次數').fill('5')
    await field(page, '每人次數').fill('1')
    await field(page, '最低金額').fill('1000')
    const categories = form.getByRole('combobox', { name: '適用分類' })
    for (const category of ['燈飾擺設', '茶與咖啡']) {
      await categories.fill(category)
      await page.getByRole('option', { name: category }).click()
    }
    await page.keyboard.press('Tab')
    await form.getByRole('checkbox', { name: '限首購' }).check()
    await form.getByRole('checkbox', { name: '可用於團購' }).check()
    await button(page, '儲存').click()
    await expect(page.getByText('已更新優惠券')).toBeVisible()
    const read = () =>
      callShop(page.request, adminCouponApi.detail, { params: { id: coupon.id } }, token)
    expect((await read()).coupon).toEqual({
      ...coupon,
      max_uses: 5,
      max_uses_per_member: 1,
      min_total: 1000,
      first_order_only: 1,
      categories: ['燈飾擺設', '茶與咖啡'],
      allows_group: 1,
    })

    await page.reload()
    await expect(field(page, '總次數')).toHaveValue('5')
    await field(page, '總次數').fill('0')
    await button(page, '儲存').click()
    await expect(page.getByText('總次數請輸入 1 到 1,000,000 的整數')).toBeVisible()
    await field(page, '總次數').fill('')
    await button(page, '儲存').click()
    await expect(page.getByText('已更新優惠券')).toBeVisible()
    expect((await read()).coupon).not.toHaveProperty('max_uses')

    await page.goto(`/#/backend/coupon/new`)
    await expect(page.getByRole('dialog', { name: '新增優惠券' })).toBeVisible()
  })
})

test('the cart tells why its coupon does not apply (COUPONRULE-04)', async ({ page }) => {
  const coupon = await newCoupon(page)
  const mug = await getDemoProduct(page.request)
  const rules = { ...coupon, min_total: mug.price * 2 }
  await callShop(
    page.request,
    adminCouponApi.update,
    { params: { id: coupon.id }, data: rules },
    token,
  )
  await addToCart(page.request, { product: mug, qty: 1 })
  await page.goto('/#/main/cart')
  const reason = `消費滿 NT$${(mug.price * 2).toLocaleString('zh-TW')} 才能使用此優惠券`
  await page.getByLabel('優惠碼').fill(coupon.code)
  await page.getByRole('button', { name: '套用優惠碼' }).click()
  await expect(page.getByText(reason).first()).toBeVisible()
  await page.getByRole('button', { name: '增加數量' }).click()
  await page.getByRole('button', { name: '套用優惠碼' }).click()
  await expect(page.getByText(`已套用優惠券：${coupon.code}`)).toBeVisible()
  await page.getByRole('button', { name: '減少數量' }).click()
  await expect(page.getByRole('button', { name: '填寫資料' })).toBeDisabled()
  await expect(page.getByRole('region', { name: '優惠券' })).toContainText(reason)
  await page.getByRole('button', { name: '移除優惠券' }).click()
  await expect(page.getByRole('button', { name: '填寫資料' })).toBeEnabled()
})
