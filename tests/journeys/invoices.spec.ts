import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { adminSettingsApi } from '#contract/admin-settings.ts'
import type { Product } from '#contract/catalog.ts'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice } from './support/back-office.ts'
import { expectLargeTextFits } from './support/large-text.ts'
import { createMember, restoreSession } from './support/members.ts'
import { test } from './support/sandbox-test.ts'
import { addToCart, adminToken, callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'

let mug: Product
test.beforeAll(async ({ request }) => {
  mug = await getDemoProduct(request)
})
test.afterAll(({ request }) => issue(request, 'none'))

async function issue(request: APIRequestContext, mode: 'none' | 'on') {
  const token = await adminToken(request)
  const { settings } = await callShop(request, adminSettingsApi.read, {}, token)
  const { version, values } = settings.invoice
  const data = { version, values: { ...values, mode } }
  await callShop(request, adminSettingsApi.updateInvoice, { data }, token)
}

const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check()

test('the owner issues invoices; a shopper chooses one, finds it on the order, and is offered it again (INV-E-01, INV-E-06) @phone', async ({
  page,
  browser,
  baseURL,
}) => {
  await test.step('one switch in the settings, beside the account', async () => {
    const staff = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
    await enterBackOffice(staff, baseURL)
    await staff.goto('/#/backend/setting/invoice')
    await expect(staff.getByText('帳號由主機的環境變數設定。')).toBeVisible()
    await staff.getByRole('checkbox', { name: '開立電子發票' }).check()
    await expectNoAxeViolations(staff)
    await button(staff.getByRole('form', { name: '開立發票' }), '儲存').click()
    await expect(staff.getByText('已更新設定')).toBeVisible()
    await staff.context().close()
  })

  const member = await createMember(page.request)
  await test.step('the choice comes without moving what is below', async () => {
    await addToCart(page.request, { product: mug, qty: 1 }, member.token)
    await restoreSession(page, member)
    const held = Promise.withResolvers<void>()
    await page.route(/\/invoice-choice-[^/]*\.js$/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/#/main/cart/info')
    const remark = page.getByLabel('備註')
    await expect(remark).toBeVisible()
    const top = async () => (await remark.boundingBox())?.y ?? 0
    const before = await top()
    held.resolve()
    await expect(group(page, '發票')).toBeVisible()
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(4)
  })

  await test.step('each kind can be read and reached', async () => {
    for (const kind of ['個人', '公司', '捐贈']) {
      await choose(page, kind)
      await expectNoAxeViolations(page)
      await expectLargeTextFits(page)
    }
  })

  await test.step('a faulty number is told at its field, and what was put right is ordered', async () => {
    await page.getByLabel('聯絡人').fill('王小明')
    await page.getByLabel('聯絡電話').fill('0912345678')
    await page.getByLabel('地址').fill('臺北市信義區市府路 1 號')
    await page.getByLabel('我同意隱私權政策').check()
    await choose(page, '公司')
    await page.getByLabel('統一編號').fill('04595258')
    await button(page, '送出訂單').click()
    await expect(page.getByText('統一編號的檢查碼不符，請再核對一次')).toBeVisible()
    await expect(page.getByLabel('統一編號')).toBeFocused()
    await page.getByLabel('統一編號').fill('04595257')
    await page.getByLabel('統一編號').blur()
    await expect(page.getByLabel('公司抬頭')).not.toHaveValue('')
    await page.getByLabel('公司抬頭').fill('小農有限公司')
    await page.getByLabel('存入手機條碼').check()
    await page.getByLabel('手機條碼', { exact: true }).fill('abc+123')
    await expect(page.getByLabel('手機條碼', { exact: true })).toHaveValue('/ABC+123')
    await button(page, '送出訂單').click()
    await expect(page).toHaveURL(/#\/main\/cart\/pay\//)
  })

  await test.step('the order tells it, and the next checkout begins with it', async () => {
    await page.goto('/#/main/order')
    await page.getByRole('link', { name: '訂單進度' }).first().click()
    await expect(page.getByText('公司・04595257 小農有限公司・手機條碼 /ABC+123')).toBeVisible()
    await addToCart(page.request, { product: mug, qty: 1 }, member.token)
    // The page knows the cart as the order has left it.
    await page.goto('about:blank')
    await page.goto('/#/main/cart/info')
    await expect(page.getByLabel('公司抬頭')).toHaveValue('小農有限公司')
  })
})

test('an invoice is issued with the parcel, told before a refund, and void afterwards (INV-E-04) @phone', async ({
  page,
  browser,
  baseURL,
}) => {
  await issue(page.request, 'on')
  const member = await createMember(page.request)
  const id = await placeOrder(page.request, { product: mug, qty: 1 }, member.token)
  const token = await adminToken(page.request)
  await callShop(
    page.request,
    adminOrderApi.update,
    { params: { id }, data: { is_paid: true } },
    token,
  )
  const parcel = { carrier: 'own' } as const
  await callShop(page.request, adminOrderLifeApi.ship, { params: { id }, data: parcel }, token)

  const staff = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await enterBackOffice(staff, baseURL)
  const invoices = staff.getByRole('region', { name: '電子發票' })
  await expect(async () => {
    // The page is not loaded again by the address that it has.
    await staff.goto('about:blank')
    await staff.goto(`/#/backend/order/${id}`)
    await expect(invoices.getByText(/^[A-Z]{2}\d{8} 已開立/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectNoAxeViolations(staff)
  const shown = await invoices.getByText(/^[A-Z]{2}\d{8} 已開立/).textContent()
  const number = shown?.slice(0, 10) ?? ''

  await restoreSession(page, member)
  await page.goto(`/#/main/order/${id}`)
  const own = page.getByRole('region', { name: '電子發票' })
  await expect(own.getByText(number)).toBeVisible()
  await expect(own.getByText(/隨機碼 \d{4}/)).toBeVisible()
  await expectNoAxeViolations(page)

  await button(staff, '退款').click()
  const dialog = staff.getByRole('dialog')
  await expect(dialog.getByText(`這會作廢發票 ${number}`)).toBeVisible()
  await dialog.getByLabel('退款原因').fill('缺貨')
  await dialog.getByRole('button', { name: /^退款 NT/ }).click()
  await expect(dialog).toBeHidden()
  await expect(async () => {
    await staff.reload()
    const isVoid = invoices.getByText(new RegExp(`^${number} 已作廢`))
    await expect(isVoid).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await staff.goto('/#/backend/invoice?view=voided')
  await expect(staff.getByText(number).first()).toBeVisible()
  await expectNoAxeViolations(staff)
  await staff.goto('/#/backend/invoice-agreement')
  await expect(staff.getByText('發票淨額').first()).toBeVisible()
  await expectNoAxeViolations(staff)
  await staff.context().close()
})
