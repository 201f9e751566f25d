import { expect } from '@playwright/test'
import { adminArticleApi } from '#contract/articles.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { enterBackOffice, freshWord } from './support/back-office.ts'
import { callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

test('the dashboard has its parts in order, its plots as tables, and the newest announcements (TODAY-01, TODAY-10, ARTICLE-08)', {
  tag: '@long',
}, async ({ page, baseURL, request }) => {
  const token = await enterBackOffice(page, baseURL)
  const title = `最新${freshWord()}`
  const data = { title, author: '店主', isPublic: true, content: '內容' }
  const create_at = Math.floor(Date.now() / 1000) + 3_600
  await callShop(request, adminArticleApi.create, { data: { ...data, create_at } }, token)

  await test.step('its parts, and its plots as tables', async () => {
    await placeOrder(request, { product: await getDemoProduct(request), qty: 1 })
    await page.goto('/#/backend')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: '訂單數' })).toBeVisible()
    const headings = await main.getByRole('heading').allInnerTexts()
    const wanted = ['今日總覽', '待處理', '營業概況', '公告資訊']
    expect(headings.filter((text) => wanted.includes(text))).toEqual(wanted)
    await expectNoAxeViolations(page)

    await page.getByRole('button', { name: '近 7 日' }).click()
    await expect(page).toHaveURL(/range=7d/)
    const plot = main.getByRole('region', { name: '訂單數', exact: true })
    await plot.getByRole('button', { name: '檢視表格' }).click()
    const rows = plot.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(8)
    const numbers = await rows.locator('td:last-child').allInnerTexts()
    const sum = numbers.reduce((all, text) => all + Number(text.replaceAll(',', '')), 0)
    expect(sum).toBeGreaterThan(0)
    const figure = main.locator('dl > div').filter({ hasText: '訂單數' }).locator('dd').first()
    await expect(figure).toHaveText(sum.toLocaleString('zh-TW'))
    await page.reload()
    await expect(page.getByRole('button', { name: '近 7 日' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.getByRole('button', { name: '自訂' }).click()
    await expect(page.getByText('請選擇開始與結束的日期')).toBeVisible()
    await page.goto('/#/backend?range=own&from=2025-01-01&to=2026-06-30')
    await expect(page.getByText('期間最長 366 天')).toBeVisible()
    const scrolls = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect(scrolls).toBe(false)
  })

  await test.step('the newest announcements', async () => {
    await page.goto('/#/backend')
    const section = page.getByRole('region', { name: '公告資訊' })
    await expect(section.getByRole('link', { name: title })).toBeVisible()
    await expect(section.getByRole('listitem')).toHaveCount(3)
    await expect(section.getByRole('link', { name: '管理公告' })).toHaveAttribute(
      'href',
      '#/backend/article',
    )
    await page.getByRole('banner').getByRole('link', { name: '公告資訊' }).click()
    await expect(section.getByRole('heading')).toBeInViewport()
  })
})
