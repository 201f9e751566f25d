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

test('shoppers read the policy in force, agree to it, and download what is theirs (PRIVACY-04, PRIVACY-10, PRIVACY-12) @long', async ({
  page,
}) => {
  await test.step('the page shows the policy in force with its day, and any version', async () => {
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

  await test.step('a registration says what it agrees to, and records the version that it showed', async () => {
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

  await test.step('a member downloads one file, with the password', async () => {
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
})

/** The page of a new member's customer, whose only order has ended. */
async function openEndedCustomer(page: Page, token: string) {
  const word = freshWord()
  const member = await createMember(page.request)
  const product = await getDemoProduct(page.request)
  const order = { product, qty: 1, name: `客${word}` }
  const id = await placeOrder(page.request, order, member.token)
  await queryShop(`update orders set state = 'completed' where id = $1`, [id])
  const path = `/v2/api/shopping-minmin/admin/customers?q=${encodeURIComponent(`客${word}`)}`
  const reply = await page.request.get(path, { headers: { Authorization: token } })
  const [customer] = (await reply.json()).customers
  await page.goto(`/#/backend/customer/${customer.id}`)
  await expect(page.getByText(`顧客編號 ${customer.id}・會員`)).toBeVisible()
  return { customer, member, id }
}

test('an owner erases a person, and publishes a policy after a preview and a question (PRIVACY-06, PRIVACY-08, PRIVACY-10, PRIVACY-11) @long', async ({
  page,
  baseURL,
}) => {
  await test.step('an erasure says what goes and stays, and takes the number typed in', async () => {
    // An erasure asks for a password that was given within 15 minutes.
    const token = await enterBackOffice(page, baseURL, { isOwnSession: true })
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

  await test.step('a version is published, and everybody sees it', async () => {
    await page.goto('/#/backend/setting/privacy')
    const panel = page.getByRole('region', { name: '隱私權政策與服務條款' })
    const versions = panel.getByRole('list', { name: '各版本' }).getByRole('listitem')
    await expect(versions).toHaveText([/版本 1.*2026\/11\/22 起.*生效中/])
    const publish = button(panel, '發布新版本')
    await expect(publish).toBeDisabled()
    const text = panel.getByRole('textbox', { name: '隱私權政策' })
    await expect(text.getByRole('heading', { name: '蒐集的目的' })).toBeVisible()
    await button(panel, 'HTML').first().click()
    await text.fill('<h2>我們蒐集什麼</h2>\n由{商店名稱}蒐集，保存 {保存年限} 年。')
    // In force tomorrow at the earliest, so that the other journeys agree to the version they know.
    await panel.getByLabel('生效日期').fill('2099-01-02')
    await button(panel, '預覽').first().click()
    const preview = panel.getByRole('region', { name: '預覽' })
    await expect(preview.getByRole('heading', { name: '我們蒐集什麼' })).toBeVisible()
    await expect(preview.getByText('由MinMin 團購蒐集，保存 5 年。')).toBeVisible()
    await expectNoAxeViolations(page)
    await button(panel, '繼續編輯').click()
    await publish.click()
    const question = page.getByRole('alertdialog', { name: '發布新版本' })
    await expect(question).toContainText('發布後不能修改或刪除')
    await expect(question).toContainText('重新看到並同意新版本')
    await button(question, '取消').click()
    await publish.click()
    await button(question, '發布').click()
    await expect(page.getByText('已發布新版本')).toBeVisible()
    await expect(versions).toHaveText([/版本 2.*2099\/01\/02 起.*尚未生效/, /版本 1.*生效中/])
    await expect(publish).toBeDisabled()
    await expectNoAxeViolations(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(width).toBeLessThanOrEqual(0)
    const [entry] = await queryShop(
      `select actor_name, subject_title from audit_entries where action = 'privacy.publish'`,
      [],
    )
    expect(entry).toMatchObject({ subject_title: '隱私權政策 2' })
    await page.goto('/#/main/privacy?version=2')
    await expect(page.getByText('由MinMin 團購蒐集，保存 5 年。')).toBeVisible()
    await page.goto('/#/main/privacy')
    await expect(page.getByText(/版本 1・/)).toBeVisible()
  })
})
