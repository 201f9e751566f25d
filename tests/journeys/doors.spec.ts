import { expect, type Page } from '@playwright/test'
import { openCampaign } from './support/campaigns.ts'
import { linkMailedTo, mailsTo } from './support/mails.ts'
import { createMember, freshEmail, restoreSession } from './support/members.ts'
import { adminToken } from './support/shop-api.ts'
import { test } from './support/test.ts'

/** Counts what the shopper presses, and the screens that are seen on the way. */
function counted(page: Page) {
  const hashOf = (address: string) => new URL(address).hash.split('?')[0] ?? ''
  const screens = new Set([hashOf(page.url())])
  let presses = 0
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) screens.add(hashOf(frame.url()))
  })
  return {
    screens,
    presses: () => presses,
    async press(role: 'button' | 'link' | 'tab' | 'checkbox', name: string) {
      presses++
      await page.getByRole(role, { name, exact: true }).filter({ visible: true }).first().click()
    },
  }
}

async function openProduct(page: Page) {
  // Products of other journeys push it off the first page of all.
  await page.goto(`/#/main/prods?category=${encodeURIComponent('茶與咖啡')}`)
  await page.getByRole('link', { name: '燕麥釉手感馬克杯' }).first().click()
  await expect(page.getByRole('heading', { name: '燕麥釉手感馬克杯' })).toBeVisible()
  await expect(page).toHaveURL(/prods\/detail/)
}

async function typeContact(page: Page, email?: string) {
  await page.getByLabel('聯絡人').fill('林小春')
  if (email) await page.getByLabel('電子信箱').fill(email)
  await page.getByLabel('聯絡電話').fill('0912-345-678')
  await page.getByLabel('地址').fill('臺南市中西區民權路二段 1 號')
}

test('a guest buys in five presses and four screens, and has an account by one field (DOOR-01) (DOOR-03) (DOOR-06)', {
  tag: '@phone-only',
}, async ({ page }) => {
  await openProduct(page)
  const { press, presses, screens } = counted(page)
  await press('button', '加入購物車')
  await press('link', '查看購物車')
  await press('link', '以訪客結帳')
  const email = freshEmail()
  await typeContact(page, email)
  await press('checkbox', '我同意隱私權政策')
  await press('button', '送出訂單')
  await expect(page.getByRole('heading', { name: '付款', level: 1 })).toBeVisible()
  expect(presses()).toBe(5)
  expect([...screens]).toHaveLength(4)

  await page.getByRole('button', { name: '付款', exact: true }).click()
  const account = page.getByRole('region', { name: '訂單的帳號' })
  await account.getByLabel('密碼', { exact: true }).fill('warm-tea-7')
  await account.getByRole('button', { name: '建立帳號' }).click()
  await account.getByLabel('六位數驗證碼').fill(await pinMailedTo(email))
  await account.getByRole('button', { name: '完成驗證' }).click()
  await account.getByRole('link', { name: '我的訂單' }).click()
  await expect(page.getByRole('heading', { name: '我的訂單' })).toBeVisible()
  await expect(page.getByText('NT$420').first()).toBeVisible()
})

test('a newcomer who registers on the way buys in seven presses, and in four the next time (DOOR-01) (DOOR-06)', {
  tag: '@phone-only',
}, async ({ page }) => {
  await openProduct(page)
  const { press, presses } = counted(page)
  await press('button', '加入購物車')
  await press('link', '查看購物車')
  await press('button', '填寫資料')
  await press('tab', '註冊')
  const form = page.getByRole('tabpanel', { name: '註冊' })
  await form.getByLabel('電子信箱').fill(freshEmail())
  await form.getByLabel('密碼', { exact: true }).fill('warm-tea-7')
  await press('button', '註冊')
  await expect(page.getByText('註冊成功，歡迎加入')).toBeVisible()
  await typeContact(page)
  await press('checkbox', '我同意隱私權政策')
  await press('button', '送出訂單')
  await expect(page.getByRole('heading', { name: '付款', level: 1 })).toBeVisible()
  expect(presses()).toBe(7)

  await openProduct(page)
  const again = counted(page)
  await again.press('button', '加入購物車')
  await again.press('link', '查看購物車')
  await again.press('button', '填寫資料')
  await again.press('button', '送出訂單')
  await expect(page.getByRole('heading', { name: '付款', level: 1 })).toBeVisible()
  expect(again.presses()).toBe(4)
})

/** The digits of the verification mail, once it is written. */
async function pinMailedTo(email: string): Promise<string> {
  let pin = ''
  await expect
    .poll(async () => {
      const texts = (await mailsTo(email)).map(({ textBody }) => textBody)
      pin = texts.map((text) => /驗證碼：(\d{6})/.exec(text)?.[1]).find(Boolean) ?? ''
      return pin
    })
    .toMatch(/^\d{6}$/)
  return pin
}

