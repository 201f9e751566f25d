import { expect, type Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { test } from './support/test.ts'

const prices = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll((cards) =>
      cards.map((card) =>
        Number(/NT\$([\d,]+)/.exec(card.textContent ?? '')?.[1]?.replaceAll(',', '')),
      ),
    )

async function openFilters(page: Page) {
  const opener = page.getByRole('button', { name: '篩選' })
  if ((await opener.isVisible()) && (await opener.getAttribute('aria-expanded')) === 'false') {
    await opener.click()
  }
}

test('the list is sorted and filtered in the address (BROWSE-01, BROWSE-03, BROWSE-06)', async ({
  page,
}) => {
  await test.step('sorts the list over all pages, in the address', async () => {
    await page.goto('/#/main/prods?page=2')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expect(page.getByLabel('排序').locator('option')).toHaveText([
      '預設',
      '最新上架',
      '熱銷',
      '價格由低到高',
      '價格由高到低',
    ])
    await page.getByLabel('排序').selectOption({ label: '價格由低到高' })
    await expect(page).toHaveURL(/#\/main\/prods\?sort=price_asc$/)
    await expect
      .poll(async () => {
        const shown = await prices(page)
        return (
          shown.length === 12 && shown.every((price, index) => price >= (shown[index - 1] ?? 0))
        )
      })
      .toBe(true)
    const first = await prices(page)
    await page.getByRole('link', { name: '第 2 頁' }).click()
    await expect(page).toHaveURL(/sort=price_asc&page=2/)
    await expect.poll(async () => (await prices(page))[0]).toBeGreaterThanOrEqual(first.at(-1) ?? 0)
    await page.getByRole('tab').nth(1).click()
    await expect(page).toHaveURL(/category=[^&]+&sort=price_asc$/)
    await page.reload()
    await expect(page.getByLabel('排序')).toHaveValue('price_asc')
  })

  await test.step('filters, refuses reversed bounds, and clears', async () => {
    await page.goto('about:blank')
    await page.goto('/#/main/prods')
    await expect(page.getByRole('article').first()).toBeVisible()
    await openFilters(page)
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/products?')) asked++
    })
    await page.getByLabel('最低價').fill('500')
    await page.getByLabel('最高價').fill('100')
    await page.getByRole('button', { name: '套用' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('最低價不可高於最高價')
    expect(asked).toBe(0)
    await expect(page).toHaveURL(/prods$/)
    await expectNoAxeViolations(page)
    await page.getByLabel('最低價').fill('1')
    await page.getByLabel('最高價').fill('2')
    await page.getByLabel('只看有現貨').check()
    await page.getByRole('button', { name: '套用' }).click()
    await expect(page.getByText('沒有符合條件的商品')).toBeVisible()
    await expect(page).toHaveURL(/min_price=1&max_price=2&in_stock=1/)
    await expectNoAxeViolations(page)
    await page.getByRole('main').getByRole('link', { name: '清除條件' }).click()
    await expect(page).toHaveURL(/prods$/)
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})
