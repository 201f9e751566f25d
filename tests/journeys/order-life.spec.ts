import { expect, type Page } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { paymentApi } from '#contract/payments.ts'
import { adminRefundApi } from '#contract/refunds.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button } from './support/back-office.ts'
import { createMember, type Member, restoreSession } from './support/members.ts'
import { adminToken, callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

let mug: Product
let admin: string
let member: Member

test.beforeAll(async ({ request }) => {
  mug = await getDemoProduct(request)
  admin = await adminToken(request)
})
test.beforeEach(async ({ page }) => {
  member = await createMember(page.request)
})

const place = (page: Page) => placeOrder(page.request, { product: mug, qty: 2 }, member.token)

async function placePaid(page: Page): Promise<string> {
  const id = await place(page)
  await callShop(page.request, paymentApi.pay, { params: { id } }, member.token)
  return id
}

const ship = (page: Page, id: string, tracking_number: string) =>
  callShop(
    page.request,
    adminOrderLifeApi.ship,
    { params: { id }, data: { carrier: 'tcat', tracking_number } },
    admin,
  )

async function openOrder(page: Page, id: string) {
  await page.goto(`/#/main/order/${id}`)
  await expect(section(page, '訂單紀錄')).toBeVisible()
}
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const steps = (page: Page) => section(page, '訂單紀錄').getByRole('listitem')

async function cancel(page: Page) {
  await button(page, '取消訂單').click()
  await button(page.getByRole('dialog', { name: '取消訂單' }), '確定取消').click()
}

test('a shopper cancels an order, unless it is prepared meanwhile, and reads why the owner did (ORDERLIFE-10, ORDERLIFE-11, ORDERLIFE-12)', async ({
  page,
}) => {
  await test.step('a shopper cancels an order, unpaid or paid', async () => {
    const placed = await place(page)
    const paid = await placePaid(page)
    await restoreSession(page, member)
    await openOrder(page, placed)
    await expectNoAxeViolations(page)
    await cancel(page)
    await expect(page.getByText('訂單已取消', { exact: true })).toBeVisible()
    await expect(steps(page).last()).toContainText('已取消')
    await expect(button(page, '取消訂單')).toHaveCount(0)
    await expect(page.getByRole('link', { name: '付款', exact: true })).toHaveCount(0)

    await openOrder(page, paid)
    await cancel(page)
    await expect(page.getByText('訂單已取消，款項已退還')).toBeVisible()
    await page.goto('/#/main/cart')
    await expect(page.getByText('購物車是空的')).toBeVisible()
  })

  await test.step('an order that is prepared meanwhile is not cancelled', async () => {
    const id = await placePaid(page)
    await openOrder(page, id)
    await expect(button(page, '取消訂單')).toBeVisible()
    await callShop(page.request, adminOrderLifeApi.prepare, { params: { id } }, admin)
    await cancel(page)
    await expect(page.getByText('訂單已進入備貨或出貨，無法自行取消，請與我們聯絡')).toBeVisible()
    await page.reload()
    await expect(steps(page).last()).toContainText('開始備貨')
    await expect(button(page, '取消訂單')).toHaveCount(0)
  })

  await test.step('the shopper reads why the owner cancelled, as text', async () => {
    const id = await place(page)
    const reason = '缺貨 <img src=x onerror="document.title=1"><b>抱歉</b>'
    const input = { params: { id }, data: { reason } }
    await callShop(page.request, adminOrderLifeApi.cancel, input, admin)
    await openOrder(page, id)
    await expect(page.getByText(`取消原因：${reason}`)).toBeVisible()
    await expect(page.getByRole('main').locator('b')).toHaveCount(0)
    await expect(page).toHaveTitle(/訂單進度/)
  })
})

test('the shopper follows parcels, steps, states and a refund (ORDERLIFE-19, ORDERLIFE-23, ORDERLIFE-24, REFUND-14)', async ({
  page,
}) => {
  await test.step('the shopper follows parcels and steps', async () => {
    const id = await placePaid(page)
    const note = { params: { id }, data: { text: '只給同事看' } }
    await callShop(page.request, adminOrderLifeApi.note, note, admin)
    await ship(page, id, 'AB-123')
    await restoreSession(page, member)
    await openOrder(page, id)
    const parcel = section(page, '包裹')
    await expect(parcel).toContainText('黑貓宅急便')
    await expect(parcel).toContainText('AB-123')
    await expect(parcel).toContainText(`${mug.title} × 2`)
    const link = parcel.getByRole('link', { name: '查詢貨態' })
    await expect(link).toHaveAttribute('href', /^https:.*AB-123$/)
    const texts = await steps(page).allInnerTexts()
    expect(texts.map((text) => text.split('\n')[0])).toEqual(['訂單成立', '已付款', '包裹寄出'])
    for (const [index, actor] of ['您', '您', '商店'].entries()) {
      expect(texts[index]).toMatch(new RegExp(`\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d・${actor}`))
    }
    await expect(page.getByText('只給同事看')).toHaveCount(0)
    await expectNoAxeViolations(page)
  })

  await test.step('the own list tells the states and filters by them', async () => {
    member = await createMember(page.request)
    await restoreSession(page, member)
    await place(page)
    await placePaid(page)
    const shipped = await placePaid(page)
    await ship(page, shipped, '1')
    const cancelled = await placePaid(page)
    const input = { params: { id: cancelled }, data: { reason: '缺貨' } }
    await callShop(page.request, adminOrderLifeApi.cancel, input, admin)
    await page.goto('/#/main/order')
    const orders = page.getByRole('button', { name: /訂單編號/ })
    await expect(orders).toHaveCount(4)
    const words = [['已取消'], ['已付款', '已出貨'], ['已付款', '待出貨'], ['未付款']]
    for (const [index, states] of words.entries()) {
      for (const state of states) await expect(orders.nth(index)).toContainText(state)
    }
    await expect(orders.nth(0)).not.toContainText(/已付款|未付款|退款/)
    await expect(orders.nth(3)).not.toContainText('待付款')
    const filters = page.getByRole('tablist', { name: '訂單狀態' })
    for (const [label, state, word] of [
      ['待付款', 'placed', '未付款'],
      ['已取消', 'cancelled', '已取消'],
    ] as const) {
      await filters.getByRole('tab', { name: label }).click()
      await expect(page).toHaveURL(new RegExp(`#/main/order\\?state=${state}$`))
      await expect(orders).toHaveCount(1)
      await expect(orders).toContainText(word)
    }
    await filters.getByRole('tab', { name: '處理中' }).click()
    await expect(orders).toHaveCount(2)
    await page.reload()
    await expect(orders).toHaveCount(2)
    await filters.getByRole('tab', { name: '已完成' }).click()
    await expect(page.getByText('目前沒有已完成的訂單')).toBeVisible()
    await expectNoAxeViolations(page)
  })

  await test.step('the shopper reads how far a refund is', async () => {
    const id = await place(page)
    const paid = { params: { id }, data: { is_paid: true } }
    await callShop(page.request, adminOrderApi.update, paid, admin)
    const made = { params: { id }, data: { amount: 100, reason: '少一件' } }
    const { data } = await callShop(page.request, adminRefundApi.create, made, admin)
    await openOrder(page, id)
    const refunds = section(page, '退款')
    await expect(refunds).toContainText('退款處理中')
    await expect(refunds).not.toContainText('已退款')
    const ticked = {
      params: { id: data.id },
      data: { remitted_on: '2026-11-20', account_last5: '12345' },
    }
    await callShop(page.request, adminRefundApi.complete, ticked, admin)
    await page.reload()
    await expect(refunds).toContainText('已退款 NT$100')
    await expect(refunds).toContainText(/20\d\d\/\d\d\/\d\d/)
    await expect(refunds).not.toContainText('處理中')
  })
})
