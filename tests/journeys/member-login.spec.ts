import { expect, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { pauseClock, runClockUntil, stepMs } from './support/clock.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { linkMailedTo } from './support/mails.ts'
import { createMember, freshEmail } from './support/members.ts'
import { startOver } from './support/start-over.ts'
import { test } from './support/test.ts'

const login = '/#/main/memberLogin'
const weak = '需英文和數字六碼以上，密碼格式有誤'

function panel(page: Page, name: '登入' | '註冊') {
  const tabPanel = page.getByRole('tabpanel', { name })
  return {
    email: tabPanel.getByLabel('電子信箱'),
    password: tabPanel.getByLabel('密碼', { exact: true }),
    submit: tabPanel.getByRole('button', { name, exact: true }),
  }
}

async function openRegister(page: Page) {
  await page.goto(login)
  await page.getByRole('tab', { name: '註冊' }).click()
  return panel(page, '註冊')
}

/** The forgot-password form has no tab around it. */
async function openForgotten(page: Page) {
  await page.goto(login)
  await page.getByRole('link', { name: '忘記密碼' }).click()
  return {
    email: page.getByLabel('電子信箱'),
    submit: page.getByRole('button', { name: '寄送重設密碼信' }),
  }
}

test('the tabs, their forms and the sub-form tell each fault of what is typed (LOGIN-01, LOGIN-02, LOGIN-03, LOGIN-04, VALID-19, VALID-20, VALID-21, VALID-22, VALID-23)', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('accounts:')) sent.push(request.url())
  })
  await page.goto(login)
  await expect(page.getByRole('tab')).toHaveText(['登入', '註冊'])
  for (const name of ['登入', '註冊'] as const) {
    await test.step(name, async () => {
      await page.getByRole('tab', { name }).click()
      const form = panel(page, name)
      await expect(form.email).toBeVisible()
      await expect(form.password).toHaveAttribute('type', 'password')
      await expect(form.submit).toBeEnabled()

      await form.submit.click()
      await expect(form.email).toHaveAccessibleDescription('請輸入 Email')
      await expect(form.password).toHaveAccessibleDescription(/請輸入密碼/)
      await expect(form.email).toBeFocused()
      await expectNoAxeViolations(page)

      await form.email.fill('ming')
      await form.submit.click()
      await expect(form.email).toHaveAccessibleDescription('Email 格式不正確')

      await form.email.fill('ming@example.com')
      for (const password of ['fros1', 'frosty', '123456', 'FROST1']) {
        await form.password.fill(password)
        await form.submit.click()
        await expect(form.password, password).toHaveAccessibleDescription(new RegExp(weak))
      }
      const show = page.getByRole('tabpanel', { name }).getByRole('button', { name: '顯示密碼' })
      await show.click()
      await expect(form.password).toHaveAttribute('type', 'text')
      await show.click()
      await expect(form.password).toHaveAttribute('type', 'password')
    })
  }

  await test.step('忘記密碼', async () => {
    await page.getByRole('tab', { name: '登入' }).click()
    const { email, submit } = await openForgotten(page)
    await submit.click()
    await expect(email).toHaveAccessibleDescription('請輸入 Email')
    await expectNoAxeViolations(page)
    await email.fill('@example.com')
    await submit.click()
    await expect(email).toHaveAccessibleDescription('Email 格式不正確')
  })
  expect(sent, 'faulty input is not sent').toEqual([])
})

