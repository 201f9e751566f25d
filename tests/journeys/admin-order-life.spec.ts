import { expect, type Page } from '@playwright/test'
import { adminOrderApi } from '#contract/orders.ts'
import { adminRefundApi } from '#contract/refunds.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice, openList, rowOf, rows, table } from './support/back-office.ts'
import { callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

let token: string
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
})

const place = async (page: Page) =>
  placeOrder(page.request, { product: await getDemoProduct(page.request), qty: 2 })

async function placePaid(page: Page): Promise<string> {
  const id = await place(page)
  const input = { params: { id }, data: { is_paid: true } }
  await callShop(page.request, adminOrderApi.update, input, token)
  return id
}

async function openOrder(page: Page, id: string) {
  await page.goto(`/#/backend/order/${id}`)
  await expect(section(page, '訂單紀錄')).toBeVisible()
}
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const refund = (page: Page, id: string, amount: number) =>
  callShop(
    page.request,
    adminRefundApi.create,
    { params: { id }, data: { amount, reason: `少 ${amount} 件` } },
    token,
  )

test('the page of an order has the buttons that its state allows, notes for the staff and mails that are sent again (ORDERLIFE-23, ORDERLIFE-25, ORDERLIFE-30)', async ({
  page,
}) => {
  const id = await placePaid(page)
  await queryShop(
    `update mail_outbox set given_up_at = now(), sent_at = null, last_error = '550 unknown'
     where order_id = $1 and kind = 'placed'`,
    [id],
  )
  await openList(page, '訂單', '?sort=id&order=desc')
  await rowOf(page, id).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`#/backend/order/${id}$`))
  const steps = section(page, '訂單紀錄').getByRole('listitem')

  await test.step('the mails of an order are listed and sent again', async () => {
    const mails = section(page, '信件紀錄').getByRole('listitem')
    await expect(mails).toHaveCount(2)
    await expect(mails.nth(0)).toContainText('付款完成')
    await expect(mails.nth(1)).toContainText('訂單成立・寄送失敗')
    await expect(mails.nth(1)).toContainText('550 unknown')
    await expect(mails.nth(1)).toContainText('ming@example.com')
    await expectNoAxeViolations(page)
    for (let count = 3; count <= 6; count++) {
      await button(page, '重新寄送 訂單成立').click()
      await expect(mails).toHaveCount(count)
    }
    await expect(mails.first()).toContainText(/訂單成立・(待寄出|已寄出)/)
    await button(page, '重新寄送 訂單成立').click()
    await expect(page.getByText('操作過於頻繁，請稍後再試')).toBeVisible()
    await expect(mails).toHaveCount(6)
  })

  await test.step('a note stays in the timeline of the staff, newest first', async () => {
    await page.getByRole('textbox', { name: '內部備註' }).fill('客人要求禮盒')
    await button(page, '新增備註').click()
    await expect(steps.first()).toContainText('客人要求禮盒')
    await expect(steps.last()).toContainText('訂單成立')
  })

  await test.step('it is prepared', async () => {
    await button(page, '開始備貨').click()
    await expect(page.getByText('已開始備貨')).toBeVisible()
    await expect(button(page, '開始備貨')).toHaveCount(0)
    await expect(button(page, '取消訂單')).toBeVisible()
  })

  await test.step('it leaves in two parcels, and arrives', async () => {
    await button(page, '新增包裹').click()
    const dialog = page.getByRole('dialog', { name: /^新增包裹/ })
    await dialog.getByRole('textbox', { name: '件數' }).fill('0')
    await button(dialog, '出貨').click()
    await expect(dialog.getByText('請至少填寫一件商品的件數')).toBeVisible()
    await dialog.getByRole('textbox', { name: '件數' }).fill('1')
    await dialog.getByRole('textbox', { name: '貨運單號' }).fill('AB-123')
    await expectNoAxeViolations(page)
    await button(dialog, '出貨').click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('部分出貨')).toBeVisible()
    await expect(button(page, '取消訂單')).toHaveCount(0)

    await button(page, '新增包裹').click()
    await button(dialog, '出貨').click()
    await expect(section(page, '包裹').getByRole('listitem')).toHaveCount(2)
    await expect(button(page, '新增包裹')).toHaveCount(0)
    for (const left of [1, 0]) {
      await button(section(page, '包裹'), '標記已送達').first().click()
      await expect(button(section(page, '包裹'), '標記已送達')).toHaveCount(left)
    }
    await expect(steps.first()).toContainText('已送達')
    await expect(button(page, '登記退貨')).toBeVisible()
  })
})

