import { adminCatalogApi } from '../../../src/contract/catalog.ts'
import { adminOrderLifeApi } from '../../../src/contract/order-life.ts'
import { adminOrderApi } from '../../../src/contract/orders.ts'
import { adminReturnApi } from '../../../src/contract/returns.ts'
import { adminToken, callShop, createProduct } from '../../../tests/journeys/support/shop-api.ts'
import { adminList, fail, hold, open, orderOf, productAt } from './stage.mjs'

/** Orders of a morning by hand, every third still unpaid. @param {import('@playwright/test').Page} page */
async function placeOrders(page) {
  const token = await adminToken(page.request)
  for (let index = 0; index < 9; index++) {
    const product = await productAt(page, index)
    const user = {
      name: '王小明',
      email: 'ming@example.com',
      tel: '0912345678',
      address: '臺北市信義區市府路 1 號',
    }
    const products = [{ product_id: product.id, qty: (index % 3) + 1 }]
    const data = { products, user, is_paid: index % 3 !== 2 }
    await callShop(page.request, adminOrderApi.create, { data }, token)
  }
}

/** Products in the trash. @param {import('@playwright/test').Page} page */
async function fillTrash(page) {
  const token = await adminToken(page.request)
  for (const title of ['粗陶茶壺（舊款）', '亞麻桌巾', '手沖壺禮盒']) {
    const { id } = await createProduct(page.request, token, { title, price: 680 })
    await callShop(page.request, adminCatalogApi.remove, { params: { id } }, token)
  }
}

/** Screens that need no more than their address. */
const plain = {
  customers: '/backend/customer',
  'new-order': '/backend/new-order',
  'packing-empty': '/backend/packing',
  'hand-out-empty': '/backend/handOut',
  shipments: '/backend/shipment',
  returns: '/backend/return',
  refunds: '/backend/refund',
  invoices: '/backend/invoice',
  'invoice-agreement': '/backend/invoice-agreement',
  reconciliation: '/backend/reconciliation',
  settlements: '/backend/settlement',
  months: '/backend/month',
  callbacks: '/backend/callback',
  stock: '/backend/stock',
  newsletter: '/backend/newsletter',
  searches: '/backend/search',
  campaigns: '/backend/campaign',
  'leader-accounts': '/backend/leaderAccount',
  commission: '/backend/commission',
  wishes: '/backend/wish',
  'import-products': '/backend/import/products',
  runs: '/backend/run',
  articles: '/backend/article',
  categories: '/backend/category',
  pages: '/backend/page',
  menu: '/backend/menu',
  jobs: '/backend/job',
  staff: '/backend/staff',
  audit: '/backend/audit',
  settings: '/backend/setting',
  'settings-payment': '/backend/setting/payment',
  'settings-invoice': '/backend/setting/invoice',
  'settings-credit': '/backend/setting/credit',
  'settings-line': '/backend/setting/line',
  'settings-connect': '/backend/setting/connect',
  opening: '/backend/opening',
  account: '/backend/account',
}

/** A return that waits for its goods. @param {import('@playwright/test').Page} page */
async function openReturn(page) {
  const params = { id: await orderOf(page) }
  const token = await adminToken(page.request)
  await callShop(page.request, adminOrderApi.update, { params, data: { is_paid: true } }, token)
  await callShop(
    page.request,
    adminOrderLifeApi.ship,
    { params, data: { carrier: 'tcat', tracking_number: '9012345678' } },
    token,
  )
  const { returnable } = await callShop(page.request, adminOrderLifeApi.detail, { params }, token)
  const lines = (returnable ?? []).map(({ line_id }) => ({ line_id, qty: 1 }))
  const data = { lines, reason: '杯緣有缺角', way: /** @type {const} */ ('pickup') }
  const opened = await callShop(page.request, adminReturnApi.open, { params, data }, token)
  return opened.return_id
}

