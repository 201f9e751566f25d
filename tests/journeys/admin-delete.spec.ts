import { expect } from '@playwright/test'
import { adminCatalogApi } from '#contract/catalog.ts'
import { adminCouponApi, type Coupon } from '#contract/coupons.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import {
  bulkButton,
  button,
  createCategory,
  enterBackOffice,
  freshWord,
  openList,
  rowOf,
  rows,
} from './support/back-office.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { callShop, getDemoProduct } from './support/shop-api.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

test('products are shown, then deleted, one or several side by side, and brought back by the toast (DELETE-01, DELETE-02, DELETE-03, DELETE-08, DELETE-09, DELETE-11, DELETE-12, DELETE-13, DELETE-14, DELETE-15, DELETE-16, BULK-14, ERROR-11, SHELL-12)', async ({
  page,
}) => {
  await test.step('one product', async () => {
    const { imageUrl } = await getDemoProduct(page.request)
    const { search, category } = await createCategory(page.request, token, [
      {
        title: '要刪的燈',
        imageUrl,
        content: '溫潤木質',
        description: '<p>第一段</p><p>第二<b>段</b></p>',
      },
      { title: '要留的燈' },
    ])
    await openList(page, '產品', search)
    const row = rowOf(page, '要刪的燈')
    const dialog = page.getByRole('dialog', { name: '要刪的燈 - 確認刪除' })
    let deletes = 0
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletes += 1
    })

    await button(row, '刪除').click()
    await expect(dialog.getByRole('img', { name: '要刪的燈' })).toBeVisible()
    for (const text of [category, '溫潤木質', '第一段', '第二段']) {
      await expect(dialog.getByText(text)).toBeVisible()
    }
    await expectNoAxeViolations(page)
    await page.mouse.click(5, 400)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await button(row, '刪除').click()
    await button(dialog, '關閉').click()
    await expect(dialog).toHaveCount(0)
    await button(row, '刪除').click()
    await button(dialog, '關閉視窗').click()
    await expect(dialog).toHaveCount(0)
    expect(deletes).toBe(0)

    await row.getByRole('checkbox').check()
    await button(row, '刪除').click()
    await button(dialog, '確認刪除').click()
    await expect(dialog).toHaveCount(0)
    const toast = page.getByRole('status').filter({ hasText: '已刪除產品' })
    await expect(toast).toBeVisible()
    await expect(row).toHaveCount(0)
    await expect(rowOf(page, '要留的燈')).toBeVisible()
    await expect(page.getByRole('heading', { name: '產品列表' })).toBeFocused()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
    expect(deletes).toBe(1)
    // The toast slides in, at the bottom right.
    await expect(async () => {
      const box = await toast.boundingBox()
      const size = page.viewportSize()
      if (!box || !size) throw new Error('no toast')
      expect(size.height - box.y - box.height).toBeLessThan(40)
      expect(size.width - box.x - box.width).toBeLessThan(40)
      expect(box.x).toBeGreaterThan(size.width / 2)
    }).toPass()
    await toast.getByRole('button', { name: '關閉通知' }).click()
    await expect(toast).toBeHidden()
  })

  await test.step('several are listed, deleted side by side, and brought back in one press', async () => {
    const titles = ['甲燈', '乙燈', '丙燈']
    const { search } = await createCategory(
      page.request,
      token,
      titles.map((title) => ({ title })),
    )
    await openList(page, '產品', search)
    await page.getByRole('checkbox', { name: '全選' }).check()
    await button(page, '全部刪除').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('listitem')).toHaveText(['丙燈', '乙燈', '甲燈'])
    await expectNoAxeViolations(page)

    // No request is answered before all are sent.
    const waiting: (() => void)[] = []
    await interceptRequests(page, '**/admin/product/*', async (route) => {
      const answered = new Promise<void>((resolve) => waiting.push(resolve))
      if (waiting.length === titles.length) for (const go of waiting) go()
      await answered
      await route.continue()
    })
    await button(dialog, '確認刪除多筆資料').click()
    await expect(dialog).toHaveCount(0)
    expect(waiting).toHaveLength(3)
    await expect(page.getByRole('status').filter({ hasText: '成功刪除 3 筆資料' })).toBeVisible()
    await expect(page.getByText('查無此類別資料')).toBeVisible()
    await expect(button(page, '新增產品')).toBeVisible()
    await page.unroute('**/admin/product/*')
    await button(page.getByLabel('通知'), '復原').click()
    for (const title of titles) await expect(rowOf(page, title)).toBeVisible()
  })

  await test.step('of several one that failed is told honestly', async () => {
    const { products, search } = await createCategory(page.request, token, [
      { title: '先走的' },
      { title: '第二個' },
      { title: '第三個' },
    ])
    await openList(page, '產品', search)
    await page.getByRole('checkbox', { name: '全選' }).check()
    await button(page, '全部刪除').click()
    const params = { id: products[0]?.id ?? '' }
    await callShop(page.request, adminCatalogApi.remove, { params }, token)
    await button(page.getByRole('dialog'), '確認刪除多筆資料').click()
    await expect(page.getByRole('alert')).toContainText('成功刪除 2 筆資料，1 筆未刪除：找不到產品')
    await expect(page.getByText('查無此類別資料')).toBeVisible()
  })

  await test.step('when the last page became empty, the one before it is shown', async () => {
    const { search } = await createCategory(
      page.request,
      token,
      Array.from({ length: 11 }, (_, index) => ({ title: `燈 ${index + 1} 號` })),
    )
    await openList(page, '產品', `${search}&page=2`)
    await button(rowOf(page, '燈 1 號'), '刪除').click()
    await button(page.getByRole('dialog'), '確認刪除').click()
    await expect(page).not.toHaveURL(/page=2/)
    await expect(rows(page)).toHaveCount(10)
  })
})

