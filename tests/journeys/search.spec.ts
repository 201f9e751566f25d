import { expect, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { enterBackOffice, freshWord } from './support/back-office.ts'
import { untilTakenOver } from './support/documents.ts'
import { holdRequests } from './support/held-requests.ts'
import { startOver } from './support/start-over.ts'
import { test } from './support/test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: '搜尋商品' })

/** The field of the header; on a phone one press away. */
async function openField(page: Page) {
  const opener = page.getByRole('button', { name: '開啟搜尋' })
  if (await opener.isVisible()) await opener.click()
  await expect(field(page)).toBeVisible()
  return field(page)
}

async function searchFor(page: Page, q: string) {
  const input = await openField(page)
  await input.fill(q)
  await input.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `「${q}」的搜尋結果` })).toBeVisible()
}

test('the header searches from every screen, suggests, sorts, filters, and keeps the last searches (SEARCH-01, SEARCH-02, SEARCH-12, SEARCH-15, SEARCH-17, SEARCH-11, SEARCH-14, SEARCH-20, SEARCH-18)', async ({
  page,
}) => {
  await test.step('the header searches, from every screen', async () => {
    for (const [path, title] of [
      ['/', '日常好物'],
      ['/#/main/cart', '購物車'],
      ['/#/main/prods', '全部商品'],
    ] as const) {
      await page.goto(path)
      await untilTakenOver(page)
      // On a phone the field closes when the screen changes.
      await expect(page.getByRole('heading', { level: 1 }).first()).toContainText(title)
      await openField(page)
    }
    await searchFor(page, '燈')
    await expect(page).toHaveURL(/#\/main\/search\?q=%E7%87%88$/)
    await expect(page.getByText(/^共 \d+ 件$/)).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectNoAxeViolations(page)
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/#\/main\/prods$/)
  })

  await test.step('suggests from the first character, by keyboard too', async () => {
    await page.goto('/#/main/cart')
    // A change of the screen empties the field.
    await expect(page.getByRole('heading', { name: '購物車', level: 1 })).toBeVisible()
    const input = await openField(page)
    await input.fill('燈')
    const options = page.getByRole('option')
    await expect(options.first()).toBeVisible()
    expect(await options.count()).toBeLessThanOrEqual(8)
    await expect(page.getByText(/^有 \d 個建議$/)).toBeAttached()
    await expectNoAxeViolations(page)
    await input.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    const id = await options.first().getAttribute('id')
    await expect(input).toHaveAttribute('aria-activedescendant', id ?? '')
    await input.press('ArrowUp')
    await expect(input).not.toHaveAttribute('aria-activedescendant', /./)
    await input.press('Escape')
    await expect(options).toHaveCount(0)
    await expect(input).toBeVisible()
    await input.fill('燈飾')
    await expect(options.first()).toContainText('分類')
    await input.press('ArrowDown')
    await input.press('Enter')
    await expect(page).toHaveURL(/#\/main\/prods\?category=/)
  })

  await test.step('sorts and filters what was found, in the address', async () => {
    await page.goto(`/#/main/search?q=${encodeURIComponent('燈')}`)
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.getByLabel('排序').selectOption({ label: '價格由低到高' })
    await expect(page).toHaveURL(/sort=price_asc/)
    const opener = page.getByRole('button', { name: '篩選' })
    if (await opener.isVisible()) await opener.click()
    await page.getByLabel('最高價').fill('1')
    await page.getByRole('button', { name: '套用' }).click()
    await expect(page).toHaveURL(/max_price=1/)
    await expect(page.getByText('找不到「燈」的商品')).toBeVisible()
    await page.getByRole('link', { name: '移除篩選條件' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  await test.step('leads on where nothing is found', async () => {
    const q = `<img src=x onerror=alert(1)> ${freshWord()}`
    page.on('dialog', () => expect('a dialog').toBe('none'))
    await page.goto(`/#/main/search?q=${encodeURIComponent(q)}`)
    await expect(page.getByText(`找不到「${q}」的商品`)).toBeVisible()
    await expect(page).toHaveTitle(`「${q}」的搜尋結果｜MinMin 團購`)
    await expect(await openField(page)).toHaveValue(q)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: '看看這些分類' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(6)
    await expect(page.locator('main img[src="x"]')).toHaveCount(0)
    await expectNoAxeViolations(page)
  })

  await test.step('keeps the last 8 searches in this browser alone', async () => {
    await startOver(page)
    for (let n = 1; n <= 9; n++) {
      await page.goto(`/#/main/search?q=${n}`)
      await expect(page.getByRole('heading', { level: 1, name: `「${n}」` })).toBeVisible()
    }
    await page.goto('/#/main/search?q=5')
    await expect(page.getByRole('heading', { level: 1, name: '「5」' })).toBeVisible()
    const stored = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('recentSearches') ?? '[]'))
    await expect.poll(stored).toEqual(['5', '9', '8', '7', '6', '4', '3', '2'])
    await page.goto('/#/main/cart')
    await expect(page.getByRole('heading', { level: 1, name: '購物車' })).toBeVisible()
    await (await openField(page)).focus()
    await expect(page.getByRole('option')).toHaveText(['5', '9', '8', '7', '6', '4', '3', '2'])
    await page.getByRole('button', { name: '移除「9」' }).click()
    await expect.poll(stored).toEqual(['5', '8', '7', '6', '4', '3', '2'])
    await page.getByRole('button', { name: '清除搜尋紀錄' }).click()
    await expect.poll(stored).toEqual([])
  })
})

test('asks nothing while an input method composes, and shows no late answer (SEARCH-16)', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/#/main/cart')
  // The field of the document gives way to that of the application.
  await untilTakenOver(page)
  // The chunk of the suggestions is still loading when the composition begins.
  const chunk = await holdRequests(page, 'GET', '**/assets/suggestions-*.js')
  const input = await openField(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/suggestions')) asked.push(url.searchParams.get('q') ?? '')
  })
  await input.focus()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', {
    text: 'ㄉㄥ',
    selectionStart: 2,
    selectionEnd: 2,
  })
  await expect(input).toHaveValue('ㄉㄥ')
  chunk.release()
  await expect(input).toHaveAttribute('aria-controls', /./)
  // Longer than a text has to stay unchanged.
  await page.clock.runFor(1_000)
  expect(asked).toEqual([])
  await input.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true })
  await session.send('Input.insertText', { text: '燈' })
  await expect(input).toHaveValue('燈')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(asked).toEqual(['燈'])
  await expect(page).toHaveURL(/main\/cart$/)

  const held = await holdRequests(page, 'GET', '**/suggestions?q=%E6%9D%AF')
  await input.fill('杯')
  await held.arrived
  await input.fill('壺')
  const newer = page.getByRole('option').filter({ hasText: '壺' })
  await expect(newer.first()).toBeVisible()
  held.release()
  await expect(
    page
      .getByRole('option')
      .filter({ hasText: '杯' })
      .and(page.getByRole('option').filter({ hasNotText: '壺' })),
  ).toHaveCount(0)
  await expect(newer.first()).toBeVisible()
})

