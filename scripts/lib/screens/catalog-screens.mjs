import { addButton } from '../../../tests/journeys/support/add-button.ts'
import { listDemoProducts } from '../../../tests/journeys/support/shop-api.ts'
import { fail, hold, open, productAt, seeAll, shop } from './stage.mjs'

/** @type {Record<string, import('./stage.mjs').Screen>} */
export const catalogScreens = {
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
      await addButton(page).click()
      await page.getByText('已加入購物車').waitFor()
    },
  },
  'list-toast-failure': {
    open: async (page) => {
      await fail(page, 'cart')
      await page.goto('/#/main/prods')
      await addButton(page).click()
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
      const ids = (await listDemoProducts(page.request)).slice(4, 9).map(({ id }) => id)
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
  search: { open: open('/main/search?q=杯', '杯'), isWhole: true },
  'search-nothing-found': { open: open('/main/search?q=沒有這個', '沒有這個') },
  articles: { open: open('/main/articles', '公告') },
  privacy: { open: open('/main/privacy', '隱私'), isWhole: true },
  terms: { open: open('/main/terms', '服務條款') },
}
