import { expect, type Page } from '@playwright/test'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { paymentApi } from '#contract/payments.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice } from './support/back-office.ts'
import { createMember, restoreSession } from './support/members.ts'
import { adminToken, callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a shopper sends goods back, and the owner takes them, counts them and pays back (RET-01, RET-02) @phone', async ({
  page,
  baseURL,
}) => {
  const admin = await adminToken(page.request)
  const member = await createMember(page.request)
  const mug = await getDemoProduct(page.request)
  const id = await placeOrder(page.request, { product: mug, qty: 2 }, member.token)
  await callShop(page.request, paymentApi.pay, { params: { id } }, member.token)
  const parcel = { params: { id }, data: { carrier: 'tcat' as const } }
  await callShop(page.request, adminOrderLifeApi.ship, parcel, admin)

  await test.step('the shopper sees until when and what is paid back, and asks', async () => {
    await restoreSession(page, member)
    await page.goto(`/#/main/order/${id}`)
    await expect(section(page, '退貨')).toContainText('7 天內都可以退貨')
    await page.getByRole('link', { name: '申請退貨' }).click()
    await expect(page.getByRole('heading', { name: '申請退貨' })).toBeVisible()
    await button(page, '送出申請').click()
    await expect(section(page, '退款').getByRole('alert')).toContainText('請選擇要退的件數')
    await button(page, '增加數量').click()
    await expect(section(page, '退款')).toContainText(`NT$${mug.price.toLocaleString('zh-TW')}`)
    await page.getByRole('radio', { name: '自行寄回' }).check()
    await page.getByLabel('退貨原因（可不填）').fill('有缺角')
    await expectNoAxeViolations(page)
    await button(page, '送出申請').click()
    await expect(section(page, '退貨')).toContainText('已申請，等待店家回覆')
    await page.getByLabel('寄回的貨運單號').fill('9012')
    await button(page, '儲存單號').click()
    await expect(page.getByText('已儲存貨運單號')).toBeVisible()
    await expect(section(page, '退貨')).toContainText('9012')
    await expectNoAxeViolations(page)
  })

  await test.step('the owner accepts it, counts what came and pays back', async () => {
    await enterBackOffice(page, baseURL)
    await page.goto('/#/backend')
    await page.getByRole('link', { name: /^待審核退貨/ }).click()
    const main = page.getByRole('main')
    await expect(main.getByText('有缺角').first()).toBeVisible()
    await expectNoAxeViolations(page)
    await page.goto(`/#/backend/order/${id}`)
    await section(page, '退貨')
      .getByRole('link', { name: /^待審核/ })
      .click()
    await expect(page.getByRole('heading', { name: /^退貨 / })).toBeVisible()
    await expectNoAxeViolations(page)
    await button(page, '接受退貨').click()
    const accept = page.getByRole('dialog', { name: /^接受退貨/ })
    await accept.getByLabel('給顧客的說明（可不填）').fill('請連同外盒寄回')
    await button(accept, '接受退貨').click()
    await button(page, '收到並檢查').click()
    const judge = page.getByRole('dialog', { name: /^收到並檢查/ })
    await judge.getByLabel('放回庫存').fill('0')
    await judge.getByLabel('報廢').fill('1')
    await expectNoAxeViolations(page)
    await button(judge, '儲存檢查結果').click()
    await expect(section(page, '退回的商品')).toContainText('報廢 1 件')
    await button(page, '退款').click()
    const refund = page.getByRole('dialog', { name: /^退款/ })
    await refund.getByRole('button', { name: /^退款 NT\$/ }).click()
    await expect(main.getByText('已完成')).toBeVisible()
  })

  await test.step('the shopper reads how it ended', async () => {
    await restoreSession(page, member)
    await page.goto(`/#/main/order/${id}`)
    await expect(section(page, '退貨')).toContainText('退貨完成')
    await expect(section(page, '退貨')).toContainText('請連同外盒寄回')
    await expect(section(page, '退款')).toContainText('已退款')
    await expect(section(page, '訂單紀錄')).toContainText('收到退貨')
  })
})
