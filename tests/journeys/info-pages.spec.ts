import { expect } from '@playwright/test'
import { adminMenuApi } from '#contract/admin-menu.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, freshWord } from './support/back-office.ts'
import { callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

test('the owner writes a page, shows the draft by its link, and publishes it (DOOR-13)', async ({
  page,
  baseURL,
  request,
}) => {
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
  await content.fill('一間小店\n<script>alert(1)</script>')
  await dialog.getByRole('button', { name: '小標' }).click()
  await page.keyboard.insertText('緣起')
  await dialog.getByRole('button', { name: '預覽' }).click()
  await expect(dialog.getByRole('heading', { name: '緣起' })).toBeVisible()
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

test('the owner orders the menu and the footer, and shoppers see it at once (DOOR-13)', async ({
  page,
  baseURL,
  request,
}) => {
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
