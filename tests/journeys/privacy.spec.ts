import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { orderApi } from '#contract/orders.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, freshWord } from './support/back-office.ts'
import { createMember, freshEmail, openAsMember } from './support/members.ts'
import { callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

test('the page shows the policy in force with its day, and any version (PRIVACY-10)', async ({
  page,
}) => {
  await page.goto('/#/main/privacy')
  await expect(page.getByRole('heading', { name: '隱私權政策', level: 1 })).toBeVisible()
  await expect(page.getByText(/版本 1・生效日期 2026\/11\/22/)).toBeVisible()
  await expect(page.getByRole('heading', { name: '不提供資料的影響' })).toBeVisible()
  const stored = page.getByRole('heading', { name: '本網站使用的 Cookie 與瀏覽器儲存空間' })
  await expect(stored).toBeVisible()
  await expect(page.getByText('記得訪客的購物車與訂單')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(width).toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)
  await page.goto('/#/main/privacy?version=99')
  await expect(page.getByText('找不到此版本')).toBeVisible()
})

test('a registration says what it agrees to, and records the version that it showed (PRIVACY-12)', async ({
  page,
}) => {
  await page.goto('/#/main/memberLogin?view=register')
  const panel = page.getByRole('tabpanel', { name: '註冊' })
  await expect(panel.getByRole('checkbox')).toHaveCount(0)
  await expect(panel.getByText('註冊即表示您同意')).toBeVisible()
  await expect(panel.getByRole('link', { name: '隱私權政策' })).toHaveAttribute(
    'href',
    /main\/privacy\?version=1$/,
  )
  const email = freshEmail()
  await panel.getByLabel('電子信箱').fill(email)
  await panel.getByLabel('密碼', { exact: true }).fill('warm-tea-7')
  await panel.getByRole('button', { name: '註冊', exact: true }).click()
  await expect(page.getByText('註冊成功，歡迎加入')).toBeVisible()
  const rows = await queryShop(
    'select version from consents join members on uid = member_id where email = $1',
    [email],
  )
  expect(rows).toEqual([{ version: 1 }])
})

test('a member downloads one file of what is theirs, with the password (PRIVACY-04)', async ({
  page,
}) => {
  const member = await createMember(page.request)
  await openAsMember(page, member)
  const mine = page.getByRole('region', { name: '我的資料' })
  await expect(button(page, '下載我的資料')).toBeDisabled()
  await mine.getByLabel('目前的密碼').fill('wrong-tea-7')
  await button(page, '下載我的資料').click()
  await expect(mine.getByRole('alert')).toBeVisible()
  await expectNoAxeViolations(page)
  await mine.getByLabel('目前的密碼').fill(member.password)
  const saved = page.waitForEvent('download')
  await button(page, '下載我的資料').click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('minmin.json')
  const text = await readFile(await file.path(), 'utf8')
  expect(JSON.parse(text).members).toMatchObject([{ email: member.email }])
  expect(text).not.toMatch(/password_hash|token_hash/)
})

/** The page of a new member's customer, whose only order has ended. */
async function openEndedCustomer(page: Page, token: string) {
  const word = freshWord()
  const member = await createMember(page.request)
  const product = await getDemoProduct(page.request)
  const order = { product, qty: 1, name: `客${word}` }
  const id = await placeOrder(page.request, order, member.token)
  await queryShop(`update orders set order_state = 'completed' where id = $1`, [id])
  const path = `/v2/api/shopping-minmin/admin/customers?q=${encodeURIComponent(`客${word}`)}`
  const reply = await page.request.get(path, { headers: { Authorization: token } })
  const [customer] = (await reply.json()).customers
  await page.goto(`/#/backend/customer/${customer.id}`)
  await expect(page.getByText(`顧客編號 ${customer.id}・會員`)).toBeVisible()
  return { customer, member, id }
}

test('an erasure says what goes and stays, and takes the number typed in (PRIVACY-06, PRIVACY-08)', async ({
  page,
  baseURL,
}) => {
  const token = await enterBackOffice(page, baseURL)
  const { customer, member, id } = await openEndedCustomer(page, token)
  await button(page, '刪除個資').click()
  const dialog = page.getByRole('dialog', { name: '刪除個資' })
  await expect(dialog.getByText('會員帳號（1）')).toBeVisible()
  await expect(dialog.getByText(/訂單、商品與金額（1）：交易紀錄，依法須保存/)).toBeVisible()
  await expect(dialog.getByText('刪除後無法復原。')).toBeVisible()
  await expectNoAxeViolations(page)
  const erase = dialog.getByRole('button', { name: '刪除個資' })
  await dialog.getByLabel('請輸入顧客編號以確認').fill(`${customer.id}1`)
  await expect(erase).toBeDisabled()
  await dialog.getByLabel('請輸入顧客編號以確認').fill(customer.id)
  await erase.click()
  await expect(page.getByText('已刪除個資')).toBeVisible()
  await expect(page).toHaveURL(/backend\/customer$/)
  const { order } = await callShop(
    page.request,
    adminOrderLifeApi.detail,
    { params: { id } },
    token,
  )
  expect(order.user.email).toBe('已去識別化')
  const path = orderApi.list.path.replace('{shop}', '/v2/api/shopping-minmin')
  const gone = await page.request.get(path, { headers: { Authorization: member.token } })
  expect(gone.status()).toBe(401)
})
