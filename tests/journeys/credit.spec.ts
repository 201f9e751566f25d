import { expect } from '@playwright/test'
import { paymentApi } from '#contract/payments.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice } from './support/back-office.ts'
import { createMember, restoreSession } from './support/members.ts'
import { addToCart, callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

test('the owner gives a member points, who pays a part of an order with them and sees where they went (CRED-01, CRED-03) @phone', async ({
  page,
  baseURL,
}) => {
  const member = await createMember(page.request)
  const mug = await getDemoProduct(page.request)
  const id = await placeOrder(page.request, { product: mug, qty: 1 }, member.token)
  await callShop(page.request, paymentApi.pay, { params: { id } }, member.token)
  const [customer] = await queryShop('select num from customers where key = $1', [
    `m:${member.uid}`,
  ])

  await test.step('a gift with a reason', async () => {
    await enterBackOffice(page, baseURL)
    await page.goto(`/#/backend/customer/${customer?.num}`)
    await button(page, '贈送或調整').click()
    const dialog = page.getByRole('dialog', { name: '贈送或調整購物金與點數' })
    await expectNoAxeViolations(page)
    await dialog.getByLabel('數量').fill('200')
    await dialog.getByLabel('原因').fill('出貨延誤補償')
    await button(dialog, '確定').click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('點數 200')).toBeVisible()
  })

  await test.step('the checkout takes it off', async () => {
    await restoreSession(page, member)
    await addToCart(page.request, { product: mug, qty: 1 }, member.token)
    await page.goto('/#/main/cart/info')
    await page.getByRole('button', { name: /全部折抵/ }).click()
    await expect(page.getByLabel('折抵點數')).toHaveValue('200')
    await expectNoAxeViolations(page)
    await page.getByLabel(/我同意/).check()
    await page.getByRole('button', { name: '送出訂單' }).click()
    await expect(page).toHaveURL(/#\/main\/cart\/pay\//)
    await expect(page.getByText('點數折抵', { exact: true })).toBeVisible()
  })

  await test.step('and every entry is there', async () => {
    await page.goto('/#/main/member')
    await page.getByRole('link', { name: '我的點數' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '我的點數' })).toBeVisible()
    await expect(page.getByText('−200 點')).toBeVisible()
    await expect(page.getByText(/出貨延誤補償/)).toBeVisible()
    await expect(page.getByText(/基本回饋|回饋 3% 點數/)).toBeVisible()
    await expectNoAxeViolations(page)
  })
})