test('what the provider refuses is told in the words of its form (ERROR-03, ERROR-04, ERROR-05, ERROR-06, LOGIN-10)', async ({
  page,
}) => {
  const alert = page.getByRole('main').getByRole('alert')
  const { email } = await createMember(page.request)
  await page.goto(login)
  const atLogin = panel(page, '登入')
  await test.step('an e-mail that nobody has, or that is none, at the login', async () => {
    await atLogin.email.fill(freshEmail())
    await atLogin.password.fill('not-mine-1')
    await atLogin.submit.click()
    await expect(alert).toHaveText('登入失敗，信箱或密碼錯誤，請再次確認')
    await atLogin.email.fill('ming@@example.com')
    await atLogin.submit.click()
    await expect(alert).toHaveText('登入失敗，請確認信箱和密碼')
  })

  await test.step('an e-mail that somebody has, or that is none, at the registration', async () => {
    const atRegister = await openRegister(page)
    await atRegister.email.fill('ming@@example.com')
    await atRegister.password.fill('frost1')
    await atRegister.submit.click()
    await expect(alert).toHaveText('請輸入 Email 或確認帳號密碼')
    await atRegister.email.fill(email)
    await atRegister.submit.click()
    await expect(alert).toHaveText('此 Email 已註冊，請更換一個')
  })

  await test.step('the way to a new password keeps where the sign-in leads', async () => {
    await page.goto('/#/main/order/unknown')
    await page.getByRole('main').getByRole('link', { name: '登入', exact: true }).click()
    await expect(page).toHaveURL(/memberLogin\?next=/)
    const signIn = page.url()
    await page.getByRole('link', { name: '忘記密碼' }).click()
    await page.getByRole('link', { name: '返回登入' }).click()
    await expect(page.getByRole('tab', { name: '登入' })).toBeVisible()
    expect(page.url()).toBe(signIn)
  })

  await test.step('a reset for an e-mail that nobody has is answered with the same words', async () => {
    const forgotten = await openForgotten(page)
    await forgotten.email.fill(freshEmail())
    await forgotten.submit.click()
    await expect(page.getByText('已寄出重設密碼信，請至收件匣或垃圾信件匣查看')).toBeVisible()
  })
})

test('ERROR-03 LOGIN-06 a wrong password is refused, the right one goes on after 1.5 s', async ({
  page,
}) => {
  const member = await createMember(page.request)
  await page.clock.install()
  await page.goto(login)
  const form = panel(page, '登入')
  await form.email.fill(member.email)
  await form.password.fill('not-mine-1')
  await form.submit.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    '登入失敗，信箱或密碼錯誤，請再次確認',
  )
  await expectNoAxeViolations(page)

  await form.password.fill(member.password)
  await pauseClock(page)
  await form.submit.click()
  await runClockUntil(page, page.getByText('登入成功'))
  await page.clock.runFor(1500 - 2 * stepMs)
  await expect(page).toHaveURL(/memberLogin$/)
  await page.clock.runFor(2 * stepMs)
  await expect(page).toHaveURL(/#\/main\/member$/)
})

const identityChunk = /\/assets\/identity-[\w-]{8}\.js/

test('a form that was opened before a release signs in after it, and one whose code is gone reloads before anything is typed (LOGIN-06)', async ({
  page,
}) => {
  await test.step('a form that was opened before a release signs in after it', async () => {
    const member = await createMember(page.request)
    const loaded = page.waitForEvent('requestfinished', (request) =>
      identityChunk.test(request.url()),
    )
    await page.goto(login)
    await loaded
    await interceptRequests(page, identityChunk, (route) => route.fulfill({ status: 404 }))
    const form = panel(page, '登入')
    await form.email.fill(member.email)
    await form.password.fill(member.password)
    await form.submit.click()
    await expect(page).toHaveURL(/#\/main\/member$/)
  })

  await test.step('a form whose code is gone reloads before anything is typed, and then asks for it', async () => {
    await startOver(page)
    let refused = 0
    await interceptRequests(page, identityChunk, (route) => {
      refused += 1
      return route.fulfill({ status: 404 })
    })
    await page.goto(login)
    await expect.poll(() => refused).toBe(2)
    const form = panel(page, '登入')
    await form.email.fill('ming@example.com')
    await form.password.fill('frost1')
    await form.submit.click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      '無法載入，請再試一次，或重新整理頁面',
    )
    await expect(form.email).toHaveValue('ming@example.com')
  })
})

test('LOGIN-07 LOGIN-08 LOGIN-09 MEMBER-14 a visitor registers, confirms the address, signs in', async ({
  page,
}) => {
  const email = freshEmail()
  await page.clock.install()
  const form = await openRegister(page)
  await form.email.fill(email)
  await form.password.fill('frost1')
  await pauseClock(page)
  await form.submit.click()
  await runClockUntil(page, page.getByText('註冊成功，歡迎加入'))
  await expect(page.getByText('未驗證')).toBeVisible()
  await expect(page.getByText(`驗證信已寄至 ${email}`)).toBeVisible()
  await page.clock.runFor(3000 - 2 * stepMs)
  await expect(page.getByRole('tab', { name: '註冊' })).toHaveAttribute('aria-selected', 'true')
  await page.clock.runFor(2 * stepMs)
  await expect(page.getByRole('tab', { name: '登入' })).toHaveAttribute('aria-selected', 'true')
  await expect(panel(page, '登入').email).toHaveValue(email)
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContainEqual(
    expect.stringContaining('firebase:authUser'),
  )
  await page.clock.resume()

  const link = await linkMailedTo(email, 'verifyEmail')
  await page.goto(link)
  await expect(page.getByText('電子信箱驗證完成')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: '前往登入' }).click()
  await panel(page, '登入').email.fill(email)
  await panel(page, '登入').password.fill('frost1')
  await panel(page, '登入').submit.click()
  await expect(page).toHaveURL(/#\/main\/member$/)
  await expect(page.getByText('已驗證')).toBeVisible()

  await page.goto(link)
  await page.reload()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    '連結無效或已使用過，請重新申請',
  )
  await page.getByRole('link', { name: '前往會員中心' }).click()
  await expect(page).toHaveURL(/#\/main\/member$/)
})

