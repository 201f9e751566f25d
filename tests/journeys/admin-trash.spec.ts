import { expect } from '@playwright/test'
import { adminCatalogApi } from '#contract/catalog.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, createCategory, enterBackOffice } from './support/back-office.ts'
import { callShop } from './support/shop-api.ts'
import { createStaff, enterAs } from './support/staff.ts'
import { test } from './support/test.ts'

test('what was deleted is listed with its time and who did it, and comes back (TRASH-01, TRASH-02) @long', async ({
  page,
  baseURL,
  request,
}) => {
  const token = await enterBackOffice(page, baseURL)
  const { products } = await createCategory(request, token, [{ title: '回來的燈' }])
  const [product] = products
  await callShop(request, adminCatalogApi.remove, { params: { id: product?.id ?? '' } }, token)
  await page.goto('/#/backend/trash')
  await expect(page.getByRole('heading', { name: '垃圾桶', level: 1 })).toBeVisible()
  const entry = page.getByRole('main').locator('tr, li').filter({ hasText: '回來的燈' }).first()
  await expect(entry).toContainText('產品')
  await expect(entry).toContainText(/\d{4}\/\d{2}\/\d{2}/)
  await expectNoAxeViolations(page)

  const viewer = await createStaff(request, 'viewer')
  await enterAs(page, viewer, baseURL)
  await page.reload()
  await expect(button(entry, '還原')).toBeDisabled()
  await enterBackOffice(page, baseURL)
  await page.reload()
  await button(entry, '還原').click()
  await button(page.getByRole('alertdialog'), '還原').click()
  await expect(page.getByText('已還原 1 筆資料')).toBeVisible()
  await expect(entry).toHaveCount(0)
  const all = await callShop(request, adminCatalogApi.all, {}, token)
  expect(Object.keys(all.products)).toContain(product?.id)
})
