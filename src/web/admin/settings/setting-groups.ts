import { adminSettingsApi } from '#contract/admin-settings.ts'
import type { EndpointReply } from '#contract/endpoint.ts'
import type { Permission } from '#contract/permissions.ts'
import type { adminRead } from '#contract/settings.schema.ts'
import type { SettingGroup, SettingValues } from '#contract/settings.ts'
import { write } from '../../api/write.ts'

export type StoredSettings = EndpointReply<typeof adminRead>['settings']

/** A form field of a group. */
export interface SettingField {
  name: string
  label: string
  kind: 'text' | 'number' | 'flag' | 'page' | 'choice'
  /** Of a choice. */
  options?: readonly { value: string; label: string }[]
  help?: string
  unit?: string
}

type Simple = Exclude<
  SettingGroup,
  'mail' | 'payment' | 'invoice' | 'menu' | 'brand' | 'home' | 'backup'
>

interface Saved {
  message: string
  settings: StoredSettings
}

/** A group whose settings are single fields. */
export interface SimpleGroup {
  group: Simple
  title: string
  help?: string
  fields: readonly SettingField[]
  save: (version: number, values: Record<string, unknown>) => Promise<Saved>
}

function simpleGroup<Group extends Simple>(definition: {
  group: Group
  title: string
  help?: string
  fields: readonly (SettingField & { name: keyof SettingValues[Group] & string })[]
  save: (data: { version: number; values: SettingValues[Group] }) => Promise<Saved>
}): SimpleGroup {
  const { save, ...shown } = definition
  // A setting that no field names is sent as it is stored.
  return {
    ...shown,
    save: (version, values) => save({ version, values: values as SettingValues[Group] }),
  }
}

