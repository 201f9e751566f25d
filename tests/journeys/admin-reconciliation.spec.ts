import { expect } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, expectLoaded, rows } from './support/back-office.ts'
import { getDemoProduct, placeOrder } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

test.beforeEach(({ page, baseURL }) => enterBackOffice(page, baseURL).then(() => {}))

/** Money that came in another amount than asked for, the last one first. */
async function insertStrayPayments(orderId: string, count: number): Promise<void> {
  await queryShop(
    `insert into payments (id, order_id, provider, method, amount, captured_amount, status,
       reference, trade_no, counts, state_since)
     select $1 || n, $1, 'ecpay', 'card', 2280, 2180, 'succeeded', 'x', 'T' || $2 || n, false,
       now() - make_interval(hours => n)
     from generate_series(1, $3::int) as n`,
    [orderId, orderId.slice(-6).replaceAll(/[^A-Za-z0-9]/g, '0'), count],
  )
}

test('what does not agree is listed, asked for and settled, and a settlement file of other headers asks for its columns once (RECON-03, RECON-04, RECON-06, RECON-08) @long', async ({
  page,
  request,
}) => {
  await test.step('what does not agree', async () => {
    await page.goto('/#/backend/reconciliation?kind=amount_differs')
    await expect(page.getByRole('heading', { name: '對帳', level: 1 })).toBeVisible()
    await expect(page.getByText('帳目相符')).toBeVisible()
    await expect(page.getByText('上次檢查：')).toBeVisible()

    const orderId = await placeOrder(request, { product: await getDemoProduct(request), qty: 2 })
    await insertStrayPayments(orderId, 12)
    await page.reload()
    await expectLoaded(page)
    await expectNoAxeViolations(page)
    const list = rows(page)
    await expect(list).toHaveCount(10)
    await expect(list.first()).toContainText('金額不符')
    await expect(list.first()).toContainText('NT$2,280')
    await expect(list.first()).toContainText('NT$2,180')

    await page.getByLabel('差異種類').selectOption('重複付款')
    await expect(page.getByText('帳目相符')).toBeVisible()
    await expect(page).toHaveURL(/kind=paid_twice/)
    await page.goto('/#/backend/reconciliation?kind=amount_differs&page=2')
    await expect(list).toHaveCount(2)

    await button(list.first(), '立即查詢').click()
    await button(page.getByRole('alertdialog'), '立即查詢').click()
    await expect(page.getByText('付款服務暫時無法使用，請稍後再試')).toBeVisible()
    // The question stays, to be tried again.
    await button(page.getByRole('alertdialog'), '返回').click()

    await button(list.first(), '標記為已處理').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('處理備註').fill('已電話確認')
    await button(dialog, '標記為已處理').click()
    await expect(page.getByText('已標記為已處理')).toBeVisible()
    await expect(list).toHaveCount(1)
    await button(page, '已處理').click()
    await expect(list.first()).toContainText('已電話確認')
    await queryShop(`delete from payments where order_id = $1`, [orderId])
  })

  await test.step('a settlement file', async () => {
    const file = (amount: number) => ({
      name: '撥款明細.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Order,Paid\r\nJ${Date.now()}${amount},${amount}\r\n`),
    })
    await page.goto('/#/backend/settlement')
    await button(page, '匯入對帳檔').click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(file(100))
    await button(dialog, '匯入').click()
    await expect(page.getByText('第一次看到這種檔案')).toBeVisible()
    await dialog.getByLabel('交易編號').selectOption('Order')
    await dialog.getByLabel('交易金額').selectOption('Paid')
    await expectNoAxeViolations(page)
    await button(dialog, '以這些欄位匯入').click()
    await expect(page.getByText('已匯入對帳檔')).toBeVisible()
    await expect(page.getByText('NT$100')).toBeVisible()

    await button(page, '匯入對帳檔').click()
    await dialog.locator('input[type=file]').setInputFiles(file(200))
    // Empty again: the same file, corrected, can be chosen.
    await expect(dialog.locator('input[type=file]')).toHaveValue('')
    await button(dialog, '匯入').click()
    await expect(page.getByText('NT$200')).toBeVisible()
    await button(page, '明細').first().click()
    await expect(dialog.getByText('查無此交易', { exact: true })).toBeVisible()
    await expectNoAxeViolations(page)
  })
})
