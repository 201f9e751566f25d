import { expect } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import {
  adminToken,
  createProduct,
  listDemoProducts,
  unpublishProduct,
} from './support/shop-api.ts'
import { startOver } from './support/start-over.ts'
import { test } from './support/test.ts'

test('products are tracked and let go in every tab, and one that no longer exists leaves (TRACK-01, TRACK-03, TRACK-02, TRACK-04, TRACK-05, TRACK-07)', async ({
  page,
  context,
}) => {
  await test.step('nothing is tracked yet', async () => {
    await page.goto('/#/main/track')
    await expect(page.getByRole('heading', { name: '追蹤商品', level: 1 })).toBeVisible()
    await expect(page.getByText('還沒有追蹤的商品')).toBeVisible()
    await expect(page.getByRole('link', { name: '去逛逛' })).toHaveAttribute('href', '#/main/prods')
    await expectNoAxeViolations(page)
  })

  await test.step('what is tracked is listed, stays, and can be let go, in every tab', async () => {
    const [first, second] = await listDemoProducts(page.request)
    if (!first || !second) throw new Error('the shop sells too little')
    for (const { id } of [first, second]) {
      await page.goto(`/#/main/prods/detail/${id}`)
      await page.getByRole('button', { name: '追蹤', exact: true }).click()
      await expect(page.getByRole('button', { name: '取消追蹤' })).toBeVisible()
    }
    await page.goto('/#/main/track')
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(2)
    await expectNoAxeViolations(page)

    const other = await context.newPage()
    await other.goto('/#/main/track')
    await expect(other.getByRole('article')).toHaveCount(2)
    const firstCard = page.getByRole('article').filter({ hasText: first.title })
    await firstCard.getByRole('button', { name: '取消追蹤' }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(other.getByRole('article')).toHaveCount(1)
    await other.close()
  })

  await test.step('a product that no longer exists leaves the list and the badge', async () => {
    const tracked = (await listDemoProducts(page.request))[0]
    const admin = await adminToken(page.request)
    const gone = await createProduct(page.request, admin, { title: '即將下架的茶罐', price: 100 })
    await page.goto('/#/main/track')
    await page.evaluate(
      (ids) => localStorage.setItem('trackProd', JSON.stringify(ids)),
      [tracked?.id, gone.id, '-NoSuchProduct000000'],
    )
    await unpublishProduct(page.request, admin, gone)
    await page.reload()
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('trackProd')))
      .toBe(JSON.stringify([tracked?.id]))
  })

  await test.step('a list of products that leaves one out untracks nothing', async () => {
    await startOver(page)
    const [product] = await listDemoProducts(page.request)
    if (!product) throw new Error('the shop sells too little')
    const stored = JSON.stringify([product.id])
    await interceptRequests(page, '**/products/all', (route) =>
      route.fulfill({ json: { success: true, products: [], messages: [] } }),
    )
    await page.addInitScript((ids) => localStorage.setItem('trackProd', ids), stored)
    await page.goto('/#/main/track')
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.goto('/#/main/prods')
    await expect(page.getByRole('article').first()).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('trackProd'))).toBe(stored)
  })
})
