import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { adminOrderApi } from '#contract/orders.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, freshWord } from './support/back-office.ts'
import { callShop, getDemoProduct, newAdminToken, placeOrder } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { createStaff, enterAs } from './support/staff.ts'
import { test } from './support/test.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: '後台選單' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('a role sees its lists and may do what is its own, and a refused call does not end the session (STAFF-04, STAFF-06, STAFF-17)', async ({
  page,
  baseURL,
}) => {
  await test.step('a viewer sees the lists of the role, and no action of others', async () => {
    await enterAs(page, await createStaff(page.request, 'viewer'), baseURL)
    await page.goto('/#/backend/product')
    await expect(heading(page, '產品列表')).toBeVisible()
    const refused = page.getByRole('main').getByRole('button', { name: '新增產品' })
    await expect(refused).toBeDisabled()
    await expect(button(page, '編輯').first()).toBeDisabled()
    await button(page, '編輯').first().focus()
    await expect(page.getByRole('tooltip', { name: '無此權限' })).toBeVisible()
    expect(await menu(page).getByRole('link').allTextContents()).toEqual([
      '今日總覽',
      '訂單列表',
      '超商寄件',
      '退貨',
      '退款',
      '產品列表',
      '商品分類',
      '庫存',
      '優惠券列表',
      '團購列表',
      '公告管理',
      '頁面',
      '搜尋紀錄',
      '我的帳號',
      '執行紀錄',
      '垃圾桶',
    ])
  })

  await test.step('the page of an order offers what the role may do', async () => {
    const product = await getDemoProduct(page.request)
    const id = await placeOrder(page.request, { product, qty: 1 })
    const paid = { params: { id }, data: { is_paid: true } }
    await callShop(page.request, adminOrderApi.update, paid, await newAdminToken(page.request))
    const offered = async (role: 'viewer' | 'manager') => {
      await enterAs(page, await createStaff(page.request, role), baseURL)
      await page.goto(`/#/backend/order/${id}`)
      await page.reload()
      await expect(button(page, '新增包裹')).toBeVisible()
      const names = ['取消訂單', '開始備貨', '新增包裹', '退款', '重新寄送 付款完成']
      const isEnabled = (name: string) => button(page, name).isEnabled()
      return (await Promise.all(names.map(isEnabled))).flatMap((is, n) => (is ? names[n] : []))
    }
    expect(await offered('viewer')).toEqual([])
    expect(await offered('manager')).toEqual(['開始備貨', '新增包裹', '重新寄送 付款完成'])
  })

  await test.step('a refused call says so, and the session goes on', async () => {
    await enterAs(page, await createStaff(page.request, 'packer'), baseURL)
    await page.goto('/#/backend/audit')
    await page.reload()
    await expect(heading(page, '操作紀錄')).toBeVisible()
    await expect(page.getByText('無此權限')).toBeVisible()
    await page.goto('/#/backend/stock')
    await expect(button(page, '調整').first()).toBeVisible()
  })
})

