import { expect, type Locator } from '@playwright/test'
import { adminMenuApi } from '#contract/admin-menu.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, freshWord } from './support/back-office.ts'
import { callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

test('the owner writes a page that looks as it will, shows the draft by its link, and publishes it (DOOR-13, DOOR-42)', {
  tag: '@long',
}, async ({ page, baseURL, request }) => {
  const word = freshWord()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  const slug = `about-${word}`
  const title = `關於${word}`
  await enterBackOffice(page, baseURL)
  await page.goto('/#/backend/page')
  await button(page.getByRole('main'), '新增頁面').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '標題' }).fill('關於我們')
  await dialog.getByRole('textbox', { name: '網址' }).focus()
  await expect(dialog.getByRole('textbox', { name: '網址' })).toHaveValue('about')
  await dialog.getByRole('textbox', { name: '標題' }).fill(title)
  await dialog.getByRole('textbox', { name: '網址' }).fill(slug)
  const content = dialog.getByRole('textbox', { name: '內容' })
  await button(dialog, 'HTML').click()
  await content.fill('<p>一間小店</p>\n<script>alert(1)</script>')
  await button(dialog, '回到編輯器').click()
  await content.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('## 緣起')
  await page.keyboard.press('Enter')
  await expect(content.getByRole('heading', { name: '緣起' })).toBeVisible()
  await button(dialog, '連結').click()
  await page.getByRole('textbox', { name: '網址' }).last().fill('/main/prods')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  // The focus is in the text again.
  await page.keyboard.type('，')
  await button(dialog, '表格').click()
  await page.keyboard.type('項目')
  await pasteHtml(content, '<b>產地</b><img src=x onerror=alert(1)>')
  await page.keyboard.press('Tab')
  await page.keyboard.type('說明')
  await dialog.getByLabel('選擇要插入的圖片').setInputFiles({
    name: '茶園.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  })
  await expect(content.locator('img[src*="/uploads/"]')).toBeVisible()
  // Without the tooltip of the button that was pressed.
  await content.hover()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await button(dialog, '新增').click()
  const entry = page.getByRole('main').locator('tr, li').filter({ hasText: title })
  await expect(entry).toContainText('草稿')

  expect((await request.get(`/main/page/${slug}`)).status()).toBe(404)
  const draft = await entry.getByRole('link', { name: slug }).getAttribute('href')
  await page.goto(`/${draft}`)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.getByText('這是尚未公開的草稿')).toBeVisible()

  await page.goto('/#/backend/page')
  await button(entry, '編輯').click()
  await dialog.getByRole('checkbox', { name: '公開' }).check()
  await button(dialog, '儲存').click()
  await expect(entry.getByText('公開', { exact: true })).toBeVisible()
  const document = await (await request.get(`/main/page/${slug}`)).text()
  expect(document).toMatch(new RegExp(`<title>${title}｜`))
  expect(document).toContain('<h2>緣起</h2>')
  expect(document).toMatch(/<p><a href="\/main\/prods">\/main\/prods<\/a>，/)
  expect(document).toMatch(/<th>項目<strong>產地<\/strong>.*<img src="http[^"]*\/uploads\//)
  expect(document).not.toContain('alert(1)')
  expect(await (await request.get('/sitemaps/pages.xml')).text()).toContain(`/main/page/${slug}<`)
  for (const address of [`/main/page/${slug}`, `/#/main/page/${slug}`]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: '緣起', level: 2 })).toBeVisible()
    await expect(page.getByText('這是尚未公開的草稿')).toHaveCount(0)
  }
  await expectNoAxeViolations(page)
})

/** As from another page or a word processor. */
async function pasteHtml(field: Locator, html: string): Promise<void> {
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    const options = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', options))
  }, html)
}

test('the owner orders the menu and the footer, and shoppers see it at once (DOOR-13)', {
  tag: '@long',
}, async ({ page, baseURL, request }) => {
  const token = await enterBackOffice(page, baseURL)
  const { values } = await callShop(request, adminMenuApi.read, {}, token)
  try {
    await page.goto('/#/backend/menu')
    const footer = page.getByRole('region', { name: '頁尾' })
    await footer.getByRole('button', { name: '拿掉「後台登入」' }).click()
    await footer.getByRole('checkbox', { name: /不會主動致電/ }).uncheck()
    await footer.getByLabel('加入頁尾').selectOption('隱私權政策')
    const header = page.getByRole('region', { name: '主選單' })
    await header.getByLabel('加入主選單').selectOption('茶與咖啡')
    await header.getByRole('button', { name: '「全部商品」往前移' }).click()
    await expectNoAxeViolations(page)
    await button(page.getByRole('main'), '儲存').click()
    await expect(page.getByText('已更新選單').first()).toBeVisible()

    await page.goto('/main/prods')
    const links = page.getByRole('contentinfo').getByRole('link')
    await expect(links.getByText('後台登入')).toHaveCount(0)
    await expect(page.getByText('本公司不會主動致電客戶')).toHaveCount(0)
    await page.getByRole('contentinfo').getByRole('link', { name: '隱私權政策' }).click()
    await expect(page).toHaveURL(/\/main\/privacy$/)
    const menu = page.getByRole('navigation', { name: '主選單' }).getByRole('link')
    await expect(menu).toHaveText(['全部商品', '開團中', '追蹤商品', '訂單查詢', '會員', '購物車'])
    const more = page.getByRole('navigation', { name: '更多連結' })
    await more.getByRole('link', { name: '茶與咖啡' }).click()
    await expect(page).toHaveURL(/category=/)
    await expectNoAxeViolations(page)
  } finally {
    const { version } = await callShop(request, adminMenuApi.read, {}, token)
    await callShop(request, adminMenuApi.update, { data: { version, values } }, token)
  }
  await page.goto('/')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: '後台登入' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '更多連結' })).toHaveCount(0)
})
