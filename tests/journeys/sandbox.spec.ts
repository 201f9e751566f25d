import { type Browser, expect, type Page } from '@playwright/test'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import type { Product } from '#contract/catalog.ts'
import { linePaySettingsApi } from '#contract/line-pay-settings.ts'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { channels } from '../../gateway/line/channels.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, rowOf } from './support/back-office.ts'
import { expectLargeTextFits } from './support/large-text.ts'
import { createMember, type Member, restoreSession } from './support/members.ts'
import { collectFaults } from './support/page-faults.ts'
import { test } from './support/sandbox-test.ts'
import { adminToken, callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'

// They share a shop and a gateway: in three workers these would be started three times.
test.describe.configure({ mode: 'default' })

const trial = '測試金流，不會實際扣款'
let mug: Product
let member: Member

test.beforeAll(async ({ request }) => {
  mug = await getDemoProduct(request)
})
test.beforeEach(async ({ page }) => {
  member = await createMember(page.request)
})

/** An order of two mugs at its payment page. */
async function openPayment(page: Page): Promise<string> {
  const id = await placeOrder(page.request, { product: mug, qty: 2 }, member.token)
  await restoreSession(page, member)
  await page.goto(`/#/main/cart/pay/${id}`)
  await expect(page.getByText('尚未付款，請盡快完成付款')).toBeVisible()
  await expect(page.getByText(trial)).toBeVisible()
  return id
}

/** Chooses a method and goes to the gateway. */
async function pay(page: Page, method: string) {
  await page.getByRole('radio', { name: method }).check()
  await button(page, '付款').click()
  await expect(atGateway(page, '等待付款')).toBeVisible()
}

/** The gateway leads to 我的訂單, and the order to its payment. */
async function backToPayment(page: Page) {
  await page.getByRole('link', { name: '返回商店' }).click()
  await page.getByRole('link', { name: '付款', exact: true }).click()
}

const atGateway = (page: Page, heading: string) =>
  page.getByRole('heading', { name: heading, level: 1 })
const payBy = /^請於 \d{4}\/\d\d\/\d\d \d\d:\d\d 前完成付款，逾期訂單將自動取消$/
const failure = (page: Page) => page.getByText('付款未成功，請再試一次或改用其他付款方式')
const confirming = (page: Page) => page.getByText('正在確認付款結果')
const field = (page: Page, name: string) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd').first()

async function expectPaid(page: Page) {
  await expect(page.getByRole('heading', { name: '付款完成', level: 1 })).toBeVisible()
  await expect(page.getByText('已收到這筆訂單的款項')).toBeVisible()
  await expect(page.getByText(trial)).toBeVisible()
  await expect(button(page, '付款')).toHaveCount(0)
}

async function expectReadable(page: Page) {
  await expectNoAxeViolations(page)
  await expectLargeTextFits(page)
}

/** The owner at a window of the same size. */
async function openStaff(page: Page, browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    locale: 'zh-TW',
    viewport: page.viewportSize(),
  })
  const staff = await context.newPage()
  await enterBackOffice(staff, baseURL)
  return staff
}

test('an order is paid by card in this window; a refused card says so, and another try pays (GATEWAY-07, GATEWAY-36, ORDERLIFE-13, GATEWAY-22, ORDERLIFE-05)', async ({
  page,
  browser,
  baseURL,
}) => {
  await test.step('an order is paid by card, in this window and within the policy', async () => {
    const faults = await collectFaults(page)
    const id = await openPayment(page)
    await expect(page.getByText(payBy)).toBeVisible()
    await page.goto(`/#/main/order/${id}`)
    await expect(page.getByText(payBy)).toBeVisible()
    await page.goto(`/#/main/cart/pay/${id}`)
    await expectReadable(page)
    await expect(page.locator('iframe')).toHaveCount(0)
    await pay(page, '信用卡')
    expect(page.context().pages()).toHaveLength(1)
    await button(page, '付款成功').click()
    await expectPaid(page)
    await expectReadable(page)
    expect(faults).toEqual([])
    await page.goto('/#/main/order')
    await expect(page.getByText('已付款').first()).toBeVisible()
    await expect(page.getByText(trial)).toHaveCount(0)
  })

  await test.step('a refused card says so, and another try pays', async () => {
    const id = await openPayment(page)
    await pay(page, '信用卡')
    await button(page, '付款失敗').click()
    await button(page, '返回商店').click()
    await expect(page).toHaveURL(new RegExp(`#/main/cart/pay/${id}$`))
    await expect(failure(page)).toBeVisible()
    await expectReadable(page)
    await pay(page, '信用卡')
    await button(page, '付款成功').click()
    await expectPaid(page)
    const staff = await openStaff(page, browser, baseURL)
    await staff.goto(`/#/backend/order/${id}`)
    const attempts = staff.getByRole('region', { name: '付款紀錄' }).getByRole('listitem')
    await expect(attempts).toHaveCount(2)
    await expect(attempts.nth(0)).toContainText('信用卡・已收款')
    await expect(attempts.nth(1)).toContainText('信用卡・付款失敗')
    await expect(attempts.nth(1)).toContainText('(10100248)')
    await expectNoAxeViolations(staff)

    await staff.goto('/#/backend/order?sort=id&order=desc')
    await button(rowOf(staff, id), '編輯').click()
    const dialog = staff.getByRole('dialog', { name: `編輯 ${id}` })
    await dialog.getByRole('checkbox', { name: '付款狀態' }).uncheck()
    await button(dialog, '儲存').click()
    await expect(staff.getByText('此訂單已透過金流收款，請改用退款').first()).toBeVisible()
    await expect(dialog).toBeVisible()
    await staff.context().close()
  })
})

