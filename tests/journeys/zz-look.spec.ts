import { enterBackOffice } from './support/back-office.ts'
import { test } from './support/test.ts'

test('look', { tag: '@phone' }, async ({ page, baseURL }, info) => {
  test.setTimeout(240_000)
  const name = info.project.name
  const sizes = name === 'phone' ? [390] : [1280, 768]
  const shot = async (what: string) => {
    for (const width of sizes) {
      await page.setViewportSize({ width, height: 900 })
      await page.waitForTimeout(300)
      await page.screenshot({ path: `/tmp/look/${what}-${width}.png`, fullPage: true })
    }
  }
  await enterBackOffice(page, baseURL)
  const press = async (n: string | RegExp) => {
    await page.getByRole('button', { name: n }).first().click({ timeout: 5000 }).catch((e) => console.log(String(n), String(e).slice(0, 200)))
    await page.waitForTimeout(900)
  }
  await page.goto('/#/backend/setting/connect'); await page.waitForTimeout(2500); await shot('connect')
  await press(/建立 Webhook/); await shot('webhook-dialog'); await page.keyboard.press('Escape'); await page.waitForTimeout(400)
  await press(/建立金鑰/); await shot('key-dialog'); await page.keyboard.press('Escape'); await page.waitForTimeout(400)
  await page.goto('/#/backend/setting/feeds'); await page.waitForTimeout(1500); await press('產生網址'); await shot('feeds')
  await page.goto('/#/backend/setting/backup'); await page.waitForTimeout(1500); await shot('backup')
  await page.goto('/#/backend/setting/shop'); await page.waitForTimeout(1500); await shot('shop-setting')
  await page.goto('/#/backend/month'); await page.waitForTimeout(1500); await press('看明細'); await shot('months')
  await page.goto('/#/backend/import/products'); await page.waitForTimeout(1500); await shot('import-empty')
  await page.getByLabel('CSV 或 Excel 檔案').setInputFiles(['basic', 'sales', 'media'].map((one) => `src/server/imports/presets/samples/shopee-${one}.xlsx`))
  await page.waitForTimeout(4000); await shot('import')
})
