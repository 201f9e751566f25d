import { expect, type Page } from '@playwright/test'
import {
  button,
  columnTexts,
  enterBackOffice,
  freshWord,
  openList,
  rowOf,
  rows,
  table,
} from './support/back-office.ts'
import { getDemoProduct, placeOrder } from './support/shop-api.ts'
import { test } from './support/test.ts'

test.beforeEach(async ({ page, baseURL }) => {
  await enterBackOffice(page, baseURL)
})

const views = (page: Page) => page.getByRole('navigation', { name: '檢視' })
const keyword = (page: Page) => page.getByRole('searchbox', { name: '關鍵字' })

async function orderFor(page: Page, name: string): Promise<string> {
  return placeOrder(page.request, { product: await getDemoProduct(page.request), qty: 1, name })
}

test('keywords and filters stand in the address, and bear no name of the specification (FIND-01, FIND-05, FIND-06)', {
  tag: '@long',
}, async ({ page }) => {
  for (const list of ['產品', '優惠券', '訂單'] as const) {
    await test.step(`nothing that is added to the list of ${list} bears a name of the specification`, async () => {
      await openList(page, list)
      const main = page.getByRole('main')
      await expect(main.getByRole('progressbar')).toHaveCount(0)
      const added = [
        ...(await main.getByRole('button').all()),
        ...(await main.getByRole('textbox').all()),
      ]
      const names = await Promise.all(added.map((one) => one.getAttribute('aria-label')))
      expect(names.join()).not.toMatch(/關鍵字搜尋/)
      if (list === '優惠券') return
      await expect(main.getByRole('searchbox', { name: '關鍵字' })).toHaveCount(1)
      await expect(button(page, '篩選')).toHaveCount(1)
      await expect(main.getByRole('button', { name: /搜尋/ })).toHaveCount(list === '產品' ? 1 : 0)
      if (list === '訂單') await expect(main.getByRole('button', { name: /新增/ })).toHaveCount(0)
      await expect(main.getByRole('checkbox', { checked: true })).toHaveCount(0)
      expect(await main.getByRole('table').count()).toBeLessThanOrEqual(1)
    })
  }

  await test.step('reload and back keep a keyword and filters', async () => {
    const name = `尋${Date.now() % 1_000_000}`
    const id = await orderFor(page, name)
    const other = await orderFor(page, '王小明')
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
    await openList(page, '訂單', '?sort=id&order=desc')
    await expect(rowOf(page, other)).toBeVisible()
  })

  await test.step('two filters that are chosen in one moment both hold', async () => {
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
})

test('views come with the list or are kept under a name, with the columns of the account (FIND-02, FIND-07, FIND-08)', {
  tag: '@long',
}, async ({ page }) => {
  await orderFor(page, '王小明')
  await openList(page, '訂單')
  const view = (name: string) => button(views(page), name)
  const heads = table(page).getByRole('columnheader')
  const saveView = async (name: string) => {
    await view('儲存檢視').click()
    await page.getByLabel('名稱').fill(name)
    await button(page.getByRole('dialog'), '儲存').click()
    await expect(view(name)).toHaveAttribute('aria-pressed', 'true')
  }
  const removeView = async (name: string) => {
    await view('檢視設定').click()
    await button(page.getByRole('dialog'), '刪除檢視').click()
    await expect(view(name)).toHaveCount(0)
  }

  await test.step('the list comes with views that cannot be changed', async () => {
    await expect(views(page).getByRole('button')).toHaveText([
      '全部',
      '待付款',
      '待出貨',
      '今日訂單',
      '已出貨',
      '已取消',
    ])
    await expect(view('全部')).toHaveAttribute('aria-pressed', 'true')
    for (const [name, address] of [
      ['待付款', /state=placed/],
      ['今日訂單', /from=\d{4}-\d\d-\d\d&to=/],
      ['已取消', /state=cancelled/],
    ] as const) {
      await view(name).click()
      await expect(page).toHaveURL(address)
      await expect(view(name)).toHaveAttribute('aria-pressed', 'true')
      await expect(view('檢視設定')).toHaveCount(0)
    }
  })

  await test.step('what a list shows is kept under a name, renamed and removed', async () => {
    const name = `我的 ${freshWord()}`
    await openList(page, '訂單', '?state=placed&sort=total&order=desc')
    await saveView(name)
    await view('全部').click()
    await view(name).click()
    await expect(page).toHaveURL(/sort=total/)
    await view('檢視設定').click()
    await page.getByLabel('名稱').fill(`${name}改`)
    await button(page.getByRole('dialog'), '儲存').click()
    await expect(view(`${name}改`)).toBeVisible()
    await removeView(`${name}改`)
  })

  await test.step('columns are chosen for the account, and kept under a name alone', async () => {
    await openList(page, '訂單')
    await expect(heads.filter({ hasText: '電話' })).toHaveCount(0)
    await button(page, '欄位').click()
    const dialog = page.getByRole('dialog', { name: '欄位' })
    for (const label of ['訂單狀態', '付款方式', '電話', '商品', '貨運單號', '團購']) {
      await expect(dialog.getByRole('checkbox', { name: label })).not.toBeChecked()
    }
    await dialog.getByRole('checkbox', { name: '電話' }).check()
    // Shown at once, and kept with the reply: a reload before it would end the call.
    const kept = page.waitForResponse((response) => response.url().endsWith('/admin/columns'))
    await button(dialog, '套用').click()
    await expect(heads.filter({ hasText: '電話' })).toHaveCount(1)
    await kept
    await page.reload()
    await expect(heads.filter({ hasText: '電話' })).toHaveCount(1)
    expect((await columnTexts(page, 0)).length).toBeGreaterThan(0)

    const name = `欄位 ${freshWord()}`
    await saveView(name)
    await button(page, '欄位').click()
    await button(dialog, '還原預設').click()
    await expect(heads.filter({ hasText: '電話' })).toHaveCount(0)
    await view(name).click()
    await expect(heads.filter({ hasText: '電話' })).toHaveCount(1)
    await removeView(name)
    await button(page, '欄位').click()
    await button(dialog, '還原預設').click()
    await expect(heads.filter({ hasText: '電話' })).toHaveCount(0)
  })
})
