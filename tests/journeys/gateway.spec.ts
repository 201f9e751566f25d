import { test as base, expect, type Page } from '@playwright/test'
import { type RunningGateway, startGateway } from '../../gateway/start-gateway.ts'
import { TestShop } from '../../gateway/testing/test-shop.ts'
import type { Method } from '../../gateway/trade.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { expectLargeTextFits } from './support/large-text.ts'

const test = base.extend<{ shop: TestShop; running: RunningGateway }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  shop: async ({}, use) => {
    const shop = await TestShop.open()
    await use(shop)
    await shop.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  running: async ({}, use) => {
    const running = await startGateway({ now: new Date('2026-11-20T12:00:00+08:00') })
    await use(running)
    await running.close()
  },
})

/** Sends the form of a trade as a page of the shop does. */
async function openCheckout(page: Page, running: RunningGateway, shop: TestShop, method: Method) {
  const fields = shop.form(method)
  await page.evaluate(
    ([action, entries]) => {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = action
      for (const [name, value] of entries) {
        const input = document.createElement('input')
        Object.assign(input, { type: 'hidden', name, value })
        form.append(input)
      }
      document.body.append(form)
      form.submit()
    },
    [`${running.address}/Cashier/AioCheckOut/V5`, Object.entries(fields)] as const,
  )
  await expect(page.getByRole('heading', { name: '等待付款', level: 1 })).toBeVisible()
  await expect(page.getByText('測試金流，不會實際扣款')).toBeVisible()
}

async function expectReadable(page: Page): Promise<void> {
  await expectNoAxeViolations(page)
  await expectLargeTextFits(page)
}

function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click()
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { name, level: 1 })
}

const codes = (shop: TestShop) => shop.received.map(({ fields }) => fields.RtnCode)

test('a card is refused, 3-D Secure is left, then it is paid; a link leads back without a result (GATEWAY-35)', async ({
  page,
  running,
  shop,
}) => {
  await openCheckout(page, running, shop, 'Credit')
  await expectReadable(page)
  await press(page, '付款失敗')
  await expect(heading(page, '付款失敗')).toBeVisible()
  await expect.poll(() => codes(shop)).toEqual(['10100248'])
  await expectReadable(page)
  await press(page, '離開 3-D 驗證')
  await expect(heading(page, '已離開 3-D 驗證，尚未付款')).toBeVisible()
  await press(page, '付款成功')
  await page.waitForURL(`${shop.address}/return`)
  await expect.poll(() => codes(shop)).toEqual(['10100248', '1', '1'])
  // The browser asks each new address for its icon.
  const paths = shop.received.map(({ path }) => path).filter((path) => path !== '/favicon.ico')
  expect(paths.toSorted()).toEqual(['/notify', '/notify', '/return'])

  await page.goto('about:blank')
  await openCheckout(page, running, shop, 'Credit')
  await page.getByRole('link', { name: '返回商店' }).click()
  await page.waitForURL(`${shop.address}/back`)
})

test('a number is issued for each method and paid later (GATEWAY-35)', async ({
  page,
  running,
  shop,
}) => {
  for (const [method, label] of [
    ['ATM', '繳費帳號'],
    ['CVS', '繳費代碼'],
    ['BARCODE', '第一段條碼'],
  ] as const) {
    await test.step(method, async () => {
      await page.goto('about:blank')
      await openCheckout(page, running, shop, method)
      await press(page, '取號')
      await expect(heading(page, '等待繳費')).toBeVisible()
      await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible()
      await expect.poll(() => shop.received.map(({ path }) => path).at(-1)).toBe('/number')
      if (method === 'BARCODE') await expectReadable(page)
      await page.reload()
      await press(page, '繳費')
      if (method === 'BARCODE') await press(page, '立即入帳')
      await expect(heading(page, '付款完成')).toBeVisible()
      await expect.poll(() => codes(shop).at(-1)).toBe('1')
      if (method === 'BARCODE') await expectReadable(page)
    })
  }
})

test('the control page sends callbacks twice, late, out of order and forged (GATEWAY-35)', {
  tag: '@long',
}, async ({ page, running, shop }) => {
  await openCheckout(page, running, shop, 'ATM')
  await page.getByRole('link', { name: '交易控制：通知、退款與故障' }).click()
  await expect(heading(page, '交易控制')).toBeVisible()
  await page.getByLabel('通知商店').selectOption('保留，由我送出')
  await page.getByLabel('回應商店伺服器').selectOption('500 錯誤')
  await press(page, '儲存設定')
  await page.getByRole('link', { name: '付款頁面' }).click()
  await press(page, '取號')
  await press(page, '繳費')
  await page.getByRole('link', { name: '交易控制：通知、退款與故障' }).click()
  await expect(page.getByLabel('回應商店伺服器')).toHaveValue('error')
  const notice = (name: string) => page.getByRole('listitem').filter({ hasText: `${name}通知` })
  await expect(notice('付款成功')).toContainText('保留中')
  expect(shop.received).toEqual([])
  const send = (name: string, button: string) =>
    notice(name).getByRole('button', { name: button, exact: true }).click()
  await send('付款成功', '送出')
  await expect(notice('付款成功')).toContainText('商店已收到')
  await send('取號', '以錯誤檢查碼送出')
  await expect(notice('取號')).toContainText('錯誤檢查碼')
  await send('取號', '送出兩次')
  await expect(notice('取號').getByRole('listitem')).toHaveCount(3)
  expect(codes(shop)).toEqual(['1', '2', '2', '2'])
  await press(page, '模擬付款通知')
  await expect(notice('模擬付款')).toBeVisible()
  await expectReadable(page)
})

test('the front page lists trades and moves the clock to the closing (GATEWAY-35)', {
  tag: '@long',
}, async ({ page, running, shop }) => {
  await page.goto(running.address)
  await expect(page.getByText('還沒有交易')).toBeVisible()
  await openCheckout(page, running, shop, 'Credit')
  await press(page, '付款成功')
  await page.waitForURL(`${shop.address}/return`)
  await page.goto(running.address)
  await page.getByLabel('每日自動關帳').selectOption('開啟')
  await press(page, '儲存設定')
  await press(page, '前進到下一次 20:15 關帳')
  await expect(page.getByText('2026/11/20 20:15')).toBeVisible()
  await expectReadable(page)
  await press(page, '前進到下一個 06:00')
  await page.getByRole('link', { name: /^T\d/ }).click()
  await expect(page.getByText('要關帳')).toBeVisible()
  await page.getByLabel('在金流後台操作').selectOption('退刷')
  await page.getByRole('textbox', { name: '金額' }).fill('40')
  await press(page, '送出操作')
  await expect(page.getByText('退刷　NT$40')).toBeVisible()
  await expectReadable(page)
})
