import { expect, type Page } from '@playwright/test'
import { adminOrderApi } from '#contract/orders.ts'
import { screens } from '#contract/screens.ts'
import { browserStorage } from '../../src/server/privacy/browser-storage.ts'
import { administrator } from './administrator.ts'
import { button, header, openList } from './support/back-office.ts'
import { untilTakenOver } from './support/documents.ts'
import { interceptRequests } from './support/intercept-requests.ts'
import { createMember, signIn } from './support/members.ts'
import { addToCart, adminToken, callShop, listDemoProducts } from './support/shop-api.ts'
import { test } from './support/test.ts'

/** Records what the pages write beside cookies, as `kind name`. */
async function noteWrites(page: Page): Promise<Set<string>> {
  const seen = new Set<string>()
  await page.exposeFunction('noteStored', (entry: string) => seen.add(entry))
  await page.addInitScript(() => {
    const { noteStored: note } = window as unknown as { noteStored(entry: string): void }
    const setItem = Storage.prototype.setItem
    Storage.prototype.setItem = function (key, value) {
      note(`${this === sessionStorage ? 'sessionStorage' : 'localStorage'} ${key}`)
      setItem.call(this, key, value)
    }
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name, version) {
      note(`indexedDB ${name}`)
      return open.call(this, name, version)
    }
  })
  return seen
}

async function walk(page: Page, seen: Set<string>, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(`/#${address}`)
    await page.waitForLoadState('networkidle')
    await noteKept(page, seen)
  }
}

/** Records present entries: cookies of replies, and writes just before a document went. */
async function noteKept(page: Page, seen: Set<string>): Promise<void> {
  for (const { name } of await page.context().cookies()) seen.add(`cookie ${name}`)
  const kept = await page.evaluate(() => [
    ...Object.keys(localStorage).map((key) => `localStorage ${key}`),
    ...Object.keys(sessionStorage).map((key) => `sessionStorage ${key}`),
  ])
  for (const entry of kept) seen.add(entry)
}

const rowOfEntry = (entry: string) =>
  browserStorage.find(({ kind, name }) => {
    const whole = `${kind} ${name}`
    return name.endsWith('*') ? entry.startsWith(whole.slice(0, -1)) : entry === whole
  })

test('all screens as guest, member and staff store what the page lists, and nothing else (PRIVACY-13)', {
  tag: '@long',
}, async ({ page }) => {
  const seen = await noteWrites(page)
  const [product] = await listDemoProducts(page.request)
  if (!product) throw new Error('the shop sells nothing')
  const token = await adminToken(page.request)
  const member = await createMember(page.request)
  const placed = {
    products: [{ product_id: product.id, qty: 1 }],
    user: { name: '王小明', email: member.email, tel: '0912345678', address: '台北市' },
    is_paid: true,
  }
  const { orderId } = await callShop(page.request, adminOrderApi.create, { data: placed }, token)
  const storefront = Object.keys(screens)
    .filter((path) => path !== '/backend')
    .map((path) => path.replace(':id', product.id).replace(/:\w+/, orderId))

  await walk(page, seen, [
    ...storefront,
    '/main/search?q=杯',
    `/main/order/${orderId}?access=made-up`,
  ])
  await page.goto(`/main/prods/detail/${product.id}?via=line`)
  await expect(page).not.toHaveURL(/via=/)
  await noteKept(page, seen)
  await page.goto('/main/groups/detail/made-up?seller=made-up')
  await expect(page).not.toHaveURL(/seller=/)
  await noteKept(page, seen)
  await page.goto(`/#/main/prods/detail/${product.id}`)
  await page.getByRole('button', { name: '追蹤', exact: true }).click()
  await page.getByRole('button', { name: '加入購物車' }).first().click()
  await expect(page.getByText('已加入購物車')).toBeVisible()
  // The sign-in takes the cookie of the guest away.
  await noteKept(page, seen)

  await signIn(page, member)
  await addToCart(page.request, { product, qty: 1 }, member.token)
  await walk(page, seen, [...storefront, '/main/cart/info'])
  await page.getByLabel('地址').fill('台北市信義區')
  await expect.poll(() => seen).toContain('localStorage checkoutDraft')

  await page.goto('/#/main/loginBackend')
  await page.getByLabel('帳號', { exact: true }).fill(administrator.username)
  await page.getByLabel('密碼', { exact: true }).fill(administrator.password)
  await button(page, '登入').click()
  await expect(page).toHaveURL(/#\/backend/)
  const links = page.getByRole('navigation').getByRole('link')
  await expect(links.filter({ hasText: '設定' })).toBeVisible()
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const lists = hrefs.filter((href) => href.includes('/backend')).map((href) => href.slice(1))
  expect(lists.length).toBeGreaterThan(15)
  const deeper = [`/backend/order/${orderId}`, '/backend/import/products', '/backend/account']
  await walk(page, seen, [...lists, ...deeper])
  await page.goto('/#/backend/handOut')
  const keepsNames = () => [...seen].some((one) => one.startsWith('localStorage hand-out-list.'))
  await expect.poll(keepsNames).toBe(true)
  await page.goto('/#/backend/packing')
  await page.getByRole('checkbox', { name: '全選' }).check()
  await page.getByRole('link', { name: '揀貨單', exact: true }).click()
  await expect(page.getByRole('heading', { name: '揀貨單' })).toBeVisible()
  await page.getByRole('main').getByRole('checkbox').first().check()
  await expect.poll(() => seen).toContain('localStorage picking.ticks')
  await openList(page, '訂單')
  await header(page, '訂單金額').getByRole('button').click()
  await expect(header(page, '訂單金額')).toHaveAttribute('aria-sort', 'ascending')

  // After a release the chunks that a page names are gone.
  await page.goto('/#/main/prods')
  await page.reload()
  await interceptRequests(page, '**/assets/**', (route) => route.abort())
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => {
    location.hash = '#/backend/order'
  })
  // The reload can interrupt the reading of the storage, which is then read again.
  await expect
    .poll(async () => {
      await noteKept(page, seen).catch(() => undefined)
      return [...seen]
    })
    .toContain('sessionStorage reloadedForChunk')
  await reloaded
  await page.unroute('**/assets/**')

  expect([...seen].filter((entry) => !rowOfEntry(entry))).toEqual([])
  const found = new Set([...seen].map(rowOfEntry))
  expect(browserStorage.filter((row) => !found.has(row))).toEqual([])

  await page.goto('/#/main/privacy')
  await page.reload()
  const list = page.getByRole('list', { name: '本網站使用的 Cookie 與瀏覽器儲存空間' })
  await expect(list.getByRole('listitem')).toHaveCount(browserStorage.length)
  for (const { name, purpose, life } of browserStorage) {
    const row = list.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
    await expect(row).toContainText(purpose)
    await expect(row).toContainText(`保存：${life}`)
  }
})

test('a browser that denies its storage still finds a product and fills the cart', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript(() => {
    for (const kind of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, kind, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
  await page.goto('/')
  await untilTakenOver(page)
  await page.getByRole('combobox', { name: '搜尋商品' }).fill('杯')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('「杯」的搜尋結果')
  const card = page.getByRole('article').first()
  const title = (await card.getByRole('heading').textContent()) ?? ''
  await card.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('button', { name: '加入購物車' }).first().click()
  await page.getByRole('link', { name: '查看購物車' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '購物車' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible()
  expect(errors).toEqual([])
})