test('who leaves the gateway reads that it is being confirmed, never a failure (GATEWAY-26)', async ({
  page,
}) => {
  await page.clock.install()
  const id = await openPayment(page)
  await pay(page, '信用卡')
  await button(page, '離開 3-D 驗證').click()
  await page.goto(`/#/main/cart/pay/${id}`)
  await expect(confirming(page)).toBeVisible()
  await expect(button(page, '付款')).toHaveCount(0)
  await expectReadable(page)
  await page.clock.fastForward(31_000)
  await expect(button(page, '付款')).toBeVisible()
  await expect(confirming(page)).toBeVisible()
  await page.clock.fastForward(5 * 60_000)
  await expect(page.getByText('付款結果確認中，您可以離開此頁')).toBeVisible()
  await expect(failure(page)).toHaveCount(0)
  await pay(page, '信用卡')
  await button(page, '付款成功').click()
  await expectPaid(page)
})

test('numbers of an ATM, a store code and barcodes are shown again anywhere, and paid the day after (GATEWAY-23)', {
  tag: '@long',
}, async ({ page, context, browser, running }) => {
  await test.step('a store code is copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await openPayment(page)
    await pay(page, '超商代碼繳費')
    await button(page, '取號').click()
    await backToPayment(page)
    await expect(field(page, '繳費代碼')).toHaveText(/^LLL\d{11}$/)
    await button(page, '複製').click()
    await expect(page.getByText('已複製')).toBeVisible()
    const code = await field(page, '繳費代碼').textContent()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    await expectReadable(page)
  })

  await test.step('store barcodes are drawn', async () => {
    await openPayment(page)
    await pay(page, '超商條碼繳費')
    await button(page, '取號').click()
    await backToPayment(page)
    const barcodes = page.getByRole('region', { name: '付款' }).getByRole('figure')
    await expect(barcodes).toHaveCount(3)
    for (const barcode of await barcodes.all()) {
      await expect(barcode).toHaveText(/^[\dA-Z]{9,16}$/)
      const bars = barcode.locator('svg rect')
      // Five bars a sign, and the two that begin and end.
      expect(await bars.count()).toBe((((await barcode.textContent()) ?? '').length + 2) * 5)
    }
    await expectReadable(page)
  })

  await test.step('an ATM account is shown again anywhere, and paid the day after', async () => {
    await openPayment(page)
    await pay(page, 'ATM 轉帳')
    await button(page, '取號').click()
    const trade = page.url()
    await backToPayment(page)
    await expect(field(page, '銀行代碼')).toHaveText('812 台新銀行')
    await expect(field(page, '繳費帳號')).toHaveText(/^9103522\d{9}$/)
    await expect(field(page, '繳費金額')).toHaveText('NT$840')
    await expect(field(page, '繳費期限')).toHaveText(/^20\d\d\/\d\d\/\d\d 23:59$/)
    await expectReadable(page)
    const account = await field(page, '繳費帳號').textContent()
    await page.reload()
    await expect(field(page, '繳費帳號')).toHaveText(account ?? '')
    const other = await browser.newPage()
    await restoreSession(other, member)
    await other.goto(page.url())
    await expect(field(other, '繳費帳號')).toHaveText(account ?? '')
    await other.close()
    const clock = await page.request.post(`${running.address}/clock`, {
      data: { minutes: 24 * 60 },
    })
    expect(clock.ok()).toBe(true)
    const shop = page.url()
    await page.goto(trade)
    await button(page, '繳費').click()
    await expect(atGateway(page, '付款完成')).toBeVisible()
    await page.goto(shop)
    await expectPaid(page)
  })
})

