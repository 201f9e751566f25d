import { enterAsMember, fail, fillCart, open, orderOf } from './stage.mjs'

/** @type {Record<string, import('./stage.mjs').Screen>} */
export const purchaseScreens = {
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
  'order-change': {
    open: async (page) => {
      const orderId = await orderOf(page)
      await page.goto(`/#/main/order/${orderId}/change`)
      await page.getByText('變更前').waitFor()
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
}
