import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { adminCatalogApi, type Product, type ProductInput } from '#contract/catalog.ts'
import { adminToken, callShop, newAdminToken } from './shop-api.ts'

/** Opens the back office as its administrator; returns the token of the session. */
export async function enterBackOffice(
  page: Page,
  baseURL: string | undefined,
  { isOwnSession = false } = {},
): Promise<string> {
  const token = await (isOwnSession ? newAdminToken(page.request) : adminToken(page.request))
  await page.context().addCookies([{ name: 'hexToken', value: token, url: baseURL ?? '' }])
  return token
}

/** Signs in as a person does, and waits for the dashboard. */
export async function signInToBackOffice(
  page: Page,
  { username, password }: { username: string; password: string },
): Promise<void> {
  await page.goto('/#/main/loginBackend')
  await page.getByLabel('帳號', { exact: true }).fill(username)
  await page.getByLabel('密碼', { exact: true }).fill(password)
  await button(page, '登入').click()
  await expect(page.getByRole('heading', { name: '今日總覽', level: 1 })).toBeVisible()
}

/** Opens a screen by its entry in the menu. */
export async function chooseFromMenu(page: Page, name: string): Promise<void> {
  if (hasCards(page)) await button(page, '開啟選單').click()
  const menu = page.getByRole('navigation', { name: '後台選單' })
  await menu.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  // While it slides away, its button does nothing.
  if (hasCards(page)) await expect(menu).toBeHidden()
}

/** Opens a list of the back office and waits for its rows. */
export async function openList(page: Page, list: '產品' | '優惠券' | '訂單', search = '') {
  const path = { 產品: 'product', 優惠券: 'coupon', 訂單: 'order' }[list]
  // Within a document the rows of the list before would pass for those that are waited for.
  if (page.url().includes(`#/backend/${path}`)) await page.goto('about:blank')
  await page.goto(`/#/backend/${path}${search}`)
  await expect(page.getByRole('heading', { name: `${list}列表`, level: 1 })).toBeVisible()
  await expectLoaded(page)
}

export async function expectLoaded(page: Page) {
  await expect(table(page)).toHaveAttribute('aria-busy', 'false')
}

/** The table of a list; below 768 px it is a list of cards. */
export function table(page: Page): Locator {
  const main = page.getByRole('main')
  return hasCards(page) ? main.getByRole('list', { name: /列表$/ }) : main.getByRole('table')
}

function hasCards(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 900
}

export function rows(page: Page): Locator {
  if (hasCards(page)) return table(page).getByRole('listitem')
  return table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
}

/** The bar of actions for the checked rows. */
export function bulkButton(page: Page, name: string): Locator {
  return button(page.getByRole('group', { name: '批次操作' }), name)
}

export function rowOf(page: Page, text: string): Locator {
  return rows(page).filter({ hasText: text })
}

export function header(page: Page, label: string): Locator {
  return table(page).getByRole('columnheader', { name: label, exact: true })
}

/** The texts of one column, `index` counted from 0 behind the checkbox. */
export async function columnTexts(page: Page, index: number): Promise<string[]> {
  return await rows(page).evaluateAll(
    (all, at) => all.map((row) => (row as HTMLTableRowElement).cells[at + 1]?.textContent ?? ''),
    index,
  )
}

export function button(scope: Page | Locator, name: string): Locator {
  return scope.getByRole('button', { name, exact: true })
}

let count = 0

/** A word that no other journey uses. */
export function freshWord(): string {
  count += 1
  return `${process.pid.toString(36)}${Date.now().toString(36)}${count}`
}

/** Products of a category of their own, so that a search for it shows these alone. */
export async function createCategory(
  request: APIRequestContext,
  token: string,
  products: Partial<ProductInput>[],
): Promise<{ category: string; products: Product[]; search: string }> {
  const category = `類別${freshWord()}`
  const created: Product[] = []
  for (const [index, product] of products.entries()) {
    const data = {
      title: `品項 ${index + 1}`,
      category,
      unit: '個',
      origin_price: 1000 + index,
      price: 900 + index,
      content: '內容',
      description: '<p>描述</p>',
      is_enabled: 1 as const,
      ...product,
    }
    created.push((await callShop(request, adminCatalogApi.create, { data }, token)).product)
  }
  return { category, products: created, search: `?category=${encodeURIComponent(category)}` }
}

/** Today in Taipei, as the screens write it. */
export function todayInTaipei(): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Taipei' }).format(new Date())
  return parts.replaceAll('-', '/')
}
