import { expect, type Page } from '@playwright/test'
import { paymentApi } from '#contract/payments.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice } from './support/back-office.ts'
import { createMember, restoreSession } from './support/members.ts'
import { callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('two orders are put into one parcel by their shopper, taken apart, merged by the staff and packed as one (AFTER-09) @phone', async ({
  page,
  baseURL,
}, { project, retry }) => {
  const member = await createMember(page.request)
  const mug = await getDemoProduct(page.request)
  // The staff is offered all orders of a recipient, also those of other tests and tries.
  const name = `黃小${project.name === 'phone' ? '手' : '桌'}${'一二三'[retry] ?? ''}`
  const ids: string[] = []
  for (let count = 0; count < 2; count += 1) {
    const id = await placeOrder(page.request, { product: mug, qty: 1, name }, member.token)
    await callShop(page.request, paymentApi.pay, { params: { id } }, member.token)
    ids.push(id)
  }
  const [first = '', second = ''] = ids

  await test.step('the shopper has them sent together, and one by one again', async () => {
    await restoreSession(page, member)
    await page.goto(`/#/main/order/${first}`)
    await expect(section(page, '併單出貨')).toContainText('可以裝成一個包裹一起寄')
    await expectNoAxeViolations(page)
    await section(page, '併單出貨')
      .getByRole('button', { name: /^併單出貨/ })
      .click()
    await expect(section(page, '併單出貨')).toContainText('裝在同一個包裹')
    await button(page, '分開寄').click()
    await expect(section(page, '併單出貨')).toContainText('可以裝成一個包裹一起寄')
  })

  await test.step('the staff merges them on the order, and packs one parcel', async () => {
    await enterBackOffice(page, baseURL)
    await page.goto(`/#/backend/order/${second}`)
    await expect(section(page, '併單出貨')).toContainText('同一位收件人還有 1 筆訂單')
    await button(section(page, '併單出貨'), '併單出貨').click()
    await expect(section(page, '併單出貨')).toContainText('裝成一個包裹')
    await expectNoAxeViolations(page)
    await button(page, '新增包裹').click()
    const dialog = page.getByRole('dialog', { name: /^新增包裹/ })
    await expect(dialog).toContainText('會一起出貨')
    await dialog.getByLabel('貨運單號', { exact: true }).fill('TW-1')
    await button(dialog, '出貨').click()
    await expect(dialog).toBeHidden()
    await page.goto(`/#/backend/order/${first}`)
    await expect(section(page, '包裹')).toContainText('TW-1')
  })
})
