import { expect } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, freshWord } from './support/back-office.ts'
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
