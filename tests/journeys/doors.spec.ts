import { expect, type Page } from '@playwright/test'
import { freshEmail } from './support/members.ts'
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
  await page.goto('/#/main/prods')
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

test('a guest buys in five presses and four screens (DOOR-01)', { tag: '@phone-only' }, async ({
  page,
}) => {
  await openProduct(page)
  const { press, presses, screens } = counted(page)
  await press('button', '加入購物車')
  await press('link', '查看購物車')
  await press('link', '以訪客結帳')
  await typeContact(page, freshEmail())
  await press('checkbox', '我同意隱私權政策')
  await press('button', '送出訂單')
  await expect(page.getByRole('heading', { name: '付款', level: 1 })).toBeVisible()
  expect(presses()).toBe(5)
  expect([...screens]).toHaveLength(4)
})

test('a newcomer who registers on the way buys in seven presses (DOOR-01)', {
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
})
