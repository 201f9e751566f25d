import { expect, type Locator, type Page } from '@playwright/test'
import { adminCatalogApi } from '#contract/catalog.ts'
import { adminCouponApi } from '#contract/coupons.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  button,
  createCategory,
  enterBackOffice,
  freshWord,
  openList,
  rowOf,
} from './support/back-office.ts'
import { callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

const field = (dialog: Locator, label: string) => dialog.getByRole('textbox', { name: label })

async function openNewProduct(page: Page): Promise<Locator> {
  await button(page, '新增產品').click()
  return page.getByRole('dialog', { name: '新增產品' })
}

test('puts the focus into the first faulty field of a refused save, and takes a message away once its field is corrected', async ({
  page,
}) => {
  await openList(page, '產品')
  const dialog = await openNewProduct(page)
  await field(dialog, '標題').fill('有名字')
  await button(dialog, '新增').click()
  await expect(field(dialog, '分類')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(dialog, '分類')).toBeFocused()
  await page.keyboard.type('杯')
  await expect(field(dialog, '分類')).toHaveAttribute('aria-invalid', 'false')
  await expect(field(dialog, '單位')).toHaveAttribute('aria-invalid', 'true')
})

test('tells faulty fields in Chinese beside the field, and counts them in the toast (HAND-05)', async ({
  page,
}) => {
  await openList(page, '產品')
  let dialog = await openNewProduct(page)
  await field(dialog, '售價').fill('')
  const reply = page.waitForResponse((one) => one.request().method() === 'POST')
  await button(dialog, '新增').click()
  const messages: string[] = (await (await reply).json()).message
  expect(messages).toContain('title 屬性不得為空')
  await expect(field(dialog, '標題')).toHaveAccessibleDescription('請輸入標題')
  await expect(field(dialog, '分類')).toHaveAccessibleDescription('請輸入分類')
  await expect(field(dialog, '售價')).toHaveAccessibleDescription('請輸入售價')
  await expect(field(dialog, '標題')).toBeFocused()
  await expect(page.getByRole('alert')).toHaveText('有 4 個欄位需要修正')
  await expectNoAxeViolations(page)
  await button(dialog, '關閉').click()
  await button(page.getByRole('alertdialog'), '捨棄變更').click()

  await openList(page, '優惠券')
  await button(page, '新增優惠券').click()
  dialog = page.getByRole('dialog', { name: '新增優惠券' })
  await field(dialog, '名稱').fill('太多')
  await field(dialog, '折扣數').fill('180')
  await button(dialog, '新增').click()
  await expect(field(dialog, '折扣數')).toHaveAccessibleDescription(/請輸入 1 到 100 的整數/)
  await expect(page.getByRole('alert')).toHaveText('有 1 個欄位需要修正')
})

test('asks once about a price above the list price and an unusual category (HAND-06)', async ({
  page,
}) => {
  const { category, search } = await createCategory(page.request, token, [{ title: '舊的' }])
  await openList(page, '產品', search)
  const dialog = await openNewProduct(page)
  await field(dialog, '標題').fill('可疑的')
  await field(dialog, '分類').fill(`${category}別`)
  await field(dialog, '單位').fill('個')
  await field(dialog, '原價').fill('100')
  await field(dialog, '售價').fill('900')
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  await button(dialog, '新增').click()
  const question = page.getByRole('alertdialog', { name: '儲存前請再確認' })
  await expect(question.getByRole('listitem')).toHaveText([
    '售價 NT$900 高於原價 NT$100',
    `目前沒有其他產品使用分類「${category}別」`,
  ])
  await expectNoAxeViolations(page)
  await button(question, '返回修改').click()
  expect(posts).toBe(0)
  await field(dialog, '分類').fill(category)
  await button(dialog, '新增').click()
  await expect(question.getByRole('listitem')).toHaveText(['售價 NT$900 高於原價 NT$100'])
  await button(question, '仍要儲存').click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, '可疑的')).toBeVisible()

  // A confirmed warning is not shown again.
  await button(rowOf(page, '可疑的'), '編輯').click()
  const edit = page.getByRole('dialog', { name: '編輯 可疑的' })
  await field(edit, '標題').fill('仍然可疑')
  await button(edit, '儲存').click()
  await expect(edit).toHaveCount(0)
  await expect(rowOf(page, '仍然可疑')).toBeVisible()
})

