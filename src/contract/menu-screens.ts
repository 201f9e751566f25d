import { t } from './translate.ts'
/** Screens of the shop that a menu can lead to, each with its word and its path. */
export const screenLinks = {
  home: ['首頁', '/'],
  campaigns: ['開團中', '/main/groups'],
  products: ['全部商品', '/main/prods'],
  articles: ['最新公告', '/main/articles'],
  tracked: ['追蹤商品', '/main/track'],
  orders: ['訂單查詢', '/main/order'],
  lookup: ['訪客訂單查詢', '/main/orderLookup'],
  member: ['會員', '/main/member'],
  cart: ['購物車', '/main/cart'],
  privacy: ['隱私權政策', '/main/privacy'],
  /** Without terms there is no link. */
  terms: ['服務條款', '/main/terms'],
  /** Their addresses are settings of the shop; without one there is no link. */
  repository: ['程式碼', ''],
  demo: ['展示網站', ''],
  adminLogin: ['後台登入', '/main/loginBackend'],
} as const

export type MenuScreen = keyof typeof screenLinks
export const menuScreens = Object.keys(screenLinks) as [MenuScreen, ...MenuScreen[]]
export const menuScreenLabel = (screen: MenuScreen): string => t(screenLinks[screen][0])