/** @param {string} [name] What is printed. */
const packing = (name) => async (/** @type {import('@playwright/test').Page} */ page) => {
  await placeOrders(page)
  await adminList('/backend/packing', '揀貨與出貨')(page)
  await page.getByRole('checkbox', { name: '全選' }).check()
  if (!name) return
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** @type {Record<string, import('./stage.mjs').Screen>} */
const plainScreens = Object.fromEntries(
  Object.entries(plain).map(([name, path]) => [`admin-${name}`, { open: adminList(path) }]),
)

/** @type {Record<string, import('./stage.mjs').Screen>} */
export const backOfficeScreens = {
  ...plainScreens,
  'admin-packing': { open: packing(), isWhole: true },
  'admin-picking': { open: packing('揀貨單'), isWhole: true },
  'admin-slips': { open: packing('出貨單'), isWhole: true },
  'admin-labels': { open: packing('標籤貼紙'), isWhole: true },
  'admin-login': { open: open('/main/loginBackend', '記住帳號') },
  'admin-forgot-password': { open: open('/main/forgotBackend', '返回登入') },
  'admin-reset-dead-link': { open: open('/main/resetBackend?code=made-up', '連結已失效') },
  'admin-landing': { open: adminList('/backend', '今日總覽') },
  'owner-today': {
    open: async (page) => {
      await placeOrders(page)
      await adminList('/backend?range=7d', '今日總覽')(page)
      await page.getByRole('region', { name: '訂單數' }).waitFor()
    },
  },
  'owner-trash': {
    open: async (page) => {
      await fillTrash(page)
      await adminList('/backend/trash', '垃圾桶')(page)
      await page.getByText('手沖壺禮盒').first().waitFor()
    },
  },
  'admin-products': { open: adminList('/backend/product', '產品列表') },
  'admin-product-dialog': {
    open: async (page) => {
      await adminList('/backend/product', '產品列表')(page)
      await page.getByRole('button', { name: '編輯' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'admin-order': {
    open: async (page) => {
      const id = await orderOf(page)
      await adminList(`/backend/order/${id}`)(page)
    },
    isWhole: true,
  },
  'admin-return': {
    open: async (page) => {
      const id = await openReturn(page)
      await adminList(`/backend/return/${id}`)(page)
      await page.getByText('退貨資料').waitFor()
    },
    isWhole: true,
  },
  'admin-coupons': { open: adminList('/backend/coupon', '優惠券列表') },
  'admin-orders': { open: adminList('/backend/order', '訂單列表') },
  'admin-login-refused': {
    open: async (page) => {
      await page.goto('/#/main/loginBackend')
      await page.getByRole('textbox', { name: '帳號' }).fill('nobody@minmin.example')
      await page.getByLabel('密碼', { exact: true }).fill('wrong-word-1')
      await page.getByRole('button', { name: '登入', exact: true }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  'admin-menu': {
    open: async (page) => {
      await adminList('/backend/product', '產品列表')(page)
      await page.getByRole('button', { name: '開啟選單' }).click()
    },
    maxWidth: 899,
  },
  'admin-selection': {
    open: async (page) => {
      await adminList('/backend/product', '產品列表')(page)
      await page.getByRole('checkbox', { name: '全選' }).check()
    },
  },
  'admin-nothing-found': {
    open: adminList('/backend/product?category=沒有這個分類', '產品列表'),
  },
  'admin-loading': {
    open: async (page) => {
      await hold(page, 'admin/orders**')
      await adminList('/backend/order', '訂單列表')(page)
    },
    isBusy: true,
  },
  'admin-error': {
    open: async (page) => {
      await fail(page, 'admin/coupons**')
      await adminList('/backend/coupon', '優惠券列表')(page)
      await page.getByRole('button', { name: '重試' }).waitFor()
    },
  },
  'admin-delete-dialog': {
    open: async (page) => {
      await adminList('/backend/product', '產品列表')(page)
      await page.getByRole('button', { name: '刪除', exact: true }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'admin-bulk-delete-dialog': {
    open: async (page) => {
      await adminList('/backend/product', '產品列表')(page)
      await page.getByRole('checkbox', { name: '全選' }).check()
      await page.getByRole('button', { name: '全部刪除' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'admin-new-product': {
    open: async (page) => {
      await adminList('/backend/product', '產品列表')(page)
      await page.getByRole('button', { name: '新增產品' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'admin-new-coupon': {
    open: async (page) => {
      await adminList('/backend/coupon', '優惠券列表')(page)
      await page.getByRole('button', { name: '新增優惠券' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'admin-order-dialog': {
    open: async (page) => {
      await orderOf(page)
      await adminList('/backend/order', '訂單列表')(page)
      await page.getByRole('button', { name: '編輯' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
}
