import { expect, type Page } from '@playwright/test'
import { adminPasswordApi } from '#contract/admin.ts'
import { administrator } from './administrator.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button } from './support/back-office.ts'
import { holdRequests } from './support/held-requests.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { adminResetLinkMailedTo } from './support/mails.ts'
import { callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

const loginAddress = '/#/main/loginBackend'

async function fillIn(page: Page, account: { username: string; password: string }) {
  await page.getByLabel('帳號', { exact: true }).fill(account.username)
  await page.getByLabel('密碼', { exact: true }).fill(account.password)
}

test('the sign-in tells what a forgotten password needs, and what was refused (ADMINLOGIN-01, ADMINLOGIN-02, ADMINLOGIN-03, ADMINLOGIN-04, ADMINLOGIN-05, VALID-32, ERROR-02, ROLE-08, HAND-09)', async ({
  page,
}) => {
  await page.goto(loginAddress)

  await test.step('the form tells nothing of commands', async () => {
    await expect(page.getByRole('heading', { name: '後台登入' })).toBeVisible()
    await expect(page.getByLabel('帳號', { exact: true })).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('密碼', { exact: true })).toHaveAttribute('type', 'password')
    await expect(button(page, '登入')).toHaveAttribute('type', 'submit')
    await expect(page.getByLabel('記住帳號')).toBeChecked()
    await button(page, '忘記密碼').click()
    await expect(page.getByText('請聯絡商店的系統管理人員')).toBeVisible()
    await expectNoAxeViolations(page)
    await expect(page.getByRole('main')).not.toContainText(/npm|指令|主機/)
  })

  await test.step('the browser alone checks the e-mail; an empty form goes to the server', async () => {
    await page.goto(loginAddress)
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/v2/admin/signin')) calls += 1
    })
    const account = page.getByLabel('帳號', { exact: true })
    await account.fill('not an address')
    await button(page, '登入').click()
    expect(await account.evaluate((field: HTMLInputElement) => field.validity.typeMismatch)).toBe(
      true,
    )
    expect(calls).toBe(0)

    await account.fill('')
    const reply = page.waitForResponse('**/v2/admin/signin')
    await button(page, '登入').click()
    expect((await reply).status()).toBe(400)
    await expect(page.getByRole('alert').filter({ hasText: '登入失敗' })).toBeVisible()
    await expect(account).toHaveAccessibleDescription('請填寫帳號')
    await expect(account).toBeFocused()
  })

  await test.step('a refused sign-in shows the message of the server and opens nothing', async () => {
    await fillIn(page, { ...administrator, password: 'wrong' })
    const reply = page.waitForResponse('**/v2/admin/signin')
    await button(page, '登入').click()
    expect((await reply).ok()).toBe(false)
    const refusal = page.getByRole('alert').filter({ hasText: '登入失敗' })
    await expect(refusal.getByRole('paragraph')).toHaveCSS('color', 'rgb(179, 38, 30)')
    await expect(page).toHaveURL(/#\/main\/loginBackend$/)
    await expect(page.getByLabel('密碼', { exact: true })).toHaveValue('wrong')
    await expectNoAxeViolations(page)
  })

  await test.step('a failure while a password is reset is told, and another try taken', async () => {
    await interceptRequests(page, '**/v2/admin/password/code', (route) => route.abort())
    await page.goto('/#/main/resetBackend?code=made-up')
    await expect(page.getByText('網路連線異常')).toBeVisible()
    await page.unroute('**/v2/admin/password/code')
    await button(page, '重試').click()
    await expect(page.getByText('連結已失效，請重新申請')).toBeVisible()

    await interceptRequests(page, '**/v2/admin/password/request', (route) => route.abort())
    await page.goto('/#/main/forgotBackend')
    await page.getByLabel('帳號', { exact: true }).fill('nobody@minmin.example')
    await button(page, '寄送重設密碼信').click()
    await expect(page.getByRole('alert').filter({ hasText: '網路連線異常' })).toBeVisible()
    await page.unroute('**/v2/admin/password/request')
    await button(page, '寄送重設密碼信').click()
    await expect(page.getByText('若此帳號存在，重設信已寄出')).toBeVisible()
  })

  await test.step('no reset is offered by mail where the shop cannot send one', async () => {
    await interceptRequests(page, '/', async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      expect(html).toContain('"canMail":true')
      await route.fulfill({ response, body: html.replace('"canMail":true', '"canMail":false') })
    })
    await page.goto('about:blank')
    await page.goto(loginAddress)
    await button(page, '忘記密碼').click()
    await expect(page.getByText('請聯絡商店的系統管理人員')).toBeVisible()
    await expect(page).toHaveURL(/#\/main\/loginBackend$/)
    await expectNoAxeViolations(page)
    await page.goto('/#/main/forgotBackend')
    await expect(page.getByText('請聯絡商店的系統管理人員')).toBeVisible()
    await expect(button(page, '寄送重設密碼信')).toHaveCount(0)
    await page.getByRole('link', { name: '返回登入' }).click()
    await expect(page.getByRole('heading', { name: '後台登入' })).toBeVisible()
  })
})

