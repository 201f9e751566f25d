import { expect } from '@playwright/test'
import { adminArticleApi, articleApi } from '#contract/articles.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, freshWord } from './support/back-office.ts'
import { adminToken, callShop } from './support/shop-api.ts'
import { test } from './support/test.ts'

const input = { author: '店主', isPublic: true, content: '第一行\n第二行', tag: ['出貨'] }

test('shoppers reach the public announcements from the footer, by hash and by path (ARTICLE-07)', async ({
  page,
  request,
}) => {
  const title = `公告${freshWord()}`
  const token = await adminToken(request)
  const data = { ...input, title, description: '連假期間暫停出貨' }
  await callShop(request, adminArticleApi.create, { data }, token)
  const hidden = { ...data, title: `草稿${title}`, isPublic: false }
  await callShop(request, adminArticleApi.create, { data: hidden }, token)
  await page.goto('/#/')
  await page.getByRole('contentinfo').getByRole('link', { name: '最新公告' }).click()
  await expect(page).toHaveURL(/#\/main\/articles$/)
  await expect(page.getByRole('heading', { name: '最新公告', level: 1 })).toBeVisible()
  await expect(page.getByText(hidden.title)).toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.locator('.article')).toHaveCSS('white-space', 'pre-line')
  await expectNoAxeViolations(page)
  const [, path = ''] = page.url().split('#')

  const document = await (await request.get(path)).text()
  expect(document).toMatch(new RegExp(`<title>${title}｜`))
  expect(document).toContain('<meta name="description" content="連假期間暫停出貨"')
  expect(document).toMatch(/第一行\s第二行/)
  await page.goto(path)
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await page.goto('/main/articles')
  await expect(page.getByRole('link', { name: title })).toBeVisible()
  expect((await request.get('/main/articles/-unknown')).status()).toBe(404)
})

test('staff write an announcement and change it (ARTICLE-06)', async ({
  page,
  baseURL,
  request,
}) => {
  await enterBackOffice(page, baseURL)
  await page.goto('/#/backend/article')
  await expect(page.getByRole('heading', { name: '公告管理', level: 1 })).toBeVisible()
  const heads = await page.getByRole('main').getByRole('columnheader').allInnerTexts()
  const words = heads.map((text) => text.trim()).filter(Boolean)
  expect(words).toEqual(['標題', '作者', '日期', '狀態', '操作'])
  const title = `公告${freshWord()}`
  await button(page.getByRole('main'), '新增公告').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('標題').fill(title)
  await dialog.getByLabel('描述').fill('描述')
  await dialog.getByLabel('圖片網址').fill('https://pictures.example/a.jpg')
  await dialog.getByLabel('標籤').fill('出貨、連假')
  await dialog.getByLabel('內容').fill('內容')
  await expect(dialog.getByLabel('作者')).not.toHaveValue('')
  await expect(dialog.getByLabel('日期')).toHaveAttribute('type', 'date')
  await dialog.getByRole('checkbox', { name: '是否公開' }).uncheck()
  await expectNoAxeViolations(page)
  await button(dialog, '新增').click()
  const entry = page.getByRole('main').locator('tr, li').filter({ hasText: title })
  await expect(entry).toContainText('未公開')
  await button(entry, '編輯').click()
  await expect(dialog.getByLabel('內容')).toHaveText('內容')
  await dialog.getByRole('checkbox', { name: '是否公開' }).check()
  await button(dialog, '儲存').click()
  await expect(entry.getByText('公開', { exact: true })).toBeVisible()
  const { articles } = await callShop(request, articleApi.list, { query: {} })
  expect(articles.find((article) => article.title === title)?.tag).toEqual(['出貨', '連假'])
})
