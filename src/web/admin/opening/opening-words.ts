import type { OpeningState } from '#contract/opening.ts'
import type { OpeningStep } from '#contract/opening-steps.ts'
import { paths } from '../../paths.ts'

interface StepWords {
  title: string
  help: string
  /** Of a shop that opens without it. */
  lack?: string
  /** Where it is done; none where the back office has no place for it. */
  link?: { label: string; to: string }
}

export const stepWords: Record<OpeningStep, StepWords> = {
  name: {
    title: '商店名稱',
    help: '顯示在頁首、信件與分享的連結。',
    link: { label: '設定名稱', to: paths.adminSettings('shop') },
  },
  owner: {
    title: '商店是誰',
    help: '公司名稱或負責人、地址、電話與信箱，法規要求讓顧客看得到。',
    link: { label: '填寫資料', to: paths.adminSettings('shop') },
  },
  demo: { title: '清除示範資料', help: '示範的商品、團購、訂單與會員，一次清空。' },
  product: {
    title: '第一項商品',
    help: '新增一項並啟用；商品多時可以在列表匯入 CSV。',
    link: { label: '新增商品', to: paths.adminProducts() },
  },
  shipping: {
    title: '配送',
    help: '配送方式與運費；不收運費也請儲存一次。',
    link: { label: '設定配送', to: paths.adminSettings('shipping') },
  },
  payment: {
    title: '收款',
    help: '以綠界的正式帳號收款，或不使用金流、由顧客匯款。',
    link: { label: '付款方式', to: paths.adminSettings('payment') },
  },
  mail: {
    title: '寄信',
    help: '訂單通知與驗證信由您的寄信主機寄出。',
    lack: '顧客收不到訂單通知與驗證信',
    link: { label: '設定信件', to: paths.adminSettings('mail') },
  },
  address: {
    title: '公開網址',
    help: '請告訴管理主機的人：「把 PUBLIC_URL 設成我們的網址，例如 https://shop.example.com，再重新啟動商店。」',
    lack: '信件與分享的連結可能打不開',
  },
  policies: {
    title: '隱私權政策',
    help: '讀過範本，改成符合您的商店，再發布。',
    link: { label: '編輯政策', to: paths.adminSettings('privacy') },
  },
  brand: {
    title: '標誌與顏色',
    help: '頁面、信件、單據與分享的連結都會換上。',
    link: { label: '設定外觀', to: paths.adminSettings('brand') },
  },
  home: {
    title: '首頁',
    help: '大圖、文字，以及要顯示哪些區塊。',
    link: { label: '編輯首頁', to: paths.adminSettings('home') },
  },
  pages: {
    title: '關於我們與退換貨',
    help: '購物說明、退換貨等頁面，可放進選單與商品頁。',
    link: { label: '新增頁面', to: paths.adminPages() },
  },
  group: {
    title: '第一個團購',
    help: '選商品、訂價格與時間，發布後把連結傳到群組。',
    link: { label: '新增團購', to: paths.adminCampaigns() },
  },
  backup: {
    title: '備份',
    help: '每天自動備份；確認時間、份數與存放的地方。',
    link: { label: '設定備份', to: paths.adminSettings('backup') },
  },
  staff: {
    title: '邀請同事',
    help: '各有自己的帳號與權限。',
    link: { label: '邀請成員', to: paths.adminStaff() },
  },
  open: { title: '開始營業', help: '準備好了，打開大門。' },
}

/** Optional steps count for nothing. */
const isRequired = ({ is_optional }: OpeningState['steps'][number]) => !is_optional

export function undoneSteps({ steps }: OpeningState): OpeningState['steps'] {
  return steps.filter((step) => isRequired(step) && !step.is_done)
}

export function progressOf(state: OpeningState) {
  const total = state.steps.filter(isRequired).length
  return { done: total - undoneSteps(state).length, total }
}
