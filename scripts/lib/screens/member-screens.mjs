import { enterAsMember, open } from './stage.mjs'

/** @type {Record<string, import('./stage.mjs').Screen>} */
export const memberScreens = {
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
  'member-credit': {
    open: async (page) => {
      await enterAsMember(page)
      await page.goto('/#/main/member/credit')
      await page.getByRole('heading', { name: '明細' }).waitFor()
    },
    isWhole: true,
  },
  'login-refused': {
    open: async (page) => {
      await page.goto('/#/main/memberLogin')
      const form = page.getByRole('tabpanel', { name: '登入' })
      await form.getByLabel('電子信箱').fill('nobody@minmin.example')
      await form.getByLabel('密碼', { exact: true }).fill('wrong-word-1')
      await form.getByRole('button', { name: '登入', exact: true }).click()
      await page.getByText('登入失敗').first().waitFor()
    },
  },
  'register-errors': {
    open: async (page) => {
      await page.goto('/#/main/memberLogin?view=register')
      await page.getByRole('button', { name: '註冊', exact: true }).click()
      await page.getByText('請輸入 Email').first().waitFor()
    },
    isWhole: true,
  },
  'link-expired': {
    open: async (page) => {
      await page.goto('/#/main/memberLogin?mode=resetPassword&oobCode=nothing')
      await page.getByRole('main').getByText('連結').first().waitFor()
    },
  },
  'member-view': { open: enterAsMember, isWhole: true },
  'member-password': {
    open: async (page) => {
      await enterAsMember(page)
      await page.getByRole('button', { name: '修改密碼' }).click()
    },
    isWhole: true,
  },
  'member-deletion': {
    open: async (page) => {
      await enterAsMember(page)
      await page.getByRole('button', { name: '刪除帳號' }).click()
    },
    isWhole: true,
  },
}
