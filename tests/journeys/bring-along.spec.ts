import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, freshWord } from './support/back-office.ts'
import { test } from './support/test.ts'

const sample = 'src/server/imports/presets/samples/shopify.csv'

test('products of another shop are understood, shown, imported and undone (OPEN-01)', {
  tag: '@phone',
}, async ({ page, baseURL }) => {
  await enterBackOffice(page, baseURL)
  await page.goto('/#/backend/import/products')
  await expect(page.getByRole('heading', { name: '匯入產品', level: 1 })).toBeVisible()
  // A SKU is of one product: those of another run are taken.
  const text = (await readFile(sample, 'utf8')).replaceAll("'0012", freshWord())
  await page.getByLabel('CSV 或 Excel 檔案').setInputFiles({
    name: 'products_export.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })
  const columns = page.getByRole('region', { name: '欄位對應' })
  await expect(columns).toContainText('Shopify：對應 19 欄')
  await expect(columns.getByLabel('「Variant Price」是')).toHaveValue('price')
  await expect(button(page, '新增 5')).toBeVisible()
  await expect(button(page, '錯誤 0')).toBeVisible()
  await expect(page.getByText('手沖咖啡濾紙（原木 / 01）')).toBeVisible()
  await expectNoAxeViolations(page)

  await button(page, '開始匯入').click()
  await expect(page.getByRole('heading', { name: '匯入（產品）', level: 1 })).toBeVisible()
  const progress = page.getByRole('main').getByRole('status').first()
  await expect(progress).toHaveText('2 / 2')
  await button(page, '復原匯入').click()
  await expect(page.getByText('已復原 2 筆').first()).toBeVisible()
})