test('what is typed before a screen is taken over or drawn anew is searched for (PATH-16, SEARCH-02, SEARCH-15)', async ({
  page,
}) => {
  for (const path of ['/main/prods', '/']) {
    const application = await holdRequests(page, 'GET', '**/assets/app-*.js')
    await page.goto(path, { waitUntil: 'commit' })
    await application.arrived
    await field(page).pressSequentially('玻璃')
    application.release()
    await untilTakenOver(page)
    await expect(field(page)).toHaveValue('玻璃')
    await expect(field(page)).toBeFocused()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(3)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: '「玻璃」的搜尋結果' })).toBeVisible()
    await startOver(page)
  }
})

test('a shopper searches, narrows, looks at a product and goes back to what was there (SEARCH-02, SEARCH-11, SEARCH-12, SEARCH-15, SEARCH-17, SEARCH-18)', {
  tag: '@phone-only',
}, async ({ page }) => {
  const results = page.getByRole('article').getByRole('heading')
  const expectResults = (q: string, titles: string[]) =>
    test.step(`「${q}」 shows ${titles.length}`, async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`「${q}」的搜尋結果`)
      await expect(results).toHaveText(titles)
    })

  await test.step('types two characters, looks through what is suggested, and searches', async () => {
    await page.goto('/')
    await untilTakenOver(page)
    const input = await openField(page)
    await input.pressSequentially('玻璃')
    const suggestions = page.getByRole('listbox').getByRole('option')
    await expect(suggestions).toHaveCount(3)
    for (const suggestion of await suggestions.all()) {
      await input.press('ArrowDown')
      await expect(suggestion).toHaveAttribute('aria-selected', 'true')
    }
    await input.press('ArrowDown')
    await input.press('Enter')
    await expect(suggestions).toHaveCount(0)
    await expect(page.getByText('共 6 件')).toBeVisible()
  })

  const filtered = await test.step('leaves out what is dear', async () => {
    const opener = page.getByRole('button', { name: '篩選' })
    if (await opener.isVisible()) await opener.click()
    await page.getByLabel('最高價').fill('1500')
    await page.getByRole('button', { name: '套用' }).click()
    await expect(page.getByText('共 5 件')).toBeVisible()
    return results.allTextContents()
  })
  const sorted = [
    '木蓋密封咖啡豆罐',
    '無花果與雪松大豆蠟燭',
    '冷泡茶玻璃壺杯組',
    '橙花琥珀擴香瓶',
    '慢沖手沖咖啡組（濾杯＋玻璃分享壺）',
  ]
  expect(filtered).not.toEqual(sorted)

  const scrolled = await test.step('sorts, scrolls down and opens the last product', async () => {
    await page.getByLabel('排序').selectOption({ label: '價格由低到高' })
    await expectResults('玻璃', sorted)
    const last = page.getByRole('article').last().getByRole('link').first()
    await last.scrollIntoViewIfNeeded()
    const top = await page.evaluate(() => scrollY)
    expect(top).toBeGreaterThan(0)
    await last.click()
    await expect(page.getByRole('heading', { level: 1, name: sorted.at(-1) })).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    return top
  })

  await test.step('goes back: order, filter, words and place are as they were', async () => {
    await page.goBack()
    await expectResults('玻璃', sorted)
    await expect(page.getByLabel('排序')).toHaveValue('price_asc')
    await expect(page.getByLabel('最高價')).toHaveValue('1500')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
    await expect(await openField(page)).toHaveValue('玻璃')
    await page.keyboard.press('Escape')
  })

  await test.step('goes back once more: the filter without the order', async () => {
    await page.goBack()
    await expectResults('玻璃', filtered)
    await expect(page.getByLabel('排序')).toHaveValue('')
    await expect(page.getByLabel('最高價')).toHaveValue('1500')
  })

  await test.step('finds the search again from the cart, by keyboard', async () => {
    await page.goto('/#/main/cart')
    await expect(page.getByRole('heading', { level: 1, name: '購物車' })).toBeVisible()
    const input = await openField(page)
    await input.focus()
    await expect(page.getByRole('option')).toHaveText(['玻璃'])
    await input.press('ArrowDown')
    await input.press('Enter')
    await expect(page.getByText('共 6 件')).toBeVisible()
  })
})

test('the back office lists what was not found (SEARCH-25)', async ({ page, shopAddress }) => {
  await page.request.get(`/v2/api/shopping-minmin/search?q=${encodeURIComponent('二胡')}`)
  await enterBackOffice(page, shopAddress)
  await page.goto('/#/backend/search')
  await expect(page.getByRole('heading', { name: '搜尋紀錄' })).toBeVisible()
  await expect(page.getByText('二胡')).toBeVisible()
  await page.getByRole('button', { name: '30 天' }).click()
  await expect(page.getByText('二胡')).toBeVisible()
  await expect(page).toHaveURL(/days=30/)
})
