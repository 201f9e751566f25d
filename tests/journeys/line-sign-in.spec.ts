import { expect, type Page } from '@playwright/test'
import { button } from './support/back-office.ts'
import { createMember, restoreSession } from './support/members.ts'
import { test } from './support/sandbox-test.ts'
import { queryShop } from './support/shop-database.ts'

const login = '/#/main/memberLogin'
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** On the page of LINE. */
async function decide(page: Page, name: string, decision: '同意' | '拒絕' = '同意') {
  await page.getByRole('button', { name: `${name}：${decision}` }).click()
}

async function openPanel(page: Page, heading: string) {
  await page.getByRole('button', { name: heading, exact: true }).click()
}

test('somebody signs up and in by LINE on the way to a page, says no once, and leaves again (LINE-01, LINE-02) @phone', async ({
  page,
}) => {
  await page.goto(`${login}?next=/main/order`)
  await link(page, '使用 LINE 登入').click()
  await decide(page, '陳小姐 🌸', '拒絕')
  await expect(page.getByText('您在 LINE 選擇了不同意，所以沒有登入。')).toBeVisible()
  await link(page, '再用 LINE 登入一次').click()
  await decide(page, '陳小姐 🌸')
  await expect(page.getByText('已用 LINE 建立帳號，歡迎加入')).toBeVisible()
  await expect(page.getByRole('heading', { name: '我的訂單', level: 1 })).toBeVisible()
  // The code is gone from the address, and the session stays.
  await page.reload()
  await expect(page.getByRole('heading', { name: '我的訂單', level: 1 })).toBeVisible()
  expect(page.url()).not.toContain('lineCode')

  await page.goto('/#/main/member')
  await expect(page.getByText('以 LINE 登入，尚未加入電子信箱')).toBeVisible()
  await button(page, '登出').click()
  await link(page, '使用 LINE 登入').click()
  await decide(page, '陳小姐 🌸')
  await expect(page.getByText('登入成功')).toBeVisible()

  // Without a password, LINE shows once more who is here.
  await queryShop(`update refresh_tokens set auth_time = now() - interval '1 hour'`, [])
  await page.evaluate(() => {
    // The token of now is of the sign-in; the page asks for a new one, which tells its age.
    for (const [name, text] of Object.entries(localStorage)) {
      if (!name.startsWith('firebase:authUser')) continue
      const user = JSON.parse(text)
      user.stsTokenManager.expirationTime = 0
      localStorage.setItem(name, JSON.stringify(user))
    }
  })
  await page.reload()
  await openPanel(page, '刪除帳號')
  await page.getByRole('region', { name: '刪除帳號' }).getByRole('link').click()
  await decide(page, '陳小姐 🌸')
  await expect(page.getByText('已用 LINE 確認身分')).toBeVisible()
  await openPanel(page, '刪除帳號')
  await button(page, '確認刪除').click()
  await expect(page.getByText('帳號已刪除，感謝您的支持')).toBeVisible()
})

test('a member ties LINE to the account by the password, and takes it off (LINE-01)', async ({
  page,
}) => {
  const member = await createMember(page.request)
  await queryShop('update members set email_verified = true where uid = $1', [member.uid])
  await restoreSession(page, member)
  await page.goto('/#/main/member')
  await openPanel(page, '登入方式')
  await page.getByLabel('密碼', { exact: true }).fill(member.password)
  await button(page, '連結 LINE').click()
  await decide(page, 'Tony Lin')
  await expect(page.getByText('已連結 LINE 登入')).toBeVisible()
  await openPanel(page, '登入方式')
  await page.getByLabel('密碼', { exact: true }).fill(member.password)
  await button(page, '解除連結').click()
  await expect(page.getByText('已解除 LINE 的連結')).toBeVisible()
  await expect(button(page, '連結 LINE')).toBeVisible()
})