test('coupons are shown, then deleted, and a failed delete is told (DELETE-01, DELETE-04, DELETE-05, DELETE-08, DELETE-09, DELETE-10, ERROR-11)', {
  tag: '@long',
}, async ({ page }) => {
  const word = freshWord()
  const coupons: Coupon[] = []
  for (let n = 0; n < 4; n++) {
    const data = {
      title: `券 ${n}${word}`,
      code: `d${n}${word}`,
      percent: 85,
      due_date: Date.parse('2030-05-17T23:59:59.999+08:00'),
      is_enabled: 0 as const,
    }
    const { coupon } = await callShop(page.request, adminCouponApi.create, { data }, token)
    coupons.push(coupon)
  }
  const [failed, single, ...others] = coupons
  if (!failed || !single) throw new Error('no coupons')
  await openList(page, '優惠券')

  await test.step('one', async () => {
    await button(rowOf(page, single.title), '刪除').click()
    const dialog = page.getByRole('dialog', { name: `${single.title} - 確認刪除` })
    for (const text of ['2030/05/17', '顧客付 85 %（85 折）', single.code]) {
      await expect(dialog.getByText(text)).toBeVisible()
    }
    await expectNoAxeViolations(page)
    await button(dialog, '確認刪除').click()
    await expect(page.getByRole('status').filter({ hasText: '已刪除優惠券' })).toBeVisible()
    await expect(rowOf(page, single.title)).toHaveCount(0)
  })

  await test.step('several', async () => {
    for (const { title } of others) await rowOf(page, title).getByRole('checkbox').check()
    await bulkButton(page, '刪除').click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(2)
    await button(page.getByRole('dialog'), '確認刪除').click()
    await expect(page.getByRole('status').filter({ hasText: '成功刪除 2 筆資料' })).toBeVisible()
    for (const { title } of others) await expect(rowOf(page, title)).toHaveCount(0)
  })

  await test.step('one that is gone meanwhile', async () => {
    await button(rowOf(page, failed.title), '刪除').click()
    await callShop(page.request, adminCouponApi.remove, { params: { id: failed.id } }, token)
    await button(page.getByRole('dialog'), '確認刪除').click()
    await expect(page.getByRole('alert').filter({ hasText: '找不到優惠券' })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeVisible()
    await button(page.getByRole('dialog'), '關閉').click()
    await expect(rowOf(page, failed.title)).toHaveCount(0)
  })
})
