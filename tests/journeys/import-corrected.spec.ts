import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { administrator } from './administrator.ts'
import {
  button,
  chooseFromMenu,
  expectLoaded,
  freshWord,
  rows,
  signInToBackOffice,
} from './support/back-office.ts'
import { test } from './support/test.ts'

const count = 2_000
const heading = '編號,標題,分類,單位,原價,售價,啟用'

const faults = [
  { row: 7, wrong: '1.23E+11', right: '900', reason: '售價：「1.23E+11」' },
  { row: 40, wrong: '-5', right: '5', reason: '售價：「-5」' },
  { row: count, wrong: '免費', right: '0', reason: '售價：「免費」' },
]

/** The file of a supplier; the prices of its faulty rows as they came, or corrected. */
function supplierFile(category: string, price: (fault: (typeof faults)[number]) => string) {
  const lines = Array.from({ length: count }, (_, index) => {
    const row = index + 1
    const fault = faults.find((one) => one.row === row)
    return `,進貨 ${row},${category},個,1200,${fault ? price(fault) : 980},是`
  })
  return {
    name: '供應商.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${[heading, ...lines].join('\r\n')}\r\n`),
  }
}

async function findInList(page: Page, title: string) {
  await chooseFromMenu(page, '產品列表')
  await page.getByRole('searchbox', { name: '關鍵字' }).fill(title)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expectLoaded(page)
}

test('2,000 products with errors are imported after a correction, and undone (CSV-07, CSV-12, CSV-13, CSV-19)', {
  tag: '@long',
}, async ({ page }) => {
  const slow = { timeout: 540_000 }
  const category = `進貨${freshWord()}`
  await signInToBackOffice(page, administrator)
  await chooseFromMenu(page, '產品列表')
  await button(page.getByRole('main'), '匯入').click()
  await expect(page.getByRole('heading', { name: '匯入產品', level: 1 })).toBeVisible()

  await page
    .getByLabel('CSV 或 Excel 檔案')
    .setInputFiles(supplierFile(category, ({ wrong }) => wrong))
  await expect(button(page, `新增 ${(count - 3).toLocaleString('en')}`)).toBeVisible(slow)
  await button(page, '錯誤 3').click()
  await expect(page.getByText(/^第 [\d,]+ 列$/)).toHaveCount(3)
  for (const { reason } of faults) await expect(page.getByText(reason)).toBeVisible()
  await expect(button(page, '開始匯入')).toBeDisabled()
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    button(page, '下載錯誤清單').click(),
  ])
  const faulty = (await readFile(await errors.path(), 'utf8')).trim().split('\r\n')
  expect(faulty).toHaveLength(1 + faults.length)
  for (const { row } of faults) expect(faulty.join('\n')).toContain(`進貨 ${row},`)

  await page
    .getByLabel('CSV 或 Excel 檔案')
    .setInputFiles(supplierFile(category, ({ right }) => right))
  await expect(button(page, `新增 ${count.toLocaleString('en')}`)).toBeVisible(slow)
  await expect(button(page, '錯誤 0')).toBeVisible()
  await button(page, '開始匯入').click()
  await expect(page.getByRole('heading', { name: '匯入（產品）', level: 1 })).toBeVisible()
  const whole = count.toLocaleString('en')
  const progress = page.getByRole('main').getByRole('status')
  await expect(progress).toHaveText(`${whole} / ${whole}`, slow)

  await findInList(page, `進貨 ${count}`)
  await expect(rows(page).first()).toContainText(`進貨 ${count}`)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '匯入（產品）', level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: '復原匯入' }).click()
  await expect(progress).toContainText(`已復原 ${count} 筆`, slow)
  await findInList(page, `進貨 ${count}`)
  await expect(page.getByText('查無符合條件的資料')).toBeVisible()
})