test('a newcomer joins a group in six presses and does not leave it, and the next one in two (DOOR-02) (DOOR-06)', {
  tag: '@phone-only',
}, async ({ page }) => {
  const campaign = await openCampaign(page.request, await adminToken(page.request))
  await page.goto(`/#/g/${campaign.code}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const { press, presses, screens } = counted(page)
  const email = freshEmail()
  await press('button', '我要跟團')
  await expect(page.getByText('登入或註冊後繼續跟團，新會員只需要電子信箱和密碼')).toBeVisible()
  await press('tab', '註冊')
  const form = page.getByRole('tabpanel', { name: '註冊' })
  await form.getByLabel('電子信箱').fill(email)
  await form.getByLabel('密碼', { exact: true }).fill('warm-tea-7')
  await press('button', '註冊')
  await expect(page.getByRole('dialog', { name: '我要跟團' })).toBeVisible()
  await typeContact(page)
  await press('checkbox', '我同意隱私權政策')
  await press('button', '確認跟團')
  const proof = page.getByRole('dialog', { name: '名額已保留' })
  await proof.getByLabel('六位數驗證碼').fill(await pinMailedTo(email))
  await press('button', '完成驗證')
  await expect(proof).toBeHidden()
  const place = page.getByRole('region', { name: '我的跟團' })
  await expect(place.getByText('已跟團')).toBeVisible()
  await expect(page.getByText('1 份', { exact: false }).first()).toBeVisible()
  expect(presses()).toBe(6)
  expect([...screens]).toEqual([`#/g/${campaign.code}`, '#/main/memberLogin'])

  const next = await openCampaign(page.request, await adminToken(page.request))
  await page.goto(`/#/g/${next.code}`)
  const again = counted(page)
  await again.press('button', '我要跟團')
  await again.press('button', '確認跟團')
  await expect(place.getByText('已跟團')).toBeVisible()
  expect(again.presses()).toBe(2)
})

test('a mailbox that is proved later by the link keeps the place, and leads back to the group (DOOR-02) (DOOR-05)', {
  tag: '@phone-only',
}, async ({ page, context }) => {
  const campaign = await openCampaign(page.request, await adminToken(page.request))
  const member = await createMember(page.request)
  await restoreSession(page, member)
  await page.goto(`/#/g/${campaign.code}?join=1`)
  await typeContact(page)
  await page.getByLabel('我同意隱私權政策').check()
  await page.getByRole('button', { name: '確認跟團' }).click()
  const link = await linkMailedTo(member.email, 'verifyEmail')
  await page.getByRole('button', { name: '關閉', exact: true }).click()
  const place = page.getByRole('region', { name: '我的跟團' })
  await expect(place.getByText('待驗證')).toBeVisible()

  const mailed = await context.newPage()
  await mailed.goto(link)
  await expect(mailed.getByText('電子信箱驗證完成')).toBeVisible()
  await mailed.getByRole('link', { name: '回到剛才的頁面' }).click()
  await expect(mailed).toHaveURL(new RegExp(`#/g/${campaign.code}$`))
  await expect(mailed.getByText('已跟團')).toBeVisible()
})

test('a reset of the password on the way to a group leads back to its form (DOOR-05) @long', {
  tag: '@phone-only',
}, async ({ page }) => {
  const campaign = await openCampaign(page.request, await adminToken(page.request))
  const member = await createMember(page.request)
  await page.goto(`/#/g/${campaign.code}`)
  await page.getByRole('button', { name: '我要跟團' }).filter({ visible: true }).click()
  await page.getByRole('link', { name: '忘記密碼' }).click()
  await page.getByLabel('電子信箱').fill(member.email)
  await page.getByRole('button', { name: '寄送重設密碼信' }).click()
  const link = await linkMailedTo(member.email, 'resetPassword')
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByLabel('新密碼', { exact: true }).fill('warmer-tea-8')
  await page.getByRole('button', { name: '設定新密碼' }).click()
  await page.getByRole('link', { name: '前往登入' }).click()
  const form = page.getByRole('tabpanel', { name: '登入' })
  await form.getByLabel('密碼', { exact: true }).fill('warmer-tea-8')
  await form.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page.getByRole('dialog', { name: '我要跟團' })).toBeVisible()

  // The used link says so, and still knows the way.
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByText('連結無效或已使用過，請重新申請')).toBeVisible()
  const again = page.getByRole('link', { name: '重新寄送重設密碼信' })
  await expect(again).toHaveAttribute('href', new RegExp(encodeURIComponent(`/g/${campaign.code}`)))
})
