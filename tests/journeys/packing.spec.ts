import { randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Product } from '#contract/catalog.ts'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { adminOrderApi } from '#contract/orders.ts'
import { settingsApi } from '#contract/settings.ts'
import { expectNoAxeViolations } from './support/axe.ts'
import { button, enterBackOffice } from './support/back-office.ts'
import { collectFaults } from './support/page-faults.ts'
import { callShop, createProduct, listDemoProducts } from './support/shop-api.ts'
import { queryShop } from './support/shop-database.ts'
import { test } from './support/test.ts'

test.describe.configure({ mode: 'default' })

let token: string
let products: Product[]
test.beforeEach(async ({ page, baseURL }) => {
  token = await enterBackOffice(page, baseURL)
  products = await listDemoProducts(page.request)
  await clearOrders()
})

/** No journey sees what another one has left to pack. */
const clearOrders = () =>
  queryShop('update orders set deleted_at = now() where deleted_at is null', [])

interface Placed {
  id: string
  number: string
}

/** A paid order by hand, of one piece of each product. */
async function place(
  page: Page,
  of: { products?: Product[]; qty?: number; user?: object; message?: string } = {},
): Promise<Placed> {
  const lines = (of.products ?? products.slice(0, 2)).map(({ id: product_id }) => ({
    product_id,
    qty: of.qty ?? 1,
  }))
  const user = {
    name: '王小明',
    email: 'ming@example.com',
    tel: '0912345678',
    address: '臺北市信義區市府路 1 號',
    ...of.user,
  }
  const data = { products: lines, user, is_paid: true, message: of.message ?? '' }
  const { orderId: id } = await callShop(page.request, adminOrderApi.create, { data }, token)
  const { order } = await callShop(
    page.request,
    adminOrderLifeApi.detail,
    { params: { id } },
    token,
  )
  return { id, number: order.number }
}

async function openPacking(page: Page) {
  await page.goto('/#/backend/packing')
  await expect(page.getByRole('heading', { name: '揀貨與出貨', level: 1 })).toBeVisible()
}
const rows = (page: Page) => page.getByRole('list', { name: '待出貨訂單' }).locator(':scope > li')
const numberOf = (page: Page, { number }: Placed) => page.getByLabel(`${number} 的貨運單號`)

