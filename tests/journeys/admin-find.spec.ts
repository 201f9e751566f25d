import { expect, type Page } from '@playwright/test'
import { adminStockApi } from '#contract/stock.ts'
import {
  button,
  columnTexts,
  createCategory,
  enterBackOffice,
  freshWord,
  header,
  openList,
  rowOf,
  rows,
  table,
} from './support/back-office.ts'
import { adminToken, callShop, getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

test.beforeEach(async ({ page, baseURL }) => {
  await enterBackOffice(page, baseURL)
})

const views = (page: Page) => page.getByRole('navigation', { name: '檢視' })
const keyword = (page: Page) => page.getByRole('searchbox', { name: '關鍵字' })

async function orderFor(page: Page, name: string): Promise<string> {
  return placeOrder(page.request, { product: await getDemoProduct(page.request), qty: 1, name })
}

test('nothing that is added to the lists bears a name of the specification (FIND-01)', async ({
  page,
}) => {
  for (const list of ['產品', '訂單', '優惠券'] as const) {
    await openList(page, list)
    const main = page.getByRole('main')
    await expect(main.getByRole('progressbar')).toHaveCount(0)
    const added = [
      ...(await main.getByRole('button').all()),
      ...(await main.getByRole('textbox').all()),
    ]
    const names = await Promise.all(added.map((one) => one.getAttribute('aria-label')))
    expect(names.join()).not.toMatch(/關鍵字搜尋/)
    if (list === '優惠券') continue
    await expect(main.getByRole('searchbox', { name: '關鍵字' })).toHaveCount(1)
    await expect(button(page, '篩選')).toHaveCount(1)
    await expect(main.getByRole('button', { name: /搜尋/ })).toHaveCount(list === '產品' ? 1 : 0)
    if (list === '訂單') await expect(main.getByRole('button', { name: /新增/ })).toHaveCount(0)
    await expect(main.getByRole('checkbox', { checked: true })).toHaveCount(0)
    expect(await main.getByRole('table').count()).toBeLessThanOrEqual(1)
  }
})

test('a keyword and filters stand in the address: reload and back keep them (FIND-05, FIND-06)', async ({
  page,
}) => {
  const name = `尋${Date.now() % 1_000_000}`
  const id = await orderFor(page, name)
  const other = await orderFor(page, '王小明')
  await openList(page, '訂單')
  await keyword(page).fill(name)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveCount(1)
  await expect(rowOf(page, id)).toBeVisible()
  await expect(page).toHaveURL(/q=/)
  await page.reload()
  await expect(rowOf(page, id)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await rowOf(page, id).getByRole('checkbox').check()
  await button(page, '篩選').click()
  const sheet = page.getByRole('dialog', { name: '篩選' })
  await sheet.getByLabel('訂單狀態').selectOption('shipped')
  await button(sheet, '套用').click()
  await expect(page.getByText('查無符合條件的資料')).toBeVisible()
  await page.goBack()
  await expect(rowOf(page, id)).toBeVisible()
  await expect(rowOf(page, id).getByRole('checkbox')).not.toBeChecked()
  await page.goForward()
  await button(page, '清除條件').click()
  await expect(keyword(page)).toHaveValue('')
  await page
    .getByRole('navigation', { name: '檢視' })
    .getByRole('button', { name: '今日訂單' })
    .click()
  await openList(page, '訂單', '?sort=id&order=desc')
  await expect(rowOf(page, other)).toBeVisible()
})

test('two filters that are chosen in one moment both hold (FIND-05)', async ({ page }) => {
  await page.goto('/#/backend/audit')
  const menus = page.locator('main select')
  await expect(menus.filter({ hasText: '系統管理指令' })).toBeVisible()
  await menus.evaluateAll((all) => {
    for (const menu of all as HTMLSelectElement[]) {
      menu.selectedIndex = 1
      menu.dispatchEvent(new Event('change', { bubbles: true }))
    }
  })
  await expect(page).toHaveURL(/action=.*&actor=.*&kind=/)
})

test('the list comes with views that cannot be changed (FIND-08)', async ({ page }) => {
  await orderFor(page, '王小明')
  await openList(page, '訂單')
  await expect(views(page).getByRole('button')).toHaveText([
    '全部',
    '待付款',
    '待出貨',
    '今日訂單',
    '已出貨',
    '已取消',
  ])
  await expect(button(views(page), '全部')).toHaveAttribute('aria-pressed', 'true')
  for (const [name, address] of [
    ['待付款', /state=placed/],
    ['今日訂單', /from=\d{4}-\d\d-\d\d&to=/],
    ['已取消', /state=cancelled/],
  ] as const) {
    await button(views(page), name).click()
    await expect(page).toHaveURL(address)
    await expect(button(views(page), name)).toHaveAttribute('aria-pressed', 'true')
    await expect(button(views(page), '檢視設定')).toHaveCount(0)
  }
})

test('what a list shows is kept under a name, renamed and removed (FIND-07)', async ({ page }) => {
  const name = `我的 ${Date.now() % 1_000_000}`
  await openList(page, '訂單', '?state=placed&sort=total&order=desc')
  await button(views(page), '儲存檢視').click()
  await page.getByLabel('名稱').fill(name)
  await button(page.getByRole('dialog'), '儲存').click()
  await expect(button(views(page), name)).toHaveAttribute('aria-pressed', 'true')
  await button(views(page), '全部').click()
  await button(views(page), name).click()
  await expect(page).toHaveURL(/sort=total/)
  await button(views(page), '檢視設定').click()
  await page.getByLabel('名稱').fill(`${name}改`)
  await button(page.getByRole('dialog'), '儲存').click()
  await expect(button(views(page), `${name}改`)).toBeVisible()
  await button(views(page), '檢視設定').click()
  await button(page.getByRole('dialog'), '刪除檢視').click()
  await expect(button(views(page), `${name}改`)).toHaveCount(0)
})

test('columns are chosen for the account, and kept under a name alone (FIND-02, FIND-07)', async ({
  page,
}) => {
  await openList(page, '訂單')
  const heads = table(page).getByRole('columnheader')
  await expect(heads.filter({ hasText: '電話' })).toHaveCount(0)
  await button(page, '欄位').click()
  const dialog = page.getByRole('dialog', { name: '欄位' })
  for (const label of ['訂單狀態', '付款方式', '電話', '商品', '貨運單號', '團購']) {
    await expect(dialog.getByRole('checkbox', { name: label })).not.toBeChecked()
  }
  await dialog.getByRole('checkbox', { name: '電話' }).check()
  await button(dialog, '套用').click()
  await expect(heads.filter({ hasText: '電話' })).toHaveCount(1)
  await page.reload()
  await expect(heads.filter({ hasText: '電話' })).toHaveCount(1)
  expect((await columnTexts(page, 0)).length).toBeGreaterThan(0)

  const name = `欄位 ${freshWord()}`
  await button(views(page), '儲存檢視').click()
  await page.getByLabel('名稱').fill(name)
  await button(page.getByRole('dialog'), '儲存').click()
  await expect(button(views(page), name)).toHaveAttribute('aria-pressed', 'true')
  await button(page, '欄位').click()
  await button(dialog, '還原預設').click()
  await expect(heads.filter({ hasText: '電話' })).toHaveCount(0)
  await button(views(page), name).click()
  await expect(heads.filter({ hasText: '電話' })).toHaveCount(1)
  await button(views(page), '檢視設定').click()
  await button(page.getByRole('dialog'), '刪除檢視').click()
  await expect(button(views(page), name)).toHaveCount(0)
  await button(page, '欄位').click()
  await button(dialog, '還原預設').click()
  await expect(heads.filter({ hasText: '電話' })).toHaveCount(0)
})

test('the number of a product is a column for who chooses it, and moves nothing until then (STOCK-19)', async ({
  page,
}) => {
  const token = await adminToken(page.request)
  const titles = [{ title: '有庫存的商品' }, { title: '沒有庫存資料的商品' }]
  const { products, search } = await createCategory(page.request, token, titles)
  const data = { on_hand: 1234, reason: 'received' as const }
  const params = { id: products[0]?.id ?? '' }
  await callShop(page.request, adminStockApi.update, { params, data }, token)
  const heads = table(page).getByRole('columnheader')
  const columns = () =>
    heads.evaluateAll((all) =>
      all.map((head) => [head.textContent.trim(), head.getBoundingClientRect().width]),
    )
  await openList(page, '產品', search)
  const before = await columns()
  expect(before.filter(([label]) => label !== '' && label !== '操作')).toEqual([
    ['主圖', 90],
    ['標題', 180],
    ['小圖', 200],
    ['狀態', 90],
    ['原價', 90],
    ['售價', 90],
  ])

  await button(page, '欄位').click()
  const dialog = page.getByRole('dialog', { name: '欄位' })
  await dialog.getByRole('checkbox', { name: '庫存' }).check()
  await button(dialog, '套用').click()
  await expect(header(page, '庫存')).toBeVisible()
  const at = (await heads.allInnerTexts()).indexOf('庫存')
  const numberOf = (title: string) => rowOf(page, title).getByRole('cell').nth(at)
  await expect(numberOf('有庫存的商品')).toHaveText('1,234')
  await expect(numberOf('沒有庫存資料的商品')).toHaveText('不限量')

  await button(page, '欄位').click()
  await button(dialog, '還原預設').click()
  await expect(header(page, '庫存')).toHaveCount(0)
  expect(await columns()).toEqual(before)
})

test('on a phone the filters fill the screen, and the views scroll in their row (FIND-12)', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openList(page, '訂單')
  await button(page, '篩選').click()
  const sheet = page.getByRole('dialog', { name: '篩選' })
  await expect(button(sheet, '套用')).toBeVisible()
  await expect(button(sheet, '清除條件')).toBeVisible()
  const box = await sheet.boundingBox()
  expect([box?.width, box?.height]).toEqual([390, 844])
  await button(sheet, '關閉視窗').click()
  const row = await views(page).evaluate(
    ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
  )
  expect(row).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
