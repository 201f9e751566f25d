export const orderStateLabels = {
  placed: '待付款',
  paid: '已付款，待出貨',
  preparing: '備貨中',
  shipped: '已出貨',
  delivered: '已送達',
  completed: '已完成',
  cancelled: '已取消',
  returned: '已退貨',
} as const
export type OrderState = keyof typeof orderStateLabels
export const orderStates = Object.keys(orderStateLabels) as OrderState[]

/** `open`: somebody has something to do; `closed`: the shopper has the goods, or had them. */
export const orderStateGroups = ['open', 'closed'] as const
export type OrderStateGroup = (typeof orderStateGroups)[number]

export const orderPaymentStates = [
  'none',
  'pending',
  'paid',
  'refunding',
  'partly_refunded',
  'refunded',
] as const
export type OrderPaymentState = (typeof orderPaymentStates)[number]
export const orderShipmentStates = ['none', 'partly', 'shipped', 'delivered'] as const
export type OrderShipmentState = (typeof orderShipmentStates)[number]

export const carrierLabels = {
  tcat: '黑貓宅急便',
  hct: '新竹物流',
  post: '中華郵政',
  seven_eleven: '7-ELEVEN 交貨便',
  family: '全家店到店',
  own: '自行配送',
  other: '其他',
} as const
export type Carrier = keyof typeof carrierLabels
export const carriers = Object.keys(carrierLabels) as Carrier[]

/** Where a shopper follows a parcel; none for a carrier without such a page. */
const trackingPages: Partial<Record<Carrier, (trackingNumber: string) => string>> = {
  tcat: (number) =>
    `https://www.t-cat.com.tw/Inquire/TraceDetail.aspx?BillID=${encodeURIComponent(number)}`,
  hct: () => 'https://www.hct.com.tw/Search/SearchGoods_n.aspx',
  post: () => 'https://postserv.post.gov.tw/pstmail/main_mail.html',
  seven_eleven: () => 'https://eservice.7-11.com.tw/e-tracking/search.aspx',
  family: () => 'https://fmec.famiport.com.tw/FP_Entrance/QueryBox',
}

/** Undefined without a number, or for a carrier without a page of its own. */
export function trackingUrl(carrier: Carrier, trackingNumber: string): string | undefined {
  return trackingNumber === '' ? undefined : trackingPages[carrier]?.(trackingNumber)
}

/** Actions of staff on an order. */
export const orderActions = ['prepare', 'ship', 'close_rest', 'cancel', 'return'] as const
export type OrderAction = (typeof orderActions)[number]

/** The mails to the shopper of an order. */
export const orderMailLabels = {
  placed: '訂單成立',
  extended: '付款期限延後',
  paid: '付款完成',
  shipped: '商品已出貨',
  at_store: '包裹到店',
  store_closed: '門市關閉，請重選',
  changed: '訂單內容變更',
  rest_closed: '部分商品不出貨',
  cancelled: '訂單已取消',
  refunded: '退款完成',
  return_news: '退貨進度',
  answered: '商店回覆',
} as const
export type OrderMailKind = keyof typeof orderMailLabels
export const orderMailKinds = Object.keys(orderMailLabels) as [OrderMailKind, ...OrderMailKind[]]
export const orderMailStates = ['queued', 'sent', 'failed', 'withheld'] as const
export type OrderMailState = (typeof orderMailStates)[number]
