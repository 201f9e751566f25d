import type { OrderMailKind } from './order-states.ts'

export interface MailText {
  subject: string
  text: string
}

/** Default texts; a line whose fields are all empty is left out. */
export const shippedMailTexts: Record<OrderMailKind, MailText> = {
  placed: {
    subject: '{商店名稱}：訂單成立（{訂單編號}）',
    text: '您好，我們已收到您的訂單，收到款項後就開始備貨。',
  },
  extended: {
    subject: '{商店名稱}：訂單保留到 {付款期限}（{訂單編號}）',
    text: '您好，您已取得這筆訂單的繳費資訊，請在繳費期限前付款。訂單保留到 {付款期限}，逾期未付款將自動取消。',
  },
  paid: {
    subject: '{商店名稱}：付款完成（{訂單編號}）',
    text: '您好，我們已收到這筆訂單的款項，接下來會備貨並寄出。',
  },
  shipped: {
    subject: '{商店名稱}：商品已出貨（{訂單編號}）',
    text: '您好，您的商品已寄出。\n物流公司：{物流公司}\n貨運單號：{貨運單號}',
  },
  at_store: {
    subject: '{商店名稱}：包裹已到{取貨門市}（{訂單編號}）',
    text: '您好，您的包裹已送到{取貨門市}，請於 {取貨期限} 前帶身分證件取貨，逾期會退回。',
  },
  store_closed: {
    subject: '{商店名稱}：請重新選擇取貨門市（{訂單編號}）',
    text: '您好，您選的{取貨門市}目前無法取貨。請按下方的「查看訂單」重新選擇門市，以免包裹被退回。',
  },
  changed: {
    subject: '{商店名稱}：訂單內容已變更（{訂單編號}）',
    text: '您好，我們變更了這筆訂單的內容，請看下方的明細。如果不是您要的，請與我們聯絡。',
  },
  rest_closed: {
    subject: '{商店名稱}：部分商品不出貨（{訂單編號}）',
    text: '您好，很抱歉，這筆訂單有部分商品無法出貨，已寄出的商品不受影響。如有退款，完成時會再以信件通知您。',
  },
  cancelled: {
    subject: '{商店名稱}：訂單已取消（{訂單編號}）',
    text: '您好，這筆訂單已取消。\n取消原因：{取消原因}',
  },
  refunded: {
    subject: '{商店名稱}：退款完成（{訂單編號}）',
    text: '您好，這筆訂單的退款 {退款金額} 已完成。',
  },
  return_news: {
    subject: '{商店名稱}：退貨進度（{訂單編號}）',
    text: '您好，這是您的退貨進度：',
  },
  answered: {
    subject: '{商店名稱}：回覆您的留言（{訂單編號}）',
    text: '您好，我們回覆了您對這筆訂單的留言：',
  },
}
