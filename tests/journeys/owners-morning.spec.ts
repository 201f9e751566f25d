import { expect, type Page } from '@playwright/test'
import { adminOrderApi } from '#contract/orders.ts'
import { administrator } from './administrator.ts'
import { button, chooseFromMenu, rows, signInToBackOffice } from './support/back-office.ts'
import { adminToken, callShop, createProduct } from './support/shop-api.ts'
import { createShopTest } from './support/test.ts'

const test = createShopTest()
const orderCount = 20
const telOf = (n: number) => `09220000${String(n).padStart(2, '0')}`

/** Paid orders of the night, each of one to three cups; the fifth has a board beside them. */
async function placeOrdersOfTheNight(page: Page): Promise<void> {
  const token = await adminToken(page.request)
  const cup = await createProduct(page.request, token, { title: '晨光杯', price: 300 })
  const board = await createProduct(page.request, token, { title: '木砧板', price: 500 })
  for (let n = 1; n <= orderCount; n++) {
    const products = [
      { product_id: cup.id, qty: (n % 3) + 1 },
      ...(n % 5 === 0 ? [{ product_id: board.id, qty: 1 }] : []),
    ]
    const user = {
      name: `顧客${n}`,
      email: `customer-${n}@example.com`,
      tel: telOf(n),
      address: `臺北市信義區市府路 ${n} 號`,
    }
    const data = { products, user, is_paid: true }
    await callShop(page.request, adminOrderApi.create, { data }, token)
  }
}

const waiting = (page: Page, name: string) =>
  page.getByRole('region', { name: '待處理' }).getByRole('link', { name, exact: true })
const figure = (page: Page, name: string) =>
  page.getByRole('main').locator('dl > div').filter({ hasText: name }).locator('dd').first()

test('the owner ships twenty orders, answers the telephone and refunds one (TODAY-02, TODAY-03, PACK-08, FIND-03)', {
  tag: '@long',
}, async ({ page }) => {
  let prints = 0
  await page.exposeFunction('countPrint', () => {
    prints += 1
  })
  await page.addInitScript('window.print = () => window.countPrint()')
  await placeOrdersOfTheNight(page)
  await signInToBackOffice(page, administrator)

  await test.step('the worklist leads to what is to be shipped', async () => {
    await waiting(page, `待出貨 ${orderCount}`).click()
    await expect(page.getByRole('heading', { name: '揀貨與出貨', level: 1 })).toBeVisible()
    await page.getByRole('checkbox', { name: '全選' }).check()
    await expect(page.getByText(`已選 ${orderCount} / ${orderCount} 筆`)).toBeVisible()
  })

  await test.step('the picking list and the slips are printed', async () => {
    await page.getByRole('link', { name: '揀貨單', exact: true }).click()
    await expect(page.getByRole('heading', { name: '揀貨單', level: 1 })).toBeVisible()
    const products = page.getByRole('main').getByRole('listitem')
    await expect(products.filter({ hasText: '木砧板' })).toContainText('4 筆訂單')
    // Of twenty orders seven have two cups, seven three, and six one.
    await expect(products.filter({ hasText: '晨光杯' })).toContainText('41')
    await expect(page.getByText('2 種商品，共 45 件')).toBeVisible()
    await button(page, '列印').click()
    await expect.poll(() => prints).toBe(1)
    await page.getByRole('link', { name: '關閉', exact: true }).click()
    await page.getByRole('checkbox', { name: '全選' }).check()
    await page.getByRole('link', { name: '出貨單', exact: true }).click()
    await expect(page.getByRole('article')).toHaveCount(orderCount)
    await button(page, '列印').click()
    await expect.poll(() => prints).toBe(2)
    await page.getByRole('link', { name: '返回', exact: true }).click()
    await expect(page.getByText(/^已列印 20/)).toHaveCount(orderCount)
  })

  await test.step('all are shipped with the numbers of the carrier', async () => {
    const numbers = page.getByLabel(/的貨運單號$/)
    for (let n = 0; n < orderCount; n++) {
      await (n === 0 ? numbers.first().click() : page.keyboard.press('Enter'))
      await page.keyboard.type(`TC-${1_000 + n}`)
    }
    await expect(numbers.last()).toHaveValue(`TC-${1_000 + orderCount - 1}`)
    await page.getByRole('checkbox', { name: '全選' }).check()
    await button(page, '標示已出貨').click()
    const toast = page.getByRole('status').filter({ hasText: '標示已出貨' })
    await expect(toast).toContainText(`已完成 ${orderCount} 筆`)
    await expect(page.getByText('目前沒有待出貨的訂單')).toBeVisible()
    await chooseFromMenu(page, '今日總覽')
    await expect(page.getByRole('region', { name: '待處理' })).not.toContainText('待出貨')
  })

  await test.step('a customer on the telephone is found by the number', async () => {
    await chooseFromMenu(page, '訂單列表')
    await page.getByRole('searchbox', { name: '關鍵字' }).fill('+886 922 000 007')
    await page.keyboard.press('Enter')
    await expect(rows(page)).toHaveText([/顧客7/])
    await rows(page).getByRole('link').first().click()
    const parcels = page.getByRole('region', { name: '包裹', exact: true })
    await expect(parcels).toContainText('TC-1006')
    await expect(page.getByRole('main')).toContainText('顧客7')
    await page.getByRole('textbox', { name: '內部備註' }).fill('來電：收到時杯口有缺角')
    await button(page, '新增備註').click()
    const steps = page.getByRole('region', { name: '訂單紀錄' }).getByRole('listitem')
    await expect(steps.first()).toContainText('杯口有缺角')
  })

  await test.step('one cup is refunded and remitted', async () => {
    await button(page.getByRole('region', { name: '退款', exact: true }), '退款').click()
    const dialog = page.getByRole('dialog', { name: /^退款 / })
    await expect(dialog).toContainText('最多可退 NT$600')
    await dialog.getByLabel('退款金額').fill('300')
    await dialog.getByLabel('退款原因').fill('杯口缺角')
    await button(dialog, '退款 NT$300').click()
    await expect(dialog).toHaveCount(0)
    await chooseFromMenu(page, '今日總覽')
    await waiting(page, '待人工退款 1').click()
    const refund = page.getByRole('main').locator('li, tr').filter({ hasText: '杯口缺角' })
    await expect(refund).toHaveCount(1)
    await button(refund, '已匯款').click()
    const remitted = page.getByRole('dialog', { name: '已匯款 NT$300' })
    await remitted.getByLabel('帳號末五碼').fill('12345')
    await button(remitted, '儲存').click()
    await expect(page.getByText('已完成退款')).toBeVisible()
  })

  await test.step('the figures of the day have all of it', async () => {
    await chooseFromMenu(page, '今日總覽')
    // Lamps of the demo are few on purpose.
    await expect(page.getByRole('region', { name: '待處理' }).getByRole('listitem')).toHaveText([
      /庫存偏低/,
    ])
    const received = 41 * 300 + 4 * 500
    const money = (amount: number) => `NT$${amount.toLocaleString('zh-TW')}`
    await expect(figure(page, '訂單數')).toHaveText(String(orderCount))
    await expect(figure(page, '收款')).toHaveText(money(received))
    await expect(figure(page, '淨額')).toHaveText(money(received - 300))
    await expect(
      page.getByRole('main').locator('dl > div', { hasText: '退款' }).locator('dd').first(),
    ).toHaveText(money(300))
  })
})
