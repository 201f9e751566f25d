import { expect, type Page } from '@playwright/test'
import { paymentApi } from '#contract/payments.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice } from './support/back-office.ts'
import { createMember, restoreSession } from './support/members.ts'
import { callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('an order is changed by its shopper and by the staff, who see both sums before they press (AFTER-08) @phone', async ({
  page,
  baseURL,
}) => {
  const member = await createMember(page.request)
  const mug = await getDemoProduct(page.request)
  const id = await placeOrder(page.request, { product: mug, qty: 3 }, member.token)
  await callShop(page.request, paymentApi.pay, { params: { id } }, member.token)

  await test.step('a shopper takes one piece less, and has the difference back', async () => {
    await restoreSession(page, member)
    await page.goto(`/#/main/order/${id}`)
    await page.getByRole('link', { name: '變更訂單', exact: true }).click()
    await expect(section(page, '金額')).toContainText('變更前')
    await button(page, '減少數量').click()
    await expect(section(page, '金額')).toContainText('差額')
    await expect(section(page, '商品')).toContainText('原本 3')
    await expectNoAxeViolations(page)
    await button(page, '變更配送').click()
    await expect(page.getByLabel('地址', { exact: true })).toBeVisible()
    await button(page, '不變更配送').click()
    await button(page, '確定變更').click()
    await expect(page.getByText(/^訂單已變更，將退還/)).toBeVisible()
    await expect(section(page, '訂購商品')).toContainText('× 2')
    await expect(section(page, '訂單紀錄')).toContainText('變更訂單')
  })

  await test.step('what costs more than was paid is paid by a further payment', async () => {
    await page.getByRole('link', { name: '變更訂單', exact: true }).click()
    await button(page, '增加數量').click()
    await expect(section(page, '金額')).toContainText('變更後需要補付')
    await button(page, '確定變更').click()
    await expect(page.getByText(/^請補付 NT\$/)).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goto(`/#/main/order/${id}`)
    await page.getByRole('link', { name: /^補付 NT\$/ }).click()
    await button(page, '付款').click()
    await expect(page.getByRole('heading', { name: '付款完成' })).toBeVisible()
    await page.goto(`/#/main/order/${id}`)
    await expect(section(page, '訂購商品')).toContainText('× 3')
    await expect(section(page, '訂單紀錄')).toContainText('補款 NT$')
  })

  await test.step('the staff changes it, too', async () => {
    await enterBackOffice(page, baseURL)
    await page.goto(`/#/backend/order/${id}`)
    await button(page, '變更訂單').click()
    const dialog = page.getByRole('dialog', { name: /^變更訂單/ })
    await expect(dialog.getByRole('table', { name: '變更前後的金額' })).toBeVisible()
    await dialog.getByLabel('數量', { exact: true }).fill('1')
    await expect(dialog.getByText(/會退還給顧客/)).toBeVisible()
    await expectNoAxeViolations(page)
    await dialog.getByLabel('配送', { exact: true }).selectOption({ index: 1 })
    await expect(dialog.getByLabel('縣市', { exact: true })).toBeVisible()
    await dialog.getByLabel('配送', { exact: true }).selectOption({ index: 0 })
    await button(dialog, '確定變更').click()
    await expect(dialog).toBeHidden()
    await expect(section(page, '訂購商品')).toContainText('1')
    await expect(section(page, '訂單紀錄')).toContainText('變更訂單')
    await button(page, '變更訂單').click()
    await dialog.getByLabel('數量', { exact: true }).fill('2')
    await expect(dialog.getByText(/^變更後需要補付/)).toBeVisible()
    await button(dialog, '確定變更').click()
    await expect(page.getByText(/^還差 NT\$/)).toBeVisible()
    await expect(button(page, '開始備貨')).toBeHidden()
    await button(page, '登記已收補款').click()
    await expect(button(page, '開始備貨')).toBeVisible()
  })
})
