import { expect, type Page } from '@playwright/test'
import { button, enterBackOffice, openList, rowOf } from './support/back-office.ts'
import { untilTakenOver } from './support/documents.ts'
import { mailsTo } from './support/mails.ts'
import { freshEmail } from './support/members.ts'
import { createShopTest } from './support/test.ts'

// The settings of the shop are changed.
const test = createShopTest()

const exported = ['basic', 'sales', 'media'].map(
  (name) => `src/server/imports/presets/samples/shopee-${name}.xlsx`,
)
const photograph = 'src/web/home/pictures/morning-1200.webp'
const widths = [390, 1280]

/** In both widths, of the whole page; the page keeps the width that it had. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  const size = page.viewportSize()
  if (!folder || !size) return
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 800 })
    await page.evaluate(async () => {
      // Sections of home come in as they are scrolled to.
      for (let top = 0; top < document.body.scrollHeight; top += 400) {
        scrollTo({ top, behavior: 'instant' })
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      }
      scrollTo({ top: 0, behavior: 'instant' })
      for (const image of document.images) image.loading = 'eager'
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
      await document.fonts.ready
    })
    await page.screenshot({ path: `${folder}/moved-${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize(size)
}

test('a shop moves over from its Shopee export and sells to a shopper in English (OPEN-01, OPEN-05)', {
  tag: '@long',
}, async ({ page, browser, baseURL, shopAddress }) => {
  await enterBackOffice(page, baseURL)

  await test.step('the three files of the export are one import', async () => {
    await page.goto('/#/backend/import/products')
    await page.getByLabel('CSV 或 Excel 檔案').setInputFiles(exported)
    await expect(page.getByRole('region', { name: '欄位對應' })).toContainText('蝦皮購物')
    await expect(button(page, '錯誤 0')).toBeVisible()
    await picture(page, '1-import')
    await button(page, '開始匯入').click()
    await expect(page.getByRole('heading', { name: '匯入（產品）', level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText('2 / 2')
    await picture(page, '2-imported')
  })

  await test.step('the owner switches English on', async () => {
    await page.goto('/#/backend/setting/shop')
    const form = page.getByRole('form', { name: '商店資訊', exact: true })
    await form.getByLabel('提供英文版商店').check()
    await button(form, '儲存').click()
    await expect(page.getByText('已更新設定').first()).toBeVisible()
    await picture(page, '3-switch')
  })

  await test.step('and gives a product its photograph, its English, and to the shoppers', async () => {
    await openList(page, '產品')
    await button(rowOf(page, '阿里山烏龍茶'), '編輯').click()
    const dialog = page.getByRole('dialog', { name: '編輯 阿里山烏龍茶' })
    await dialog.locator('input[type=file]').first().setInputFiles(photograph)
    await dialog.getByText('以網址填寫圖片').click()
    const address = dialog.getByRole('textbox', { name: '主圖網址' })
    await expect(address).not.toHaveValue(/^$|pictures\.example/)
    await dialog.getByRole('textbox', { name: '分類' }).fill('茶與咖啡')
    await dialog.getByRole('textbox', { name: '內容' }).fill('阿里山春茶，150 公克')
    await dialog.getByRole('checkbox', { name: '是否啟用' }).check()
    await button(dialog, '儲存').click()
    await expect(dialog).toBeHidden()
    await button(rowOf(page, '阿里山烏龍茶'), '編輯').click()
    await button(dialog, '英文…').click()
    const english = page.getByRole('dialog', { name: '阿里山烏龍茶 的英文' })
    await english.getByLabel('英文名稱').fill('Alishan high mountain oolong tea')
    await english.getByLabel('商品說明').fill('Spring harvest, lightly roasted, 150 g')
    await picture(page, '4-english-title')
    await button(english, '儲存').click()
    await expect(english).toBeHidden()
  })

  const context = await browser.newContext({ baseURL: shopAddress, locale: 'en-GB' })
  const shopper = await context.newPage()
  await shopper.setViewportSize({ width: 1280, height: 800 })

  await test.step('a shopper is offered English and finds the product', async () => {
    await shopper.goto('/')
    await untilTakenOver(shopper)
    await picture(shopper, '5-offer')
    await shopper
      .getByRole('link', { name: /English/ })
      .first()
      .click()
    await expect(shopper).toHaveURL(/\/en$/)
    await untilTakenOver(shopper)
    await picture(shopper, '6-home')
    await shopper.goto('/en/main/search?q=oolong')
    const found = shopper.getByRole('link', { name: 'Alishan high mountain oolong tea' }).first()
    await expect(found).toBeVisible()
    await picture(shopper, '7-search')
    await found.click()
    await expect(
      shopper.getByRole('heading', { name: 'Alishan high mountain oolong tea', level: 1 }),
    ).toBeVisible()
    await picture(shopper, '8-product')
  })

  const email = freshEmail()
  await test.step('buys it and pays', async () => {
    await shopper.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(shopper.getByText('Added to the cart')).toBeVisible()
    await shopper.getByRole('link', { name: /^Cart/ }).first().click()
    await expect(shopper).toHaveURL(/\/en\/main\/cart$/)
    await picture(shopper, '9-cart')
    await shopper.getByRole('button', { name: 'Enter my details' }).click()
    await shopper.getByRole('link', { name: 'Check out as a guest' }).click()
    await shopper.getByLabel('Contact name').fill('Anna Becker')
    await shopper.getByLabel('Contact phone').fill('0912345678')
    await shopper.getByLabel('Email').first().fill(email)
    await shopper.getByLabel('Address', { exact: true }).fill('臺北市信義區市府路 1 號')
    await shopper.getByLabel(/^I agree to the/).check()
    await picture(shopper, '10-checkout')
    await shopper.getByRole('button', { name: 'Place order' }).click()
    await expect(shopper).toHaveURL(/\/en\/main\/cart\/pay\//)
    await picture(shopper, '11-pay')
    await shopper.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(shopper.getByText('Payment received').first()).toBeVisible()
    await picture(shopper, '12-paid')
    await expect
      .poll(async () => (await mailsTo(email)).map(({ textBody }) => textBody).join('\n'))
      .toContain('/en/main/order/')
  })

  await test.step('the staff reads its order in Chinese', async () => {
    await openList(page, '訂單')
    await expect(rowOf(page, 'Anna Becker')).toHaveCount(1)
    await picture(page, '13-order')
  })
  await context.close()
})
