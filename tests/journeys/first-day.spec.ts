import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import { publishedMerchantId } from '#contract/connections.ts'
import { openSmtpServer, type SmtpServer } from '../../src/server/testing/doubles/smtp-server.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button } from './support/back-office.ts'
import { openJourneyShop } from './support/journey-shop.ts'
import { base } from './support/test.ts'

const test = base.extend<object, { newShop: { address: string; link: string }; smtp: SmtpServer }>({
  newShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const shop = await openJourneyShop({
        DEMO: '0',
        JOURNEY_WITHOUT_ADMIN: '1',
        PAYMENTS: 'settings',
      })
      const printed = shop.said.join('\n')
      const link = /http:\S+firstAdmin\S+/.exec(printed)?.[0] ?? ''
      await use({ address: shop.address, link })
      await shop.close()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  smtp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const smtp = await openSmtpServer()
      await use(smtp)
      await smtp.close()
    },
    { scope: 'worker' },
  ],
})

/** Saves the form of a group of settings. */
async function save(form: Locator): Promise<void> {
  const toast = form.page().getByText('已更新設定')
  // That of the save before would stand for this one.
  await expect(toast).toHaveCount(0)
  await button(form, '儲存').click()
  await expect(toast.first()).toBeVisible()
}

async function openSettings(page: Page, group: string, title: string): Promise<Locator> {
  await page.goto(`/#/backend/setting/${group}`)
  const form = page.getByRole('form', { name: title, exact: true })
  await expect(form).toBeVisible()
  return form
}

/** As a field of the browser holds it, in Taipei. */
const taipei = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(0, 16)

const picture = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer(),
})