test('an order is cancelled for a reason, and an archived one is listed as such and brought back (ORDERLIFE-08, ORDERLIFE-12)', async ({
  page,
}) => {
  const id = await place(page)
  const archived = await placePaid(page)
  await callShop(page.request, adminOrderApi.remove, { params: { id: archived } }, token)

  await test.step('the owner cancels for a reason', async () => {
    await openOrder(page, id)
    await button(page, '取消訂單').click()
    const dialog = page.getByRole('dialog', { name: /^取消訂單/ })
    await button(dialog, '確定取消').click()
    await expect(dialog.getByText('請填寫取消原因')).toBeVisible()
    await dialog.getByRole('textbox', { name: '取消原因' }).fill('<b>缺貨</b>')
    await button(dialog, '確定取消').click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('取消原因：<b>缺貨</b>')).toBeVisible()
    await expect(button(page, '取消訂單')).toHaveCount(0)
  })

  await test.step('an archived order comes back', async () => {
    await openList(page, '訂單', '?archived=1')
    await expect(rows(page).first()).toContainText(archived)
    await openOrder(page, archived)
    await expect(button(page, '取消訂單')).toHaveCount(0)
    await button(page, '還原').click()
    await expect(page.getByText('已還原訂單')).toBeVisible()
    await expect(button(page, '開始備貨')).toBeVisible()
    await openList(page, '訂單', '?sort=id&order=desc')
    await expect(rowOf(page, archived)).toBeVisible()
  })
})

test('refunds that wait for the staff are listed and ticked, failed ones are sent again or made by hand (REFUND-07, REFUND-10) @long', async ({
  page,
}) => {
  const [id, other, again, byHand] = [
    await placePaid(page),
    await placePaid(page),
    await placePaid(page),
    await placePaid(page),
  ]
  await refund(page, id, 1)
  await refund(page, other, 2)
  await refund(page, id, 3)
  // Those of other journeys stand beside them.
  const own = rows(page).filter({ hasText: new RegExp(`${id}|${other}`) })
  await page.goto('/#/backend/refund')

  await test.step('those that wait are ticked once they are remitted', async () => {
    await expect(page.getByRole('heading', { name: '退款', level: 1 })).toBeVisible()
    await expect(own).toHaveCount(3)
    await expect(own.first()).toContainText('少 1 件')
    await expect(own.first()).toContainText('待人工退款')
    await expect(own.first()).toContainText(id)
    await expectNoAxeViolations(page)

    await button(own.nth(1), '已匯款').click()
    const dialog = page.getByRole('dialog', { name: '已匯款 NT$2' })
    await dialog.getByRole('textbox', { name: '帳號末五碼' }).fill('1234')
    await button(dialog, '儲存').click()
    await expect(dialog.getByText('請輸入帳號的最後五個數字')).toBeVisible()
    await dialog.getByRole('textbox', { name: '帳號末五碼' }).fill('12345')
    await button(dialog, '儲存').click()
    await expect(page.getByText('已完成退款')).toBeVisible()
    await expect(own).toHaveCount(2)
  })

  await test.step('the states are filters in the address', async () => {
    await button(page, '已退款').click()
    await expect(page).toHaveURL(/#\/backend\/refund\?state=done$/)
    await expect(own).toHaveCount(1)
    await expect(button(own.first(), '已匯款')).toHaveCount(0)
    await button(page, '全部').click()
    await expect(own).toHaveCount(3)
    await expect(own.first()).toContainText('少 3 件')
    await rowOf(page, other).getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`#/backend/order/${other}$`))
    await page.goto('/#/backend/refund?state=failed')
    await expect(table(page).getByText('目前無資料')).toBeVisible()
  })

  await test.step('one that failed says why, and is sent again', async () => {
    for (const one of [again, byHand]) await refund(page, one, 4)
    const failed = "update refunds set state = 'failed', last_error = 'error_Stop (0)'"
    await queryShop(`${failed} where order_id = any($1)`, [[again, byHand]])
    await page.reload()
    await expect(rowOf(page, again)).toContainText('error_Stop (0)')
    await expect(button(rowOf(page, again), '已匯款')).toHaveCount(0)
    await expectNoAxeViolations(page)
    await button(rowOf(page, again), '重新退款').click()
    await expect(page.getByRole('alertdialog')).toContainText('NT$4')
    await button(page.getByRole('alertdialog'), '重新退款').click()
    await expect(page.getByText('已重新排入退款')).toBeVisible()
    await expect(rowOf(page, again)).toHaveCount(0)
  })

  await test.step('or it is made by hand', async () => {
    await button(rowOf(page, byHand), '改為人工退款').click()
    await button(page.getByRole('alertdialog'), '改為人工退款').click()
    await expect(page.getByText('已改為人工退款')).toBeVisible()
    await button(page, '待人工退款').click()
    await expect(button(rowOf(page, byHand), '已匯款')).toBeVisible()
  })
})