async function openPrint(page: Page, name: '揀貨單' | '出貨單' | '標籤貼紙') {
  await page.getByRole('checkbox', { name: '全選' }).check()
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** The pages of the paper, as Chromium prints it. */
async function countPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('the orders that wait are listed oldest first, printed on slips and a picking list that is ticked off, with the name of the shop (PACK-01, PACK-02, PACK-03, PACK-07, PACK-09, SETTING-07) @long', async ({
  page,
  baseURL,
}) => {
  const faults = await collectFaults(page)

  await test.step('the list, and what was printed', async () => {
    const first = await place(page, { message: '請放管理室' })
    const second = await place(page)
    await openPacking(page)
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).first()).toContainText(first.number)
    await expect(rows(page).first()).toContainText('請放管理室')
    await expect(rows(page).first()).toContainText(products[0]?.title ?? '')
    await expect(rows(page).last()).toContainText(second.number)
    await expect(page.getByText('已列印')).toHaveCount(0)
    await expectNoAxeViolations(page)
    await openPrint(page, '出貨單')
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.getByRole('link', { name: '返回', exact: true }).click()
    await expect(rows(page).first()).toContainText(/已列印 20\d\d\//)
    const cancel = { params: { id: second.id }, data: { reason: '缺貨' } }
    await callShop(page.request, adminOrderLifeApi.cancel, cancel, token)
    await openPrint(page, '出貨單')
    await expect(page.getByRole('alert').first()).toContainText(
      `${second.number}（訂單目前為「已取消」）`,
    )
    await expect(page.getByText(/先前已列印：/)).toContainText(first.number)
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  await test.step('a picking list is ticked off, and keeps its ticks until it is closed', async () => {
    await clearOrders()
    await place(page, { qty: 2 })
    await place(page, { qty: 3 })
    await openPacking(page)
    await page.reload()
    await openPrint(page, '揀貨單')
    const ticks = page.getByRole('main').getByRole('checkbox')
    await expect(ticks).toHaveCount(2)
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('5')
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('2 筆訂單')
    await ticks.first().check()
    await expectNoAxeViolations(page)
    await page.reload()
    await expect(ticks.first()).toBeChecked()
    await expect(ticks.last()).not.toBeChecked()
    await page.getByRole('link', { name: '關閉' }).click()
    await openPrint(page, '揀貨單')
    await expect(ticks.first()).not.toBeChecked()
  })

  await test.step('a slip has all that goes into the parcel, prices only when chosen', async () => {
    await clearOrders()
    const { id, number } = await place(page, { message: '請放管理室', qty: 2 })
    const code = randomBytes(6).toString('hex')
    await queryShop(
      `with campaign as (insert into campaigns (id, title) values ($2, '冬季團')),
       team as (insert into groups (id, campaign_id, code, opened_at, expires_at)
         values ($2, $2, $2, now(), now() + interval '1 year'))
       update orders set group_id = $2 where id = $1`,
      [id, code],
    )
    await openPacking(page)
    await page.reload()
    await openPrint(page, '出貨單')
    const slip = page.getByRole('article', { name: `出貨單 ${number}` })
    for (const text of [
      'MinMin 團購',
      '王小明',
      '0912345678',
      '臺北市信義區市府路 1 號',
      '請放管理室',
      `冬季團（${code}）`,
    ]) {
      await expect(slip).toContainText(text)
    }
    await expect(slip.getByRole('row')).toHaveCount(3)
    await expect(slip.getByRole('img', { name: `訂單 ${number} 的 QR code` })).toBeVisible()
    await expect(slip).not.toContainText('NT$')
    await expectNoAxeViolations(page)
    await page.getByLabel('列印金額').check()
    await expect(slip).toContainText('訂單金額 NT$')
    // The order is behind the address of the code.
    await page.goto(`${baseURL}/#/backend/order/${id}`)
    await expect(page.getByRole('heading', { name: `訂單 ${number}` })).toBeVisible()
    expect(faults).toEqual([])
    for (const text of [
      'update orders set group_id = null where group_id = $1',
      'delete from groups where id = $1',
      'delete from campaigns where id = $1',
    ])
      await queryShop(text, [code])
  })

  await test.step('the name of the shop stands on slips and picking lists', async () => {
    await clearOrders()
    await place(page)
    const announce = () => queryShop(`select pg_notify('settings_changed', '')`, [])
    const untilNamed = (name: string) =>
      expect
        .poll(async () => (await callShop(page.request, settingsApi.read, {})).settings.shop.name)
        .toBe(name)
    await queryShop(
      `insert into settings ("group", values, version, updated_by) values ('shop', '{"name": "小農市集"}', 1, 'somebody')`,
      [],
    )
    await announce()
    try {
      await untilNamed('小農市集')
      await page.reload()
      await openPacking(page)
      await openPrint(page, '出貨單')
      const slip = page.getByRole('article')
      await expect(slip.getByText('小農市集', { exact: true })).toBeVisible()
      await expect(slip.getByText(/^小農市集　電話 \d/)).toBeVisible()
      await openPacking(page)
      await openPrint(page, '揀貨單')
      await expect(page.getByText(/^小農市集・/)).toBeVisible()
    } finally {
      await queryShop(`delete from settings where "group" = 'shop'`, [])
      await announce()
      await untilNamed('MinMin 團購')
    }
  })
})

test('slips and labels are printed on their places, with the longest names whole (PACK-04, PACK-05, PACK-06)', {
  tag: '@long',
}, async ({ page }) => {
  await test.step('slips one a sheet, and a long one goes on with its head', async () => {
    for (let n = 0; n < 3; n++) await place(page)
    await openPacking(page)
    await openPrint(page, '出貨單')
    await expect(page.getByRole('article')).toHaveCount(3)
    expect(await countPages(page)).toBe(3)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(button(page, '列印')).toBeHidden()
    await page.emulateMedia({ media: null })

    const many = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        createProduct(page.request, token, { title: `長單品項 ${n + 1}`, price: 100 }),
      ),
    )
    await clearOrders()
    await place(page, { products: many })
    await openPacking(page)
    await page.reload()
    await expect(rows(page)).toHaveCount(1)
    await openPrint(page, '出貨單')
    await expect(page.getByRole('row')).toHaveCount(41)
    expect(await countPages(page)).toBe(2)
    const head = page.getByRole('article').locator('thead')
    expect(await head.evaluate((element) => getComputedStyle(element).display)).toBe(
      'table-header-group',
    )
  })

  await test.step('labels from the chosen place on', async () => {
    await clearOrders()
    for (let n = 0; n < 2; n++) await place(page)
    await openPacking(page)
    await page.reload()
    await openPrint(page, '標籤貼紙')
    const labels = page.getByRole('group', { name: /^標籤 \d+$/ })
    await expect(labels).toHaveCount(2)
    const mm = 96 / 25.4
    for (const [sheet, first, expected] of [
      ['24 格 70 × 37 mm', 1, { left: 0, top: 0.5, width: 70, height: 37 }],
      ['24 格 70 × 37 mm', 6, { left: 140, top: 37.5, width: 70, height: 37 }],
      ['21 格 63.5 × 38.1 mm', 5, { left: 73.25, top: 53.25, width: 63.5, height: 38.1 }],
      ['單張 100 × 150 mm', 1, { left: 0, top: 0, width: 100, height: 150 }],
    ] as const) {
      await page.getByLabel('規格').selectOption(sheet)
      if (sheet !== '單張 100 × 150 mm') await page.getByLabel('起始格').fill(String(first))
      const place = await labels.first().evaluate((label) => {
        const own = label.getBoundingClientRect()
        const paper = label.parentElement?.getBoundingClientRect() ?? own
        return {
          left: own.left - paper.left,
          top: own.top - paper.top,
          width: own.width,
          height: own.height,
        }
      })
      for (const side of ['left', 'top', 'width', 'height'] as const) {
        expect(Math.abs(place[side] / mm - expected[side]), `${sheet} ${side}`).toBeLessThan(0.5)
      }
      expect(await countPages(page)).toBe(sheet === '單張 100 × 150 mm' ? 2 : 1)
    }
    await page.getByLabel('規格').selectOption('24 格 70 × 37 mm')
    await expectNoAxeViolations(page)
  })

  await test.step('the longest names and addresses', async () => {
    await clearOrders()
    const name = `${'長'.repeat(60)}<b>王</b>\u202e${'W'.repeat(30)}`
    const address = `${'臺北市信義區'.repeat(50)}${'ﷺ'.repeat(4)}${'W'.repeat(150)}`
    const { number } = await place(page, { user: { name, address } })
    await openPacking(page)
    await page.reload()
    await openPrint(page, '標籤貼紙')
    const labels = page.getByRole('group', { name: /^標籤 \d+$/ })
    for (const sheet of ['24 格 70 × 37 mm', '21 格 63.5 × 38.1 mm', '單張 100 × 150 mm']) {
      await page.getByLabel('規格').selectOption(sheet)
      await expect(labels.first()).toBeVisible()
      const found = await labels.evaluateAll((all) =>
        all.map((label) => {
          const box = label.getBoundingClientRect()
          const lines = [...label.children]
          return {
            text: lines.map(({ textContent }) => textContent).join(''),
            points: (Number.parseFloat(getComputedStyle(label).fontSize) * 72) / 96,
            isInside: lines.every((line) => {
              const range = document.createRange()
              range.selectNodeContents(line)
              const { left, right, bottom } = range.getBoundingClientRect()
              return left >= box.left - 1 && right <= box.right + 1 && bottom <= box.bottom + 1
            }),
          }
        }),
      )
      const printed = found.map(({ text }) => text).join('')
      // The sender stands there where it has room.
      expect(printed.replace(/寄件人：.*$/, '')).toBe(`${number}${name}0912345678${address}`)
      for (const { points, isInside } of found) {
        expect(points).toBeGreaterThanOrEqual(6.99)
        expect(isInside).toBe(true)
      }
    }
    await page.getByRole('link', { name: '返回', exact: true }).click()
    await openPrint(page, '出貨單')
    const slip = page.getByRole('article')
    await expect(slip).toContainText(name)
    await expect(slip).toContainText(address)
    await expect(slip.locator('b')).toHaveCount(0)
    const overflow = await slip.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})

test('numbers are typed and pasted down the list, and the orders are shipped with them (PACK-08) @long', async ({
  page,
}) => {
  const shipped = await place(page)
  const parcel = {
    params: { id: shipped.id },
    data: { carrier: 'tcat' as const, tracking_number: 'USED-1' },
  }
  await callShop(page.request, adminOrderLifeApi.ship, parcel, token)
  const [first, second, third] = [await place(page), await place(page), await place(page)]
  await openPacking(page)
  await numberOf(page, first).fill('USED-1')
  await page.keyboard.press('Enter')
  await expect(numberOf(page, second)).toBeFocused()
  await expect(page.getByText(`與訂單 ${shipped.number} 的單號相同`)).toBeVisible()
  await numberOf(page, first).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'AB-1\nAB-2\nAB-1\n')
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(numberOf(page, second)).toHaveValue('AB-2')
  await expect(numberOf(page, third)).toHaveValue('AB-1')
  await expect(page.getByText(`與訂單 ${first.number} 的單號相同`)).toBeVisible()
  await expectNoAxeViolations(page)
  await numberOf(page, third).fill('AB-3')
  await page.getByRole('checkbox', { name: '全選' }).check()
  await page.getByLabel('物流公司').selectOption('新竹物流')
  await button(page, '標示已出貨').click()
  const toast = page.getByRole('status').filter({ hasText: '標示已出貨：已完成 3 筆' })
  await expect(button(toast, '復原')).toBeVisible()
  await expect(page.getByText('目前沒有待出貨的訂單')).toBeVisible()
  const input = { params: { id: second.id } }
  const { order, parcels } = await callShop(page.request, adminOrderLifeApi.detail, input, token)
  expect(order.state).toBe('shipped')
  expect(parcels).toMatchObject([{ carrier: 'hct', tracking_number: 'AB-2' }])
  await button(toast, '復原').click()
  await expect(page.getByRole('status').filter({ hasText: '已復原 3 筆' })).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
})