export const simpleGroups: readonly SimpleGroup[] = [
  simpleGroup({
    group: 'shop',
    title: '商店資訊',
    help: '顯示在頁首、頁尾與信件；留空的欄位不會顯示。',
    fields: [
      { name: 'name', label: '商店名稱', kind: 'text' },
      { name: 'email', label: '聯絡信箱', kind: 'text' },
      { name: 'phone', label: '聯絡電話', kind: 'text' },
      { name: 'legal_name', label: '公司名稱', kind: 'text' },
      { name: 'person', label: '負責人', kind: 'text' },
      { name: 'tax_id', label: '統一編號', kind: 'text', help: '8 位數字' },
      { name: 'address', label: '地址', kind: 'text' },
      { name: 'repository_url', label: '程式碼網址', kind: 'text', help: '以 https:// 開頭' },
      { name: 'demo_url', label: '展示網址', kind: 'text', help: '以 https:// 開頭' },
      { name: 'is_portfolio', label: '顯示展示聲明', kind: 'flag' },
      {
        name: 'members_only',
        label: '只限會員訂購',
        kind: 'flag',
        help: '顧客要登入會員才能結帳；已成立的訪客訂單照常付款與查詢',
      },
      {
        name: 'on_phones',
        label: '手機離線瀏覽與通知',
        kind: 'flag',
        help: '裝到手機主畫面後，沒有網路也看得到最近的頁面；會員可以開啟成團、到店、出貨與送達的通知',
      },
      {
        name: 'has_english',
        label: '提供英文版商店',
        kind: 'flag',
        help: '顧客可在頁尾切換到英文（網址以 /en 開頭）；沒有英文的商品與文章以中文顯示',
      },
      {
        name: 'is_closed',
        label: '暫停對外營業',
        kind: 'flag',
        help: '顧客只看得到「準備中」，不能訂購；登入後台的成員看得到商店',
      },
    ],
    save: (data) => write(adminSettingsApi.updateShop, { data }),
  }),
  simpleGroup({
    group: 'shipping',
    title: '配送說明',
    // The fee is that of the first home method, which has a form of its own.
    fields: [
      {
        name: 'dispatch',
        label: '出貨時間',
        kind: 'text',
        help: '顯示在商品頁，例如：付款後 3 個工作天內出貨；留空不顯示',
      },
      {
        name: 'returns_page',
        label: '退換貨說明',
        kind: 'page',
        help: '商品與團購頁連到這個頁面；先在「頁面」寫好並公開',
      },
    ],
    save: (data) => write(adminSettingsApi.updateShipping, { data }),
  }),
  simpleGroup({
    group: 'order',
    title: '訂單',
    help: '變更後的期限只用於之後成立的訂單。',
    fields: [
      {
        name: 'expires_card',
        label: '刷卡期限',
        kind: 'number',
        unit: '分鐘',
        help: '10 到 1,440 分鐘；逾時未付的訂單自動取消',
      },
      {
        name: 'expires_code',
        label: '代碼到期後保留',
        kind: 'number',
        unit: '分鐘',
        help: 'ATM 與超商代碼到期後，訂單再保留多久；0 到 4,320 分鐘',
      },
      { name: 'expires_manual', label: '匯款期限', kind: 'number', unit: '天', help: '1 到 60 天' },
      {
        name: 'completes_after',
        label: '自動完成',
        kind: 'number',
        unit: '天',
        help: '送達後幾天完成訂單；0 到 30 天',
      },
      {
        name: 'returns_within',
        label: '退貨期限',
        kind: 'number',
        unit: '天',
        help: '7 到 90 天；顧客從送達的隔天起算，店家登記退貨從完成後起算',
      },
      {
        name: 'unpaid_orders',
        label: '未付款訂單上限',
        kind: 'number',
        unit: '筆',
        help: '還沒有付過款的顧客或信箱，同時最多幾筆未付款訂單',
      },
      {
        name: 'unpaid_product_orders',
        label: '同一商品未付款訂單上限',
        kind: 'number',
        unit: '筆',
        help: '只限有庫存數量的商品與跟團',
      },
      {
        name: 'unpaid_pieces',
        label: '同一商品未付款件數上限',
        kind: 'number',
        unit: '件',
        help: '只限有庫存數量的商品與跟團',
      },
      {
        name: 'unpaid_network',
        label: '同一網路的倍數',
        kind: 'number',
        unit: '倍',
        help: '同一網路未驗證的顧客合計，最多為上述幾倍',
      },
      {
        name: 'line_orders',
        label: '登錄 LINE 喊單',
        kind: 'flag',
        help: '在團購頁貼上 LINE 的 +1 對話或接龍，逐行確認後代團員跟團；團員不必有帳號',
      },
      {
        name: 'line_orders_by_leaders',
        label: '團主也能登錄 LINE 喊單',
        kind: 'flag',
        help: '代登錄的份數直接計入成團，請只在信得過團主時開啟',
      },
    ],
    save: (data) => write(adminSettingsApi.updateOrder, { data }),
  }),
  simpleGroup({
    group: 'credit',
    title: '購物金與點數',
    help: '只給會員。購物金與點數不能販售，也不能兌換現金；關閉後餘額保留，但不能使用。',
    fields: [
      {
        name: 'credit_on',
        label: '開放購物金',
        kind: 'flag',
        help: '退款可以依顧客選擇轉為購物金，也可以在顧客頁贈送',
      },
      {
        name: 'points_on',
        label: '開放點數',
        kind: 'flag',
        help: '訂單完成後依下列規則回饋點數，首頁會寫出這個規則',
      },
      {
        name: 'percent',
        label: '基本回饋',
        kind: 'number',
        unit: '%',
        help: '以實付的商品金額計算，不含運費與折抵，小數捨去',
      },
      {
        name: 'step',
        label: '每筆加碼',
        kind: 'number',
        unit: '%',
        help: '一年內每完成一筆訂單，下一筆多回饋多少；0 為不加碼',
      },
      { name: 'most', label: '最高回饋', kind: 'number', unit: '%' },
      {
        name: 'days',
        label: '點數效期',
        kind: 'number',
        unit: '天',
        help: '30 到 3,650 天；到期前兩週寄信提醒，只影響之後取得的點數',
      },
      {
        name: 'share',
        label: '可折抵比例',
        kind: 'number',
        unit: '%',
        help: '購物金與點數合計最多可折抵商品金額的多少；1 到 100，運費不能折抵',
      },
      {
        name: 'first',
        label: '退貨或減價時先退',
        kind: 'choice',
        options: [
          { value: 'money', label: '先退款項' },
          { value: 'credit', label: '先退購物金與點數' },
        ],
        help: '已付款的訂單用了折抵時，先退哪一種',
      },
    ],
    save: (data) => write(adminSettingsApi.updateCredit, { data }),
  }),
  simpleGroup({
    group: 'stock',
    title: '庫存',
    fields: [
      {
        name: 'low_at',
        label: '低庫存提醒',
        kind: 'number',
        unit: '件',
        help: '可售數量在此以下時列為偏低',
      },
    ],
    save: (data) => write(adminSettingsApi.updateStock, { data }),
  }),
  simpleGroup({
    group: 'security',
    title: '安全',
    help: '開啟後，尚未啟用的成員登入後只能使用「我的帳號」。',
    fields: [{ name: 'requires_totp', label: '要求所有成員啟用兩步驟驗證', kind: 'flag' }],
    save: (data) => write(adminSettingsApi.updateSecurity, { data }),
  }),
  simpleGroup({
    group: 'privacy',
    title: '隱私',
    fields: [
      {
        name: 'keeps_years',
        label: '個資保存年限',
        kind: 'number',
        unit: '年',
        help: '1 到 10 年',
      },
    ],
    save: (data) => write(adminSettingsApi.updatePrivacy, { data }),
  }),
]

/** In the order of the page. */
export const settingSections: readonly {
  group: SettingGroup | 'line' | 'connect' | 'feeds'
  title: string
  /** Not shown without it. */
  permission?: Permission
}[] = [
  ...simpleGroups.slice(0, 1),
  { group: 'brand', title: '外觀' },
  { group: 'home', title: '首頁' },
  { group: 'shipping', title: '配送' },
  { group: 'payment', title: '付款方式' },
  { group: 'invoice', title: '發票' },
  ...simpleGroups.slice(2, 5),
  { group: 'mail', title: '信件' },
  { group: 'line', title: 'LINE' },
  ...simpleGroups.slice(5),
  { group: 'feeds', title: '商品目錄' },
  { group: 'backup', title: '備份' },
  { group: 'connect', title: '串接', permission: 'staff.manage' },
]