test('a transfer shows the account of the shop, and is paid when the owner says so (GATEWAY-05, ORDERLIFE-16)', async ({
  page,
}) => {
  const admin = await adminToken(page.request)
  const { settings } = await callShop(page.request, adminSettingsApi.read, {}, admin)
  const { version, values } = settings.payment
  const account = '808 玉山銀行 信義分行\n0123-456-789012\n戶名：小農有限公司'
  const data = { version, values: { ...values, account } }
  await callShop(page.request, adminSettingsApi.updatePayment, { data }, admin)
  const id = await openPayment(page)
  await page.getByRole('radio', { name: '銀行轉帳' }).check()
  await button(page, '付款').click()
  await expect(field(page, '匯款帳號')).toHaveText(account, { useInnerText: true })
  await expect(field(page, '繳費金額')).toHaveText('NT$840')
  await expect(button(page, '付款')).toHaveCount(0)
  await expectReadable(page)
  await page.goto(`/#/main/order/${id}`)
  await expect(page.getByText(/請於 20.* 前完成付款，逾期訂單將自動取消/)).toBeVisible()
  const paid = { params: { id }, data: { is_paid: true } }
  await callShop(page.request, adminOrderApi.update, paid, admin)
  await page.goto(`/#/main/cart/pay/${id}`)
  await page.reload()
  await expectPaid(page)
})

test('LINE Pay takes a payment beside the other methods, once the owner has switched it on (LINE-06)', async ({
  page,
}) => {
  const admin = await adminToken(page.request)
  const { id: channel_id, secret: channel_secret } = channels.pay
  async function change(isOn: boolean) {
    const { line_pay } = await callShop(page.request, linePaySettingsApi.read, {}, admin)
    const values = { is_on: isOn, is_trial: true, channel_id, captures_automatically: true }
    const data = { version: line_pay.version, values, channel_secret }
    await callShop(page.request, linePaySettingsApi.update, { data }, admin)
  }
  await change(true)
  await openPayment(page)
  await pay(page, 'LINE Pay')
  await button(page, '取消').click()
  await expect(failure(page)).toBeVisible()
  await pay(page, 'LINE Pay')
  await button(page, '同意付款').click()
  await expectPaid(page)
  await expectReadable(page)
  await change(false)
})

// Another application than LINE shows one other link, which the form to join has, too.
test.describe('inside LINE', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari Line/14.16.0',
    viewport: { width: 390, height: 844 },
  })

  test('the payment page leads outside, where the shopper signs in and is back (GATEWAY-33, GATEWAY-34)', async ({
    page,
    browser,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const id = await openPayment(page)
    const text = page.getByText('請改用外部瀏覽器完成付款')
    await expect(text).toBeVisible()
    await expectReadable(page)
    const address = `${new URL(page.url()).origin}/?openExternalBrowser=1#/main/cart/pay/${id}`
    await button(page, '複製付款頁網址').click()
    await expect(page.getByText('已複製')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
    const link = page.getByRole('link', { name: '以外部瀏覽器開啟' })
    await expect(link).toHaveAttribute('href', address)

    const outside = await browser.newPage({ userAgent: 'Mozilla/5.0 Chrome/140.0.0.0' })
    await outside.goto(address)
    await outside.getByRole('link', { name: '登入', exact: true }).click()
    const form = outside.getByRole('tabpanel', { name: '登入' })
    await form.getByLabel('電子信箱').fill(member.email)
    await form.getByLabel('密碼', { exact: true }).fill(member.password)
    await form.getByRole('button', { name: '登入', exact: true }).click()
    await expect(outside.getByText('尚未付款，請盡快完成付款')).toBeVisible()
    expect(outside.url()).toBe(address.replace('?openExternalBrowser=1', ''))
    await expect(outside.getByText('請改用外部瀏覽器完成付款')).toHaveCount(0)
    await outside.close()

    await pay(page, '信用卡')
  })
})

