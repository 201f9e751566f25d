import { enterBackOffice } from '../../e2e/support/back-office.ts'
import { createMember, signIn } from '../../e2e/support/members.ts'
import { addToCart, placeOrder, productsOnSale } from '../../e2e/support/shop-api.ts'

/** @typedef {import('@playwright/test').Page} Page */
/**
 * @typedef {object} Screen
 * @property {(page: Page) => Promise<unknown>} open
 * @property {boolean} [isWhole] The whole page, not the window.
 * @property {boolean} [isBusy] Requests are still open.
 * @property {boolean} [hasMotion]
 * @property {number} [maxWidth]
 */

const shop = '**/v2/api/shopping-minmin'

/** @param {string} path @param {string} [waitFor] */
const open = (path, waitFor) => async (/** @type {Page} */ page) => {
  await page.goto(`/#${path}`)
  if (waitFor) await page.getByText(waitFor).first().waitFor()
}

/** @param {Page} page @param {string} path @param {number} [status] */
const fail = (page, path, status = 400) =>
  page.route(`${shop}/${path}`, (route) =>
    route.fulfill({ status, json: { success: false, message: '系統忙碌中' } }),
  )

/** @param {Page} page @param {string} path */
const hold = (page, path) => page.route(`${shop}/${path}`, () => new Promise(() => undefined))

/** @param {Page} page @param {number} index */
async function productAt(page, index) {
  const product = (await productsOnSale(page.request)).at(index)
  if (!product) throw new Error('The shop has no such product.')
  return product
}

/** Scrolls down once, so that every picture is loaded. @param {Page} page */
async function seeAll(page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 500) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((done) => setTimeout(done, 60))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
}

/** @param {Page} page */
async function fillCart(page) {
  for (const [index, qty] of [
    [0, 2],
    [4, 1],
    [9, 3],
  ]) {
    await addToCart(page.request, { product: await productAt(page, index ?? 0), qty: qty ?? 1 })
  }
}

/** @param {Page} page */
async function enterAsMember(page) {
  const member = await createMember(page.request, { displayName: '王小明' })
  await signIn(page, member)
  return member
}

/** @param {Page} page */
async function orderOf(page) {
  const member = await enterAsMember(page)
  const product = await productAt(page, 3)
  return placeOrder(page.request, { product, qty: 2 }, member.token)
}