test('resets a forgotten password by mail, once, and signs in with the new one (HAND-09)', {
  tag: '@long',
}, async ({ page }) => {
  const { username, password } = administrator
  const newPassword = 'open-sesame-e2e-2'
  await page.goto(loginAddress)
  await page.getByLabel('帳號', { exact: true }).fill(username)
  await page.getByLabel('帳號', { exact: true }).press('Tab')
  await button(page, '忘記密碼').press('Enter')
  await expect(page.getByRole('heading', { name: '忘記後台密碼', level: 1 })).toBeVisible()
  const account = page.getByLabel('帳號', { exact: true })
  await expect(account).toHaveValue(username)
  await expectNoAxeViolations(page)
  await account.fill('not an address')
  await account.press('Enter')
  await expect(account).toHaveAccessibleDescription('Email 格式不正確')
  await account.fill(username)
  await account.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '重設信已寄出' })).toHaveText(
    '若此帳號存在，重設信已寄出，請於一小時內使用',
  )
  await expect(page.getByRole('link', { name: '返回登入' })).toBeFocused()
  await expectNoAxeViolations(page)

  const link = await adminResetLinkMailedTo(username)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: '重設後台密碼', level: 1 })).toBeVisible()
  const field = page.getByLabel('新密碼', { exact: true })
  await field.fill('short')
  await page.getByRole('button', { name: '顯示密碼' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await button(page, '設定新密碼').click()
  await expect(field).toHaveAccessibleDescription('密碼至少 8 個字元')
  await expect(field).toBeFocused()
  await expectNoAxeViolations(page)
  await field.fill(newPassword)
  await field.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '密碼已更新' })).toBeVisible()
  const toLogin = page.getByRole('link', { name: '前往登入' })
  await expect(toLogin).toBeFocused()
  await expectNoAxeViolations(page)
  await toLogin.press('Enter')
  await expect(page.getByLabel('帳號', { exact: true })).toHaveValue(username)
  await page.getByLabel('密碼', { exact: true }).fill(newPassword)
  await button(page, '登入').click()
  await expect(page).toHaveURL(/#\/backend$/)

  await page.goto('/#/main/prods')
  await page.goto(link)
  await expect(page.getByRole('alert').filter({ hasText: '連結已失效' })).toHaveText(
    '連結已失效，請重新申請',
  )
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: '重新申請' }).click()
  await expect(page.getByRole('heading', { name: '忘記後台密碼', level: 1 })).toBeVisible()

  // The other journeys of this shop sign in with the password that it began with.
  await callShop(page.request, adminPasswordApi.requestReset, { data: { username } })
  const code = (await adminResetLinkMailedTo(username, 2)).split('code=')[1] ?? ''
  await callShop(page.request, adminPasswordApi.resetPassword, { data: { code, password } })
})

test('a good sign-in tells so, keeps the token until its time, opens the back office after 1500 ms, and is remembered only as long as it is asked for (F3, ADMINLOGIN-03, ADMINLOGIN-06, ADMINLOGIN-07, ADMINLOGIN-08, SESSION-16, SESSION-17, SESSION-18)', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(loginAddress)

  await test.step('the sign-in', async () => {
    await fillIn(page, administrator)
    const held = await holdRequests(page, 'POST', '**/v2/admin/signin')
    const reply = page.waitForResponse('**/v2/admin/signin')
    await button(page, '登入').click()
    await held.arrived
    // From here on the test moves the clock of the page.
    await page.clock.pauseAt(Date.now() + 60_000)
    held.release()
    const { token, expired } = await (await reply).json()
    const welcome = page.getByRole('status').filter({ hasText: '登入成功' })
    await expect
      .poll(async () => {
        await page.clock.runFor(10)
        return welcome.isVisible()
      })
      .toBe(true)

    const cookie = (await page.context().cookies()).find(({ name }) => name === 'hexToken')
    expect(cookie).toMatchObject({ value: token, sameSite: 'Strict', httpOnly: false })
    expect(cookie?.expires).toBe(Math.floor(expired / 1000))
    expect(await page.evaluate(() => document.cookie)).toContain(`hexToken=${token}`)

    await page.clock.runFor(1400)
    await expect(page).toHaveURL(/#\/main\/loginBackend$/)
    await page.clock.runFor(100)
    await expect(page).toHaveURL(/#\/backend$/)
    await page.clock.resume()
    await expect(page.getByRole('heading', { name: '公告資訊' })).toBeVisible()
  })

  await test.step('with a session the back office is open at once', async () => {
    await page.goto('about:blank')
    await page.goto(loginAddress)
    await expect(page).toHaveURL(/#\/backend$/)
  })

  await test.step('the account is remembered', async () => {
    await button(page, '登出').click()
    await expect(page).toHaveURL(/#\/$/)
    await page.goto(loginAddress)
    await expect(page.getByLabel('帳號', { exact: true })).toHaveValue(administrator.username)
    await expect(page.getByLabel('密碼', { exact: true })).toHaveValue('')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(
      administrator.password,
    )
    await page.getByLabel('密碼', { exact: true }).fill(administrator.password)
    await page.getByLabel('記住帳號').uncheck()
    await button(page, '登入').click()
    await expect(page).toHaveURL(/#\/backend$/)
    await button(page, '登出').click()
    await expect(page).toHaveURL(/#\/$/)
    await page.goto(loginAddress)
    await expect(page.getByLabel('帳號', { exact: true })).toHaveValue('')
  })
})