test('asks about prices that are still those of an empty form (HAND-06)', async ({ page }) => {
  const { category, search } = await createCategory(page.request, token, [{ title: '舊的' }])
  await openList(page, '產品', search)
  const dialog = await openNewProduct(page)
  await field(dialog, '標題').fill('忘了改價')
  await field(dialog, '分類').fill(category)
  await field(dialog, '單位').fill('個')
  await button(dialog, '新增').click()
  const question = page.getByRole('alertdialog', { name: '儲存前請再確認' })
  await expect(question.getByRole('listitem')).toHaveText([
    '原價仍是預設的 NT$83,000',
    '售價仍是預設的 NT$39,900',
  ])
  await button(question, '仍要儲存').click()
  await expect(rowOf(page, '忘了改價')).toContainText('NT$39,900')
})

test('says what a coupon leaves to pay, and asks about one under 50 (HAND-06)', async ({
  page,
}) => {
  const word = freshWord()
  await openList(page, '優惠券')
  await button(page, '新增優惠券').click()
  const dialog = page.getByRole('dialog', { name: '新增優惠券' })
  await field(dialog, '名稱').fill(`券 ${word}`)
  await field(dialog, '優惠碼').fill(`q${word}`)
  await expect(field(dialog, '折扣數')).toHaveAccessibleDescription('顧客付 80 %（8 折）')
  await field(dialog, '折扣數').fill('75')
  await expect(field(dialog, '折扣數')).toHaveAccessibleDescription('顧客付 75 %（75 折）')
  await field(dialog, '折扣數').fill('20')
  await button(dialog, '新增').click()
  const question = page.getByRole('alertdialog', { name: '儲存前請再確認' })
  await expect(question.getByRole('listitem')).toHaveText(['顧客只付 20 %（2 折）'])
  await button(question, '仍要儲存').click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, word)).toBeVisible()
})

test('marks an expired coupon (HAND-06)', async ({ page }) => {
  const word = freshWord()
  const data = {
    title: `舊券 ${word}`,
    code: `x${word}`,
    percent: 90,
    due_date: Date.parse('2024-01-31T23:59:59.999+08:00'),
    is_enabled: 1 as const,
  }
  await callShop(page.request, adminCouponApi.create, { data }, token)
  await callShop(
    page.request,
    adminCouponApi.create,
    {
      data: {
        ...data,
        title: `新券 ${word}`,
        code: `y${word}`,
        due_date: Date.parse('2040-01-31T23:59:59.999+08:00'),
      },
    },
    token,
  )
  await openList(page, '優惠券')
  await expect(rowOf(page, `舊券 ${word}`).getByText('已過期')).toBeVisible()
  await expect(rowOf(page, `新券 ${word}`).getByText('已過期')).toHaveCount(0)
})

test('opens 複製產品 as a new product filled from an old one (HAND-08)', async ({ page }) => {
  const { search, products } = await createCategory(page.request, token, [
    { title: '原來的', price: 555, origin_price: 666, content: '同樣的內容' },
  ])
  await openList(page, '產品', search)
  await rowOf(page, '原來的').getByRole('checkbox').check()
  await button(page, '複製產品').click()
  const dialog = page.getByRole('dialog', { name: '新增產品' })
  await expect(field(dialog, '標題')).toHaveValue('原來的')
  await expect(field(dialog, '售價')).toHaveValue('555')
  await expect(field(dialog, '內容')).toHaveValue('同樣的內容')
  await field(dialog, '標題').fill('複製的')
  await button(dialog, '新增').click()
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, '複製的')).toContainText('NT$555')
  await expect(rowOf(page, '原來的')).toBeVisible()
  const all = await callShop(page.request, adminCatalogApi.all, {}, token)
  expect(all.products[products[0]?.id ?? '']?.title).toBe('原來的')

  await button(rowOf(page, '原來的'), '編輯').click()
  await button(page.getByRole('dialog'), '複製產品').click()
  await expect(dialog).toBeVisible()
  await expect(field(dialog, '售價')).toHaveValue('555')
})