test('an invitation is made, stands in the audit, is accepted once and leads to the sign-in (STAFF-10, STAFF-11, AUDIT-09)', {
  tag: '@long',
}, async ({ page, baseURL }) => {
  await enterBackOffice(page, baseURL, { isOwnSession: true })
  await page.goto('/#/backend/staff')
  const email = `${freshWord()}@example.com`
  let link = ''

  await test.step('it is made', async () => {
    await button(page, '邀請成員').click()
    const dialog = page.getByRole('dialog', { name: '邀請成員' })
    await dialog.getByLabel('電子信箱').fill(email)
    await dialog.getByLabel('角色').selectOption({ label: '會計' })
    await expectNoAxeViolations(page)
    await button(dialog, '寄出邀請').click()
    await expect(button(page, '複製邀請連結')).toBeVisible()
    link = (await page.getByRole('alert').locator('code').textContent()) ?? ''
    await expect(page.getByText(`${email}（會計）`)).toBeVisible()
    await page.reload()
    await expect(page.getByText(`${email}（會計）`)).toBeVisible()
    await expect(button(page, '複製邀請連結')).toBeHidden()
  })

  await test.step('the audit is filtered by the address, newest first, and shows what changed', async () => {
    await page.goto('/#/backend/audit')
    await page.getByLabel('動作').selectOption({ label: '邀請成員' })
    await expect(page).toHaveURL(/action=staff\.invite/)
    await page.reload()
    await expect(page.getByLabel('動作')).toHaveValue('staff.invite')
    await expectNoAxeViolations(page)
    await button(page, '檢視').first().click()
    const dialog = page.getByRole('dialog', { name: '邀請成員' })
    await expect(dialog.getByText('accountant')).toBeVisible()
    await button(dialog, '關閉').click()
    const accounts = page.getByRole('combobox', { name: '成員' })
    await accounts.selectOption({ label: '系統管理指令' })
    await expect(page).toHaveURL(/actor=command/)
    await page.getByRole('combobox', { name: '類型' }).selectOption({ label: '邀請' })
    await expect(page).toHaveURL(/actor=command&kind=invitation/)
    await expect(page.getByText('查無符合條件的資料')).toBeVisible()
    await accounts.selectOption(await accounts.locator('option').nth(1).getAttribute('value'))
    await expect(page).toHaveURL(/actor=(?!command)/)
    await expect(button(page, '檢視').first()).toBeVisible()
    await page.getByLabel('對象').fill('沒有這個')
    await button(page, '搜尋').click()
    await expect(page.getByText('查無符合條件的資料')).toBeVisible()
  })

  await test.step('it is accepted once', async () => {
    const hash = new URL(link).hash
    const join = async () => {
      await page.goto(`/${hash}`)
      await page.getByLabel('姓名').fill('林會計')
      await page.getByLabel('密碼', { exact: true }).fill('long-enough')
      await button(page, '建立帳號').click()
    }
    await page.context().clearCookies()
    await page.goto(`/${hash}`)
    await expectNoAxeViolations(page)
    await join()
    await page.getByRole('link', { name: '前往登入' }).click()
    await expect(heading(page, '後台登入')).toBeVisible()
    await join()
    await expect(page.getByText('邀請已失效，請聯絡店主重新寄送')).toBeVisible()
  })
})

/** Of one account: other journeys go on with theirs. */
const ageProof = (username: string) =>
  queryShop(
    `update admin_sessions set confirmed_at = now() - interval '1 hour'
     where uid = (select uid from administrators where username = $1)`,
    [username],
  )

test('a role is changed after the password was proved again, and the call repeated (STAFF-16)', async ({
  page,
  baseURL,
}) => {
  const { username } = await createStaff(page.request, 'packer')
  // Wrong passwords of other journeys count against the owner that they share.
  const owner = await createStaff(page.request, 'owner')
  await enterAs(page, owner, baseURL)
  await ageProof(owner.username)
  await page.goto('/#/backend/staff')
  const row = page.getByRole('main').locator('tr, li').filter({ hasText: username })
  await button(row, '編輯').click()
  const dialog = page.getByRole('dialog', { name: /編輯成員/ })
  await dialog.getByLabel('角色').selectOption({ label: '店長' })
  await button(dialog, '儲存').click()
  const question = page.getByRole('dialog', { name: '請再次確認身分' })
  await question.getByLabel('密碼').fill('wrong')
  await button(question, '確認').click()
  await expect(question.getByText('登入失敗')).toBeVisible()
  await question.getByLabel('密碼').fill(owner.password)
  await button(question, '確認').click()
  await expect(page.getByText('已更新成員')).toBeVisible()
  await expect(row.getByText('店長')).toBeVisible()
})