test('an owner goes from the printed link to an open shop of their own, in the browser alone (DOOR-07)', async ({
  browser,
  newShop,
  smtp,
}) => {
  const context = await browser.newContext({ baseURL: newShop.address, locale: 'zh-TW' })
  const page = await context.newPage()
  const visitor = await (
    await browser.newContext({ baseURL: newShop.address, locale: 'zh-TW' })
  ).newPage()
  const closed = visitor.getByRole('heading', { name: /準備中$/ })
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })

  await test.step('the account is made by the link, and the shop is closed to others', async () => {
    await page.goto(newShop.link)
    await page.getByLabel('帳號').fill('owner')
    await page.getByLabel('密碼', { exact: true }).fill('long-enough')
    await button(page, '建立帳號').click()
    await expect(page.getByText('Email 格式不正確')).toBeVisible()
    await page.getByLabel('帳號').fill('owner@example.com')
    await button(page, '建立帳號').click()
    await expect(page.getByRole('heading', { name: '開店準備', level: 1 })).toBeVisible()
    await expect(step('商店名稱').getByRole('img', { name: '未完成' })).toBeVisible()
    await expectNoAxeViolations(page)
    for (const path of ['/', '/#/main/prods', '/main/groups']) {
      await visitor.goto(path)
      await expect(closed).toBeVisible()
    }
    await expect(visitor.getByRole('contentinfo')).not.toContainText(/聯絡我們|程式碼|展示/)
    await expectNoAxeViolations(visitor)
  })

  await test.step('name and owner', async () => {
    await page.getByRole('link', { name: '設定名稱' }).click()
    const form = page.getByRole('form', { name: '商店資訊' })
    await form.getByLabel('商店名稱').fill('山腰茶行')
    await form.getByLabel('聯絡信箱').fill('tea@example.com')
    await form.getByLabel('聯絡電話').fill('02-8765-4321')
    await form.getByLabel('負責人').fill('王小茶')
    await form.getByLabel('地址').fill('新北市坪林區水德里 1 號')
    await save(form)
    await page.goBack()
    await expect(step('商店名稱').getByRole('img', { name: '已完成' })).toBeVisible()
  })

  await test.step('logo and colours, home', async () => {
    const brand = await openSettings(page, 'brand', '外觀')
    await page.getByLabel('選擇標誌的檔案').setInputFiles(await picture('logo.png', '#2f6b4f'))
    await expect(button(brand, '移除')).toBeVisible()
    await brand.getByRole('textbox', { name: '主色', exact: true }).fill('#2f6b4f')
    await brand.getByRole('textbox', { name: '頁尾文字' }).fill('山腰的茶，當季現採')
    await save(brand)
    const home = await openSettings(page, 'home', '首頁')
    await home.getByRole('textbox', { name: '標題' }).first().fill('春茶上市')
    await home
      .getByRole('textbox', { name: '文字', exact: true })
      .first()
      .fill('當季現採，產地直送')
    await save(home)
  })

  await test.step('a page, two products with pictures', async () => {
    await page.goto('/#/backend/page')
    await button(page.getByRole('main'), '新增頁面').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: '標題' }).fill('關於我們')
    await dialog.getByRole('textbox', { name: '網址' }).fill('about')
    await dialog.getByRole('textbox', { name: '內容' }).fill('三代種茶。')
    await dialog.getByRole('checkbox', { name: '公開' }).check()
    await button(dialog, '新增').click()
    await expect(dialog).toHaveCount(0)
    await page.goto('/#/backend/product')
    for (const [title, color] of [
      ['文山包種茶', '#3a7'],
      ['東方美人茶', '#a73'],
    ] as const) {
      await button(page, '新增產品').click()
      const form = page.getByRole('dialog', { name: '新增產品' })
      await form
        .locator('input[type=file]')
        .first()
        .setInputFiles(await picture(`${title}.png`, color))
      await form.getByRole('textbox', { name: '標題' }).fill(title)
      await form.getByRole('textbox', { name: '分類' }).fill('茶葉')
      await form.getByRole('textbox', { name: '單位' }).fill('罐')
      await form.getByRole('textbox', { name: '原價' }).fill('600')
      await form.getByRole('textbox', { name: '售價' }).fill('500')
      await form.getByRole('textbox', { name: '內容' }).fill('150 公克')
      await button(form, '新增').click()
      await expect(form).toHaveCount(0)
    }
  })

  await test.step('shipping, the policy, and a backup every day', async () => {
    await openSettings(page, 'shipping', '配送說明')
    await button(page.getByRole('group', { name: '宅配' }), '編輯').click()
    const method = page.getByRole('dialog', { name: '編輯 宅配' })
    await method.getByRole('textbox', { name: '運費' }).fill('80')
    await method.getByLabel('滿額免運').fill('1500')
    await button(method, '儲存').click()
    await expect(page.getByText('已更新配送方式')).toBeVisible()
    await openSettings(page, 'privacy', '隱私')
    const policy = page.getByRole('region', { name: '隱私權政策與服務條款' })
    await policy
      .getByRole('textbox', { name: '隱私權政策' })
      .fill('<p>由{商店名稱}蒐集，保存 {保存年限} 年。</p>')
    await button(policy, '發布新版本').click()
    await button(page.getByRole('alertdialog', { name: '發布新版本' }), '發布').click()
    await expect(page.getByText('已發布新版本')).toBeVisible()
    const backup = await openSettings(page, 'backup', '自動備份')
    await backup.getByLabel('每天自動備份').check()
    await save(backup)
    await expect(page.getByText(/^最近一次備份成功：/)).toBeVisible({ timeout: 120_000 })
    await expectNoAxeViolations(page)
    const file = page.waitForEvent('download')
    await button(page, '下載').first().click()
    expect((await file).suggestedFilename()).toMatch(/^minmin-.*\.tar\.zst$/)
  })

  await test.step("ECPay's trial account, and mails to a mail server", async () => {
    const gateway = await openSettings(page, 'payment', '金流')
    await gateway.getByRole('combobox', { name: '收款方式' }).selectOption('trial')
    await gateway.getByLabel('特店編號（MerchantID）').fill(publishedMerchantId)
    await save(gateway)
    const mail = await openSettings(page, 'mail', '寄信主機')
    const { hostname, port } = new URL(smtp.url)
    await mail.getByLabel('主機').fill(hostname)
    await mail.getByLabel('連接埠').fill(port)
    await mail.getByRole('combobox', { name: '加密方式' }).selectOption('none')
    await mail.getByLabel('寄件地址').fill('tea@example.com')
    await button(mail, '寄一封測試信給我').click()
    await expect(mail.getByText('測試信已寄到 owner@example.com')).toBeVisible()
    expect(smtp.mails.map(({ to }) => to)).toEqual(['owner@example.com'])
    await save(mail)
  })

  await test.step('the shop opens', async () => {
    await page.goto('/#/backend/opening')
    for (const name of ['商店名稱', '商店是誰', '第一項商品', '配送', '寄信', '隱私權政策']) {
      await expect(step(name).getByRole('img', { name: '已完成' }).first()).toBeVisible()
    }
    await expect(page.getByText('目前是金流的測試環境').first()).toBeVisible()
    await page.getByRole('link', { name: '返回前台' }).click()
    await expect(page.getByText('尚未營業')).toBeVisible()
    await page.getByRole('link', { name: '開店準備' }).click()
    await button(page, '開始營業').click()
    const question = page.getByRole('alertdialog', { name: /沒有完成/ })
    await expect(question.getByText('收款：目前是金流的測試環境')).toBeVisible()
    await expectNoAxeViolations(page)
    await button(question, '仍要開始營業').click()
    await expect(page.getByText('已開始營業', { exact: true })).toBeVisible()
  })

  await test.step('the first campaign', async () => {
    await page.goto('/#/backend/campaign')
    await button(page, '新增團購').click()
    const form = page.getByRole('main')
    await form.getByRole('textbox', { name: '名稱' }).fill('春茶開團')
    await form.getByRole('combobox', { name: '商品' }).fill('文山')
    await page.getByRole('option', { name: '文山包種茶' }).click()
    await page.keyboard.press('Tab')
    const tier = form.getByRole('group', { name: '第 1 級' })
    await tier.getByRole('textbox', { name: '單價' }).fill('450')
    await button(form, '下一步：條件').click()
    await form.getByRole('textbox', { name: '成團門檻' }).fill('5')
    await button(form, '下一步：時間').click()
    await form.getByLabel('開團時間').fill(taipei(Date.now() - 60_000))
    await form.getByLabel('截止時間').fill(taipei(Date.now() + 86_400_000))
    await button(form, '下一步：預覽').click()
    await button(form, '下一步：發布').click()
    await button(form, '發布團購').click()
    await button(page.getByRole('alertdialog', { name: '發布團購' }), '發布').click()
    await expect(page.getByText('開團中').first()).toBeVisible()
  })

  await test.step('others find a shop of its own, and nothing of the demo', async () => {
    await visitor.goto('/')
    await expect(closed).toBeHidden()
    await expect(visitor.getByRole('heading', { name: '春茶上市' })).toBeVisible()
    await expect(visitor.getByRole('banner').getByRole('img', { name: '山腰茶行' })).toBeVisible()
    await expect(visitor.getByRole('contentinfo').getByText('山腰的茶，當季現採')).toBeVisible()
    await expect(visitor).toHaveTitle(/山腰茶行/)
    await visitor.goto('/main/page/about')
    await expect(visitor.getByText('三代種茶。')).toBeVisible()
    await visitor.goto('/main/prods')
    const pictures = visitor.getByRole('main').locator('img[src*="/uploads/"]')
    await expect(pictures).toHaveCount(2)
    await visitor.goto('/main/groups')
    await expect(visitor.getByRole('link', { name: '春茶開團' }).first()).toBeVisible()
  })

  await test.step('the link has gone with its use', async () => {
    await page.goto(newShop.link)
    await page.getByLabel('帳號').fill('second@example.com')
    await page.getByLabel('密碼', { exact: true }).fill('long-enough')
    await button(page, '建立帳號').click()
    await expect(page.getByText('連結已失效')).toBeVisible()
  })
})
