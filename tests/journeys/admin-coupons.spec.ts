import { expect, type Locator, type Page } from '@playwright/test'
import { adminCouponApi, type Coupon, type CouponInput } from '#contract/coupons.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  bulkButton,
  button,
  columnTexts,
  enterBackOffice,
  freshWord,
  header,
  openList,
  rowOf,
  rows,
  table,
  todayInTaipei,
} from './support/back-office.ts'
import { callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

const endOf = (day: string) => Date.parse(`${day}T23:59:59.999+08:00`)

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

const field = (dialog: Locator, label: string) => dialog.getByRole('textbox', { name: label })

/** The newest coupons stand first, so a fresh one is on the first page. */
async function createOne(page: Page, coupon: Partial<CouponInput> = {}): Promise<Coupon> {
  const word = freshWord()
  const data = {
    title: `券 ${word}`,
    code: `c${word}`,
    percent: 85,
    due_date: endOf('2030-05-17'),
    is_enabled: 1 as const,
    ...coupon,
  }
  return (await callShop(page.request, adminCouponApi.create, { data }, token)).coupon
}

async function openNew(page: Page): Promise<Locator> {
  await button(page, '新增優惠券').click()
  return page.getByRole('dialog', { name: '新增優惠券' })
}

async function openEdit(page: Page, coupon: Coupon): Promise<Locator> {
  await button(rowOf(page, coupon.title), '編輯').click()
  return page.getByRole('dialog', { name: `編輯 ${coupon.title}` })
}

const percentOf = (row: Locator, percent: string) =>
  row.getByRole('cell', { name: percent, exact: true })

test('the list tells what each coupon is, lets several be checked, and has pages and an order (ACOUPON-01, ACOUPON-02, ACOUPON-03, ACOUPON-04, ACOUPON-05, ACOUPON-06, ACOUPON-07, ACOUPON-08, HAND-06)', {
  tag: '@long',
}, async ({ page }) => {
  await createOne(page, { percent: 100 })
  await createOne(page, { percent: 1 })
  for (let count = 0; count < 7; count += 1) await createOne(page)
  const second = await createOne(page)
  const expired = await createOne(page, { due_date: endOf('2024-01-31') })
  const coupon = await createOne(page)
  await openList(page, '優惠券')

  await test.step('a row tells what its coupon is', async () => {
    await expect(page.getByRole('heading', { name: '優惠券列表', level: 1 })).toBeVisible()
    const heads = await table(page).getByRole('columnheader').allInnerTexts()
    expect(heads.map((text) => text.trim()).filter(Boolean)).toEqual([
      '名稱',
      '折扣數 (%)',
      '到期日',
      '優惠碼',
      '狀態',
      '操作',
    ])
    const row = rowOf(page, coupon.title)
    for (const text of ['85', '2030/05/17', coupon.code, '啟用']) {
      await expect(row.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(button(row, '編輯')).toBeEnabled()
    await expect(button(row, '刪除')).toBeEnabled()
    await expect(rowOf(page, expired.title).getByText('已過期')).toBeVisible()
    await expect(row.getByText('已過期')).toHaveCount(0)
    await expectNoAxeViolations(page)
  })

  await test.step('the boxes that are checked decide what can be pressed', async () => {
    const bulk = (name: string) => bulkButton(page, name)
    await expect(button(page, '新增優惠券')).toBeVisible()
    await rowOf(page, coupon.title).getByRole('checkbox').check()
    await expect(button(page, '新增優惠券')).toHaveCount(0)
    await expect(bulk('刪除')).toHaveCount(0)
    await rowOf(page, second.title).getByRole('checkbox').check()
    await expect(bulk('刪除')).toBeVisible()
    await expect(button(rowOf(page, coupon.title), '編輯')).toBeDisabled()
    await expect(button(rowOf(page, coupon.title), '刪除')).toBeDisabled()
    await page.getByRole('checkbox', { name: '全選' }).check()
    await expect(rows(page).getByRole('checkbox', { checked: false })).toHaveCount(0)
    await expect(bulk('全部刪除')).toBeVisible()
    await page.getByRole('checkbox', { name: '全選' }).uncheck()
    await expect(button(page, '新增優惠券')).toBeVisible()
  })

  await test.step('the pages are links of the list', async () => {
    const pages = page.getByRole('navigation', { name: '優惠券列表分頁' })
    const next = pages.getByRole('link', { name: /第 2 頁/ })
    await expect(next).toHaveAttribute('href', '#/backend/coupon?page=2')
    await next.click()
    await expect(page).toHaveURL(/#\/backend\/coupon\?page=2$/)
    await expect(rowOf(page, coupon.title)).toHaveCount(0)
  })

  await test.step('a header sorts ascending first, then the other way', async () => {
    const percent = header(page, '折扣數 (%)')
    await percent.getByRole('button').click()
    await expect(percent).toHaveAttribute('aria-sort', 'ascending')
    await expect(percentOf(rows(page).first(), '1')).toBeVisible()
    const ascending = (await columnTexts(page, 1)).map(Number)
    expect(ascending).toEqual([...ascending].sort((one, other) => one - other))
    await percent.getByRole('button').click()
    await expect(percent).toHaveAttribute('aria-sort', 'descending')
    await expect(percentOf(rows(page).first(), '100')).toBeVisible()
    const descending = (await columnTexts(page, 1)).map(Number)
    expect(descending).toEqual([...descending].sort((one, other) => other - one))
    await header(page, '名稱').getByRole('button').click()
    await expect(header(page, '名稱')).toHaveAttribute('aria-sort', 'ascending')
  })
})

function expiry(dialog: Locator): Locator {
  return field(dialog, '到期日')
}

/** Types a day, `2031-01-31`, into the field with the focus; the browser's language orders its parts. */
async function typeDay(page: Page, input: Locator, day: string) {
  const [year = '', month = '', date = ''] = day.split('-')
  await page.keyboard.type(`${year}${month}${date}`)
  if ((await input.inputValue()) === day) return
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type(`${month}${date}${year}`)
  await expect(input).toHaveValue(day)
}

test('a new coupon starts with its defaults, says what it leaves to pay, is refused in words, and is created by keyboard alone (ACOUPON-10, ACOUPON-11, ACOUPON-12, ACOUPON-13, ACOUPON-15, ACOUPON-16, ACOUPON-17, ACOUPON-18, ACOUPON-19, ACOUPON-20, ACOUPON-21, VALID-41, VALID-42, VALID-43, VALID-44, VALID-45, ERROR-10, HAND-05, HAND-06)', {
  tag: '@long',
}, async ({ page }) => {
  const other = await createOne(page)
  const word = freshWord()
  await openList(page, '優惠券')
  const dialog = await openNew(page)
  const percent = field(dialog, '折扣數')

  await test.step('the defaults', async () => {
    for (const label of ['名稱', '折扣數', '優惠碼']) {
      await expect(field(dialog, label)).toHaveAttribute('required', '')
    }
    for (const label of ['名稱', '到期日', '折扣數', '優惠碼']) {
      await expect(dialog.locator('label', { hasText: `${label} *` })).toBeAttached()
    }
    await expect(field(dialog, '名稱')).toHaveValue('')
    await expect(percent).toHaveValue('80')
    await expect(field(dialog, '優惠碼')).toHaveValue('frost')
    await expect(expiry(dialog)).toHaveAttribute('type', 'date')
    await expect(expiry(dialog)).toHaveValue(todayInTaipei().replaceAll('/', '-'))
    await expect(dialog.getByRole('checkbox', { name: '是否啟用' })).not.toBeChecked()
    await expectNoAxeViolations(page)
  })

  await test.step('only 關閉 and the X close the dialog', async () => {
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    await expect(dialog).toBeVisible()
    await button(dialog, '關閉').click()
    await expect(dialog).toHaveCount(0)
    await openNew(page)
    await button(dialog, '關閉視窗').click()
    await expect(dialog).toHaveCount(0)
    await openNew(page)
  })

  await test.step('折扣數 takes digits only, and says what is left to pay', async () => {
    await expect(percent).toHaveAccessibleDescription('顧客付 80 %（8 折）')
    await percent.fill('')
    await percent.pressSequentially('7e5x')
    await expect(percent).toHaveValue('75')
    await expect(percent).toHaveAccessibleDescription('顧客付 75 %（75 折）')
  })

  await test.step('a refusal keeps what was typed and says why', async () => {
    await percent.fill('')
    await field(dialog, '優惠碼').fill(other.code.toUpperCase())
    await button(dialog, '新增').click()
    await expect(field(dialog, '名稱')).toHaveAccessibleDescription('請輸入名稱')
    await expect(percent).toHaveAccessibleDescription('請輸入折扣數')
    await field(dialog, '名稱').fill('重複的優惠碼')
    await percent.fill('180')
    await button(dialog, '新增').click()
    await expect(percent).toHaveAccessibleDescription(/請輸入 1 到 100 的整數/)
    await expect(page.getByRole('alert').filter({ hasText: '有 1 個欄位需要修正' })).toBeVisible()
    await percent.fill('50')
    await button(dialog, '新增').click()
    await expect(page.getByRole('alert').filter({ hasText: '優惠碼已存在' })).toBeVisible()
    await expect(field(dialog, '優惠碼')).toHaveAccessibleDescription('優惠碼已存在')
    await expect(field(dialog, '優惠碼')).toBeFocused()
    await expect(field(dialog, '名稱')).toHaveValue('重複的優惠碼')
    await expect(field(dialog, '優惠碼')).toHaveValue(other.code.toUpperCase())
  })

  await test.step('less than half of the price is asked about', async () => {
    await field(dialog, '優惠碼').fill(`q${word}`)
    await percent.fill('20')
    // The toasts of the refusals lie where the pointer would press.
    await percent.press('Enter')
    const question = page.getByRole('alertdialog', { name: '儲存前請再確認' })
    await expect(question.getByRole('listitem')).toHaveText(['顧客只付 20 %（2 折）'])
    await button(question, '仍要儲存').click()
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, `q${word}`)).toBeVisible()
  })

  await test.step('by keyboard alone, good to the end of the typed day in Taipei', async () => {
    const tabTo = async (goal: Locator) => {
      for (let presses = 0; presses < 30; presses += 1) {
        if (await goal.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      await expect(goal).toBeFocused()
    }
    await tabTo(button(page, '新增優惠券'))
    await page.keyboard.press('Enter')
    await tabTo(field(dialog, '名稱'))
    await page.keyboard.type(`鍵盤 ${word}`)
    await tabTo(expiry(dialog))
    await typeDay(page, expiry(dialog), '2031-01-31')
    await tabTo(field(dialog, '優惠碼'))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(`k${word}`)
    await tabTo(dialog.getByRole('checkbox', { name: '是否啟用' }))
    await page.keyboard.press('Space')
    await tabTo(button(dialog, '新增'))
    const request = page.waitForRequest((one) => one.method() === 'POST')
    await page.keyboard.press('Enter')
    const { data } = (await request).postDataJSON()
    expect(data).toMatchObject({ percent: 80, is_enabled: 1, due_date: endOf('2031-01-31') })
    await expect(page.getByRole('status').filter({ hasText: '已建立優惠券' })).toBeVisible()
    await expect(rowOf(page, `鍵盤 ${word}`)).toContainText('2031/01/31')
    await expect(rowOf(page, `鍵盤 ${word}`).getByText('啟用', { exact: true })).toBeVisible()
    await expect(button(page, '新增優惠券')).toBeFocused()
  })
})

test('an edit starts with the coupon, and its expiry can be typed and emptied (ACOUPON-10, ACOUPON-12, ACOUPON-13, ACOUPON-14, ACOUPON-17, ACOUPON-18)', {
  tag: '@long',
}, async ({ page }) => {
  const coupon = await createOne(page)
  await openList(page, '優惠券')
  await rowOf(page, coupon.title).getByRole('checkbox').check()
  const dialog = await openEdit(page, coupon)

  await test.step('the fields of the coupon, its date included', async () => {
    await expect(field(dialog, '名稱')).toHaveValue(coupon.title)
    await expect(field(dialog, '折扣數')).toHaveValue('85')
    await expect(field(dialog, '優惠碼')).toHaveValue(coupon.code)
    await expect(expiry(dialog)).toHaveValue('2030-05-17')
    await expect(dialog.getByRole('checkbox', { name: '是否啟用' })).toBeChecked()
    await expectNoAxeViolations(page)
  })

  await test.step('a change is saved, the date kept', async () => {
    await field(dialog, '折扣數').fill('60')
    await dialog.getByRole('checkbox', { name: '是否啟用' }).uncheck()
    const request = page.waitForRequest((one) => one.method() === 'PUT')
    await button(dialog, '儲存').click()
    const { data } = (await request).postDataJSON()
    expect(data).toMatchObject({ percent: 60, is_enabled: 0, due_date: coupon.due_date })
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: '已更新優惠券' })).toBeVisible()
    await expect(rowOf(page, coupon.title)).toContainText('未啟用')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  })

  await test.step('the expiry is typed', async () => {
    await openEdit(page, coupon)
    await expiry(dialog).focus()
    await typeDay(page, expiry(dialog), '2032-02-29')
    await button(dialog, '儲存').click()
    await expect(dialog).toHaveCount(0)
    await expect(rowOf(page, coupon.title)).toContainText('2032/02/29')
  })

  await test.step('an empty expiry is asked for', async () => {
    await openEdit(page, coupon)
    await expiry(dialog).fill('')
    await button(dialog, '儲存').click()
    await expect(dialog.getByText('請選擇到期日')).toBeVisible()
    await expect(expiry(dialog)).toBeFocused()
    await expect(dialog).toBeVisible()
  })
})

test('by touch the day of a new coupon is chosen with the field of the device (ACOUPON-12, ACOUPON-13)', {
  tag: '@phone-only',
}, async ({ page }) => {
  const word = freshWord()
  await openList(page, '優惠券')
  const dialog = await openNew(page)
  await field(dialog, '名稱').fill(`新券 ${word}`)
  await field(dialog, '優惠碼').fill(`N${word}`)
  const month = todayInTaipei().slice(0, 7).replace('/', '-')
  await expiry(dialog).fill(`${month}-15`)
  const request = page.waitForRequest((one) => one.method() === 'POST')
  await button(dialog, '新增').click()
  const { data } = (await request).postDataJSON()
  expect(data).toMatchObject({ due_date: endOf(`${month}-15`) })
  await expect(rowOf(page, word)).toContainText(`${month.replace('-', '/')}/15`)
})