test('the account lists its sessions and ends them, and has a second factor that is asked for at the sign-in (STAFF-15, TOTP-01, TOTP-05)', {
  tag: '@long',
}, async ({ page, baseURL, browser }) => {
  const person = await createStaff(page.request, 'packer')
  await enterAs(page, person, baseURL)

  await test.step('the sessions', async () => {
    const phone = await browser.newContext({ ...(baseURL && { baseURL }) })
    const other = await phone.newPage()
    await other.goto('/#/main/loginBackend')
    await other.getByLabel('帳號', { exact: true }).fill(person.username)
    await other.getByLabel('密碼', { exact: true }).fill(person.password)
    await button(other, '登入').click()
    await expect(other).toHaveURL(/#\/backend$/)

    await page.goto('/#/backend/account')
    const sessions = page.getByRole('region', { name: '登入中的裝置' })
    await expect(sessions.getByRole('listitem')).toHaveCount(2)
    await expect(sessions.getByText('目前的裝置')).toHaveCount(1)
    await expectNoAxeViolations(page)
    await button(sessions, '登出其他裝置').click()
    await expect(sessions.getByRole('listitem')).toHaveCount(1)
    await other.goto('/#/backend/account')
    await expect(other.getByRole('dialog', { name: '請重新登入' })).toBeVisible()
    await phone.close()
  })

  await test.step('the second factor is turned on, asked for, and turned off', async () => {
    await ageProof(person.username)
    await button(page, '啟用兩步驟驗證').click()
    const question = page.getByRole('dialog', { name: '請再次確認身分' })
    await question.getByLabel('密碼').fill(person.password)
    await button(question, '確認').click()
    const dialog = page.getByRole('dialog', { name: '啟用兩步驟驗證' })
    await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
    const key = (await dialog.getByLabel('金鑰').textContent()) ?? ''
    const totp = new TOTP({ secret: key.replaceAll(' ', '') })
    // The current code and the next one: an earlier code can expire before the server checks it.
    const code = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })
    await dialog.getByLabel('驗證碼').fill('000000')
    await button(dialog, '啟用').click()
    await expect(dialog.getByText('驗證碼錯誤')).toBeVisible()
    await dialog.getByLabel('驗證碼').fill(code(0))
    await button(dialog, '啟用').click()
    await expect(dialog.getByRole('list', { name: '備援碼' }).getByRole('listitem')).toHaveCount(10)
    const [recovery = ''] = await dialog
      .getByRole('list', { name: '備援碼' })
      .getByRole('listitem')
      .allTextContents()
    await button(dialog, '我已保存').click()
    await expect(page.getByText('備援碼剩餘 10 組')).toBeVisible()

    await button(page, '登出').click()
    await expect(page).toHaveURL(/#\/$/)
    await page.goto('/#/main/loginBackend')
    await page.getByLabel('帳號', { exact: true }).fill(person.username)
    await page.getByLabel('密碼', { exact: true }).fill(person.password)
    await expect(page.getByLabel('驗證碼')).toBeHidden()
    await button(page, '登入').click()
    await expect(page.getByLabel('驗證碼')).toBeFocused()
    await page.getByLabel('驗證碼').fill(code(1))
    await button(page, '登入').click()
    await expect(page).toHaveURL(/#\/backend$/)

    await page.goto('/#/backend/account')
    await button(page, '停用兩步驟驗證').click()
    const off = page.getByRole('dialog', { name: '停用兩步驟驗證' })
    await off.getByLabel('密碼').fill(person.password)
    await off.getByLabel('驗證碼').fill(recovery)
    await button(off, '停用兩步驟驗證').click()
    await expect(page.getByText('已停用兩步驟驗證')).toBeVisible()
    await expect(button(page, '啟用兩步驟驗證')).toBeVisible()
    await expect(off).toHaveCount(0)
    const sessions = page.getByRole('region', { name: '登入中的裝置' })
    await button(sessions, '登出此裝置').click()
    await expect(page).toHaveURL(/#\/$/)
  })
})
