import { adminList, fail, hold, open, orderOf } from './stage.mjs'

/** @type {Record<string, import('./stage.mjs').Screen>} */
export const backOfficeScreens = {
  'admin-login': { open: open('/main/loginBackend', '記住帳號') },
  'admin-forgot-password': { open: open('/main/forgotBackend', '返回登入') },
  'admin-reset-dead-link': { open: open('/main/resetBackend?code=made-up', '連結已失效') },
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