test('LOGIN-10 LOGIN-11 MEMBER-07 a forgotten password is set anew by the link of a mail', async ({
  page,
}) => {
  const member = await createMember(page.request)
  await page.clock.install()
  const forgotten = await openForgotten(page)
  await page.evaluate(() => Object.assign(window, { isFirstLoad: true }))
  await forgotten.email.fill(member.email)
  await pauseClock(page)
  await forgotten.submit.click()
  await runClockUntil(page, page.getByText('已寄出重設密碼信，請至收件匣或垃圾信件匣查看'))
  await page.clock.runFor(3000 - 2 * stepMs)
  const isFirstLoad = () => page.evaluate(() => 'isFirstLoad' in window)
  expect(await isFirstLoad()).toBe(true)
  const reloaded = page.waitForEvent('load')
  await page.clock.runFor(2 * stepMs)
  await reloaded
  await page.clock.resume()
  await expect(page.getByRole('tab', { name: '登入' })).toBeVisible()
  expect(await isFirstLoad()).toBe(false)

  const link = await linkMailedTo(member.email, 'resetPassword')
  await page.goto(link)
  const password = page.getByLabel('新密碼')
  await expect(page.getByText(member.email)).toBeVisible()
  await password.fill('FROST1')
  await page.getByRole('button', { name: '設定新密碼' }).click()
  await expect(password).toHaveAccessibleDescription(new RegExp(weak))
  await expectNoAxeViolations(page)
  await password.fill('new-frost-2')
  await page.getByRole('button', { name: '設定新密碼' }).click()
  await expect(page.getByText('密碼已更新，請以新密碼登入')).toBeVisible()
  await page.getByRole('link', { name: '前往登入' }).click()
  const form = panel(page, '登入')
  await expect(form.email).toHaveValue(member.email)
  await form.password.fill(member.password)
  await form.submit.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    '登入失敗，信箱或密碼錯誤，請再次確認',
  )
  await form.password.fill('new-frost-2')
  await form.submit.click()
  await expect(page).toHaveURL(/#\/main\/member$/)

  await page.goto(link)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    '連結無效或已使用過，請重新申請',
  )
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: '重新寄送重設密碼信' }).click()
  await expect(page.getByRole('button', { name: '寄送重設密碼信' })).toBeVisible()
})

test('LOGIN-01 LOGIN-05 LOGIN-06 MEMBER-05 MEMBER-11 a member does it all by keyboard, and is led on from the login once signed in', async ({
  page,
}) => {
  const member = await createMember(page.request)
  await page.goto(login)
  const { email, password } = panel(page, '登入')
  await tabTo(page, page.getByRole('tab', { name: '登入' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: '註冊' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await tabTo(page, email)
  await page.keyboard.type(member.email)
  await tabTo(page, password)
  await page.keyboard.type(member.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/main\/member$/)
  await page.goto('/#/')
  for (let load = 0; load < 2; load++) {
    await page.goto(login)
    await expect(page).toHaveURL(/#\/main\/member$/)
    await page.reload()
  }

  await tabTo(page, page.getByRole('button', { name: '編輯個人資料' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByLabel('暱稱'))
  await page.keyboard.type('林小春')
  await page.keyboard.press('Enter')
  await expect(page.getByText('個人資料已更新')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: '登出' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/main\/memberLogin$/)
})

/** Presses the tab key, at most once for each thing on a page, until the goal has the focus. */
async function tabTo(page: Page, goal: ReturnType<Page['getByRole']>): Promise<void> {
  const hasFocus = () => goal.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60 && !(await hasFocus()); presses += 1) {
    await page.keyboard.press('Tab')
  }
  await expect(goal).toBeFocused()
}
