import type { EndpointReply } from '#contract/endpoint.ts'
import type * as schema from '#contract/privacy.schema.ts'
import { t } from '#contract/translate.ts'

type Stored = EndpointReply<typeof schema.read>['storage'][number]

const untilDeleted = '直到您清除瀏覽器資料'
const whileOpen = '直到關閉分頁'

/** The cookie of a sign-in by LINE, in a shop that has it. */
const lineCookie: Stored = {
  name: 'lineSignIn',
  kind: 'cookie',
  purpose: '以 LINE 登入時，確認回來的是同一個瀏覽器',
  life: '12 分鐘',
}

/** Of the shop inside LINE; names that begin so are those of its SDK. */
const insideLine: readonly Stored[] = [
  {
    name: 'LIFF_STORE:*',
    kind: 'sessionStorage',
    purpose: '在 LINE 裡開啟本店時，LINE 元件的登入狀態',
    life: whileOpen,
  },
  {
    name: 'LIFF_STORE:*',
    kind: 'cookie',
    purpose: '在 LINE 裡開啟本店時，LINE 登入狀態的期限',
    life: '直到 LINE 的登入到期',
  },
  {
    name: 'liffSignIn',
    kind: 'sessionStorage',
    purpose: '在 LINE 裡只自動登入一次',
    life: whileOpen,
  },
]

/** Of a shop that is offered on phones. */
const onPhones: readonly Stored[] = [
  {
    name: 'assets *',
    kind: 'cache',
    purpose: '沒有網路時也能開啟本店的程式與樣式',
    life: '直到網站更新',
  },
  {
    name: 'pages *',
    kind: 'cache',
    purpose: '沒有網路時顯示最近看過的公開頁面',
    life: '直到網站更新或會員登出',
  },
  {
    name: 'PushSubscription',
    kind: 'push',
    purpose: '您開啟通知後，告訴您訂單與團購的消息',
    life: '直到關閉通知或登出',
  },
]

/** In a shop that is read in English, too. */
const offered: Stored = {
  name: 'languageOfferClosed',
  kind: 'localStorage',
  purpose: '您已關閉「以英文瀏覽」的提示',
  life: untilDeleted,
}

export function storageOf(has: {
  line: boolean
  liff: boolean
  english: boolean
  phones: boolean
}): Stored[] {
  const stored = [
    ...browserStorage,
    ...(has.line ? [lineCookie] : []),
    ...(has.liff ? insideLine : []),
    ...(has.english ? [offered] : []),
    ...(has.phones ? onPhones : []),
  ]
  return stored.map((one) => ({ ...one, purpose: t(one.purpose), life: t(one.life) }))
}

/**
 * All that the pages of the shop store in a browser; a journey compares it with what they set. A
 * star stands for what follows in the name.
 */
export const browserStorage: readonly Stored[] = [
  { name: 'shopper', kind: 'cookie', purpose: '記得訪客的購物車與訂單', life: '180 天' },
  { name: 'memberToken', kind: 'cookie', purpose: '會員登入', life: '1 小時，登入期間自動更新' },
  { name: 'hexToken', kind: 'cookie', purpose: '後台人員登入', life: '直到登入期限或登出' },
  {
    name: 'firebase:authUser:*',
    kind: 'localStorage',
    purpose: '記得已登入的會員',
    life: '直到登出',
  },
  {
    name: 'firebase-heartbeat-database',
    kind: 'indexedDB',
    purpose: '會員登入元件的版本與使用日期',
    life: untilDeleted,
  },
  {
    name: 'validate-browser-context-for-indexeddb-analytics-module',
    kind: 'indexedDB',
    purpose: '檢查瀏覽器能否儲存資料',
    life: '檢查後立即刪除',
  },
  {
    name: '__sak',
    kind: 'localStorage',
    purpose: '檢查瀏覽器能否儲存資料',
    life: '檢查後立即刪除',
  },
  { name: 'trackProd', kind: 'localStorage', purpose: '追蹤的商品', life: untilDeleted },
  { name: 'recentSearches', kind: 'localStorage', purpose: '最近的搜尋', life: untilDeleted },
  {
    name: 'checkoutDraft',
    kind: 'localStorage',
    purpose: '結帳頁尚未送出的內容',
    life: '直到送出訂單或登出；訪客的發票選擇一天',
  },
  { name: 'adminAccount', kind: 'localStorage', purpose: '後台登入的帳號', life: untilDeleted },
  { name: 'adminSort:*', kind: 'localStorage', purpose: '後台列表的排序', life: untilDeleted },
  { name: 'picking.ticks', kind: 'localStorage', purpose: '揀貨單的勾選', life: '直到關閉揀貨單' },
  {
    name: 'hand-out*',
    kind: 'localStorage',
    purpose: '取貨發放的名單與尚未傳送的紀錄（含收款金額）',
    life: '名單一天，紀錄傳送後刪除',
  },
  {
    name: 'packing.draft',
    kind: 'sessionStorage',
    purpose: '尚未出貨的貨運單號與選取的訂單',
    life: whileOpen,
  },
  {
    name: 'orderAccess',
    kind: 'sessionStorage',
    purpose: '以信件連結或訂單查詢開啟的訂單',
    life: whileOpen,
  },
  {
    name: 'sellerLinks',
    kind: 'localStorage',
    purpose: '從哪位會員的幫賣連結進入團購，在團購頁可以移除',
    life: '7 天',
  },
  { name: 'shareVia', kind: 'sessionStorage', purpose: '從哪一種分享連結進來', life: whileOpen },
  { name: 'scrollPositions', kind: 'sessionStorage', purpose: '各頁的捲動位置', life: whileOpen },
  {
    name: 'reloadedForChunk',
    kind: 'sessionStorage',
    purpose: '網站更新後只重新載入一次',
    life: whileOpen,
  },
]