/** @param {string} path @param {string} heading */
const adminList = (path, heading) => async (/** @type {Page} */ page) => {
  await page.goto('/')
  await enterBackOffice(page, new URL(page.url()).origin)
  await page.goto(`/#${path}`)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

/** @type {Record<string, Screen>} */
export const screens = {
  'home-first-view': { open: open('/'), hasMotion: true },
  'home-whole': {
    open: async (page) => {
      await page.goto('/')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await seeAll(page)
    },
    isWhole: true,
  },
  'home-loading': {
    open: async (page) => {
      await hold(page, 'products/all')
      await page.goto('/')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    isWhole: true,
    isBusy: true,
  },
  'home-without-products': {
    open: async (page) => {
      await fail(page, 'products/all')
      await page.goto('/')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await seeAll(page)
    },
    isWhole: true,
  },
  'home-messages': {
    open: async (page) => {
      await page.goto('/')
      await page.getByRole('button', { name: '複製優惠碼' }).click()
      await page.getByRole('button', { name: '訂閱', exact: true }).click()
    },
  },
  menu: {
    open: async (page) => {
      await page.goto('/#/main/prods')
      await page.getByRole('button', { name: '開啟選單' }).click()
    },
    maxWidth: 767,
  },
  list: {
    open: async (page) => {
      await page.goto('/#/main/prods')
      await page.getByRole('button', { name: '追蹤' }).first().click()
      await seeAll(page)
    },
    isWhole: true,
  },
  'list-category': { open: open('/main/prods?category=茶與咖啡', '特價') },
  'list-last-page': { open: open('/main/prods?page=3', '特價'), isWhole: true },
  'list-past-end': { open: open('/main/prods?page=99', '這一頁沒有商品') },
  'list-unknown-category': { open: open('/main/prods?category=沒有這個分類', '目前沒有商品') },
  'list-loading': {
    open: async (page) => {
      await hold(page, 'products**')
      await page.goto('/#/main/prods')
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    isBusy: true,
  },
  'list-error': {
    open: async (page) => {
      await fail(page, 'products**')
      await page.goto('/#/main/prods')
      await page.getByRole('button', { name: '重試' }).waitFor()
    },
  },
  'list-toast': {
    open: async (page) => {
      await page.goto('/#/main/prods')
      await page.getByRole('button', { name: '加入購物車' }).nth(1).click()
      await page.getByText('已加入購物車').waitFor()
    },
  },
  'list-toast-failure': {
    open: async (page) => {
      await fail(page, 'cart')
      await page.goto('/#/main/prods')
      await page.getByRole('button', { name: '加入購物車' }).first().click()
      await page.getByRole('alert').getByText('系統忙碌中').waitFor()
    },
  },
  'list-long-titles': {
    open: async (page) => {
      await page.route(`${shop}/products?**`, async (route) => {
        const reply = await (await route.fetch()).json()
        for (const [index, product] of reply.products.entries()) {
          if (index % 3 === 0) product.title = product.title.repeat(6)
          if (index % 3 === 1) product.title = 'Superlongunbreakableproductname'.repeat(3)
          if (index % 4 === 2) product.price = 1_234_567
          if (index % 4 === 2) product.origin_price = 12_345_678
          if (index % 5 === 4) product.imageUrl = '/nowhere.jpg'
        }
        await route.fulfill({ json: reply })
      })
      await page.goto('/#/main/prods')
      await page.getByText('特價').first().waitFor()
    },
    isWhole: true,
  },
  detail: {
    open: async (page) => {
      await page.goto(`/#/main/prods/detail/${(await productAt(page, 0)).id}`)
      await page.getByRole('heading', { name: '同類商品' }).waitFor()
      await seeAll(page)
    },
    isWhole: true,
  },
  'detail-first-view': {
    open: async (page) => {
      await page.goto(`/#/main/prods/detail/${(await productAt(page, 5)).id}`)
      await page.getByRole('heading', { name: '同類商品' }).waitFor()
    },
  },
  'detail-missing': { open: open('/main/prods/detail/-nowhere', '找不到') },
  'detail-loading': {
    open: async (page) => {
      await hold(page, 'product/**')
      await page.goto('/#/main/prods/detail/-a')
      await page.getByRole('status', { name: '商品載入中' }).waitFor()
    },
    isBusy: true,
  },
  'detail-error': {
    open: async (page) => {
      await fail(page, 'product/**', 500)
      await page.goto('/#/main/prods/detail/-a')
      await page.getByRole('button', { name: '重試' }).waitFor()
    },
  },
  'tracked-empty': { open: open('/main/track', '還沒有追蹤的商品') },
  tracked: {
    open: async (page) => {
      const ids = (await productsOnSale(page.request)).slice(4, 9).map(({ id }) => id)
      await page.goto('/')
      await page.evaluate((value) => localStorage.setItem('trackProd', value), JSON.stringify(ids))
      await page.goto('/#/main/track')
      await page.getByText('特價').first().waitFor()
    },
  },
  'tracked-one': {
    open: async (page) => {
      const { id } = await productAt(page, 7)
      await page.goto('/')
      await page.evaluate((value) => localStorage.setItem('trackProd', `["${value}"]`), id)
      await page.goto('/#/main/track')
      await page.getByText('特價').first().waitFor()
    },
  },
  'cart-empty': { open: open('/main/cart', '購物車是空的') },
  cart: {
    open: async (page) => {
      await fillCart(page)
      await page.goto('/#/main/cart')
      await page.getByLabel('優惠碼', { exact: true }).fill('frost')
      await page.getByRole('button', { name: '套用優惠碼' }).click()
      await page.getByText('已套用優惠券').first().waitFor()
      await page.getByRole('button', { name: '關閉通知' }).click()
    },
    isWhole: true,
  },
  'cart-error': {
    open: async (page) => {
      await fail(page, 'cart')
      await page.goto('/#/main/cart')
      await page.getByRole('button', { name: '重試' }).waitFor()
    },
  },
  login: { open: open('/main/memberLogin', '忘記密碼') },
  'login-errors': {
    open: async (page) => {
      await page.goto('/#/main/memberLogin')
      await page.getByRole('button', { name: '登入', exact: true }).click()
      await page.getByText('請輸入 Email').waitFor()
    },
  },
  register: { open: open('/main/memberLogin?view=register', '註冊') },
  'forgot-password': { open: open('/main/memberLogin?view=forgot', '寄送重設密碼信') },
  member: {
    open: async (page) => {
      await enterAsMember(page)
      await page.getByRole('button', { name: '編輯個人資料' }).click()
    },
    isWhole: true,
  },
  'checkout-errors': {
    open: async (page) => {
      await fillCart(page)
      await enterAsMember(page)
      await page.goto('/#/main/cart/info')
      await page.getByRole('button', { name: '送出訂單' }).click()
      await page.getByText('請輸入地址').waitFor()
    },
    isWhole: true,
  },
  'payment-unpaid': {
    open: async (page) => {
      const orderId = await orderOf(page)
      await page.goto(`/#/main/cart/pay/${orderId}`)
      await page.getByText('尚未付款').waitFor()
    },
    isWhole: true,
  },
  'payment-paid': {
    open: async (page) => {
      const orderId = await orderOf(page)
      await page.goto(`/#/main/cart/pay/${orderId}`)
      await page.getByRole('button', { name: '付款', exact: true }).click()
      await page.getByText('付款完成').first().waitFor()
    },
  },
  'payment-missing': { open: open('/main/cart/pay/-nowhere', '查無此訂單') },
  orders: {
    open: async (page) => {
      await orderOf(page)
      await page.goto('/#/main/order')
      await page.getByText('未付款').first().waitFor()
    },
    isWhole: true,
  },
  'orders-empty': {
    open: async (page) => {
      await enterAsMember(page)
      await page.goto('/#/main/order')
      await page.getByText('目前沒有訂單').waitFor()
    },
  },
  'admin-login': { open: open('/main/loginBackend', '記住帳號') },
  'admin-landing': { open: adminList('/backend', '公告資訊') },
  'admin-products': { open: adminList('/backend/product', '產品列表') },
  'admin-product-dialog': {
    open: async (page) => {
      await adminList('/backend/product', '產品列表')(page)
      await page.getByRole('button', { name: '編輯' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  'admin-coupons': { open: adminList('/backend/coupon', '優惠券列表') },
  'admin-orders': { open: adminList('/backend/order', '訂單列表') },
}
