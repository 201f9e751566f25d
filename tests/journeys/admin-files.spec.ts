import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  bulkButton,
  button,
  createCategory,
  enterBackOffice,
  openList,
  rowOf,
} from './support/back-office.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

const heading = '編號,標題,分類,單位,原價,售價,啟用,顏色'
const file = (lines: string[]) => ({
  name: '新品.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`\uFEFF${[heading, ...lines].join('\r\n')}\r\n`),
})

async function choose(page: Page, lines: string[]) {
  await page.getByLabel('CSV 或 Excel 檔案').setInputFiles(file(lines))
  await expect(page.getByRole('button', { name: /^新增 \d/ })).toBeVisible()
}

test('a list, or what is checked of it, is written to a file and saved (BULK-01, CSV-02, CSV-05)', async ({
  page,
}) => {
  await test.step('the list', async () => {
    await openList(page, '產品')
    await button(page.getByRole('main'), '匯出').click()
    const dialog = page.getByRole('dialog', { name: '匯出產品' })
    await expectNoAxeViolations(page)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      button(dialog, '匯出').click(),
    ])
    expect(saved.suggestedFilename()).toMatch(/^products-\d{8}-\d{4}\.csv$/)
    const text = await readFile(await saved.path(), 'utf8')
    expect(text).toMatch(/^\uFEFF編號,標題,分類/)
    await expect(dialog.getByText('已完成')).toBeVisible()
    await button(dialog, '關閉').click()
  })

  await test.step('what is checked, and nothing else', async () => {
    const { search } = await createCategory(page.request, token, [
      { title: '甲燈' },
      { title: '乙燈' },
      { title: '丙燈' },
    ])
    await openList(page, '產品', search)
    await rowOf(page, '甲燈').getByRole('checkbox').check()
    await rowOf(page, '丙燈').getByRole('checkbox').check()
    await bulkButton(page, '批次操作').click()
    await page.getByRole('menuitem', { name: '匯出', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '匯出產品' })
    await expect(dialog).toContainText('匯出選取的 2 筆資料')
    const download = page.waitForEvent('download')
    await button(dialog, '匯出').click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text).toContain('甲燈')
    expect(text).toContain('丙燈')
    expect(text).not.toContain('乙燈')
  })
})

test('files are previewed, their faulty lines left out, imported and undone, or refused in words (CSV-07, CSV-08, CSV-09, CSV-10, CSV-12, CSV-13, CSV-19)', {
  tag: '@long',
}, async ({ page }) => {
  await test.step('a template imports as it is', async () => {
    await openList(page, '產品')
    await button(page.getByRole('main'), '匯入').click()
    await expect(page.getByRole('heading', { name: '匯入產品', level: 1 })).toBeVisible()
    const [template] = await Promise.all([
      page.waitForEvent('download'),
      button(page, '下載範本').click(),
    ])
    expect(template.suggestedFilename()).toBe('products-template.csv')
    await page.getByLabel('CSV 或 Excel 檔案').setInputFiles(await template.path())
    await expect(button(page, '新增 4')).toBeVisible()
    await expect(button(page, '錯誤 0')).toBeVisible()
    await expect(button(page, '開始匯入')).toBeEnabled()
  })

  await test.step('what is no file of this kind is refused', async () => {
    await page.goto('/#/backend/import/coupons')
    await expect(page.getByRole('heading', { name: '匯入優惠券', level: 1 })).toBeVisible()
    const input = page.getByLabel('CSV 或 Excel 檔案')
    await input.setInputFiles({
      name: 'a.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('%PDF-1.7'),
    })
    await expect(page.getByText('請另存為 CSV 或 Excel（.xlsx）檔後再上傳')).toBeVisible()
    await input.setInputFiles({
      name: 'b.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('名稱\n'),
    })
    await expect(page.getByText('缺少欄位：編號')).toBeVisible()
  })

  await test.step('a file with a faulty line', async () => {
    await page.goto('/#/backend/import/products')
    await page.reload()
    const good = Array.from(
      { length: 12 },
      (_, n) => `,匯入的茶 ${n + 1},茶,包,"1,200",NT$980,是,紅`,
    )
    await choose(page, [...good, ',壞茶,茶,包,1.23E+11,9.5,也許,紅'])
    await expect(page.getByRole('region', { name: '檔案的前五列' })).toContainText('匯入的茶 5')
    await expect(page.getByText('略過不認識的欄位：顏色')).toBeVisible()
    await expect(page.getByText('第 2 列')).toBeVisible()
    await expect(page.getByText('售價：980').first()).toBeVisible()
    await expectNoAxeViolations(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)

    await expect(button(page, '開始匯入')).toBeDisabled()
    await page
      .getByRole('button', { name: '2', exact: true })
      .or(page.getByLabel('前往第 2 頁'))
      .first()
      .click()
    await expect(page.getByText('第 14 列')).toBeVisible()
    await button(page, '錯誤 1').click()
    await expect(page.getByText('原價：「1.23E+11」不是 0 以上的整數')).toBeVisible()
    await expect(page.getByText('啟用：「也許」請填是或否')).toBeVisible()
    const [errors] = await Promise.all([
      page.waitForEvent('download'),
      button(page, '下載錯誤清單').click(),
    ])
    expect(await readFile(await errors.path(), 'utf8')).toContain(`${heading},錯誤\r\n,壞茶,`)

    await page.reload()
    await page.getByLabel('略過有錯誤的列').check()
    await button(page, '開始匯入').click()
    await expect(page.getByRole('heading', { name: '匯入（產品）', level: 1 })).toBeVisible()
    await expect(page.getByText('12 / 12')).toBeVisible()
    const undo = page.getByRole('main').getByRole('button', { name: '復原匯入' })
    await undo.click()
    await expect(page.getByText('已復原 12 筆').first()).toBeVisible()
  })
})