test('a paid order is shipped in two parcels and delivered (ORDERLIFE-20, ORDERLIFE-21)', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  const id = await openPayment(page)
  await pay(page, '信用卡')
  await button(page, '付款成功').click()
  await expectPaid(page)
  await page.goto(`/#/main/order/${id}`)

  const staff = await openStaff(page, browser, baseURL)
  await staff.goto(`/#/backend/order/${id}`)
  await button(staff, '開始備貨').click()
  await expect(staff.getByText('備貨中').first()).toBeVisible()
  const admin = await adminToken(page.request)
  const { order } = await callShop(
    page.request,
    adminOrderLifeApi.detail,
    { params: { id } },
    admin,
  )
  const [line_id = ''] = Object.keys(order.products)
  await callShop(
    page.request,
    adminOrderLifeApi.ship,
    {
      params: { id },
      data: { carrier: 'tcat', tracking_number: 'A-1', lines: [{ line_id, qty: 1 }] },
    },
    admin,
  )
  await page.reload()
  const parcels = page.getByRole('region', { name: '包裹', exact: true })
  await expect(parcels).toContainText(`${mug.title} × 1`)
  await expect(page.getByText('部分出貨')).toBeVisible()
  await callShop(
    page.request,
    adminOrderLifeApi.ship,
    { params: { id }, data: { carrier: 'post', tracking_number: 'B-2' } },
    admin,
  )
  await staff.reload()
  for (const count of [2, 1]) {
    const deliver = button(staff, '標記已送達')
    await expect(deliver).toHaveCount(count)
    await deliver.first().click()
  }
  await expect(button(staff, '標記已送達')).toHaveCount(0)
  await expectNoAxeViolations(staff)
  await staff.context().close()
  await page.reload()
  await expect(page.getByText('已送達').first()).toBeVisible()
  await expectReadable(page)
})

test('what an ATM paid for a cancelled order goes back by hand (ORDERLIFE-10, REFUND-06, REFUND-09, GATEWAY-29)', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  const id = await openPayment(page)
  await pay(page, 'ATM 轉帳')
  await button(page, '取號').click()
  await button(page, '繳費').click()
  await page.goto(`/#/main/order/${id}`)
  await button(page, '取消訂單').click()
  await button(page.getByRole('dialog', { name: '取消訂單' }), '確定取消').click()
  await expect(page.getByText('訂單已取消，退款處理中').last()).toBeVisible()
  for (const screen of [`order/${id}`, `cart/pay/${id}`]) {
    await page.goto(`/#/main/${screen}`)
    await page.reload()
    await expect(page.getByText('訂單已取消，退款處理中')).toBeVisible()
  }
  await page.goto(`/#/main/order/${id}`)
  await page.getByLabel('銀行代碼').fill('12')
  await button(page, '儲存退款帳戶').click()
  await expect(page.getByText('請輸入 3 位數的銀行代碼')).toBeVisible()
  await page.getByLabel('銀行代碼').fill('812')
  await page.getByLabel('帳號').fill('123456789012')
  await page.getByLabel('戶名').fill('王小明')
  await button(page, '儲存退款帳戶').click()
  await expect(button(page, '儲存退款帳戶')).toHaveCount(0)
  const staff = await openStaff(page, browser, baseURL)
  await staff.goto(`/#/backend/order/${id}`)
  await expect(staff.getByText('人工退款').first()).toBeVisible()
  await expect(staff.getByText('退款帳戶：（812）123456789012')).toBeVisible()
  await staff.goto('/#/backend/refund')
  await expect(staff.getByRole('heading', { name: '退款', level: 1 })).toBeVisible()
  await staff.context().close()
  await expectReadable(page)
})

test('after Back from the gateway the shopper can pay again (GATEWAY-07, GATEWAY-26)', async ({
  playwright,
  baseURL,
}, { project }) => {
  // Playwright switches it off; with it, Back shows the page as it was left, its scripts still running.
  const browser = await playwright.chromium.launch({
    ...project.use.launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  try {
    const page = await browser.newPage({ baseURL: baseURL ?? '', locale: 'zh-TW' })
    await page.clock.install()
    await openPayment(page)
    await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
    await button(page, '付款').click()
    await expect(atGateway(page, '等待付款')).toBeVisible()
    await page.goBack({ waitUntil: 'commit' })
    // The headless shell keeps no pages: there, Back loads the page again.
    const { executablePath = 'headless' } = project.use.launchOptions ?? {}
    if (!executablePath.includes('headless')) {
      await expect(page.locator('body')).toHaveAttribute('data-same-page')
    }
    await expect(confirming(page)).toBeVisible()
    await page.clock.fastForward(31_000)
    await button(page, '付款').click()
    await expect(atGateway(page, '等待付款')).toBeVisible()
  } finally {
    await browser.close()
  }
})
