import { formatMoney } from '#contract/money.ts'
import { carrierLabels, type OrderMailKind, orderMailLabels } from '#contract/order-states.ts'
import { composeMail } from '../mail/compose-mail.ts'
import type { MailContent } from '../mail/outbox.ts'
import type { OrderLineRow, OrderRow } from './order-wire.ts'
import type { StoredParcel } from './parcel-wire.ts'

interface OrderMailInput {
  order: Pick<OrderRow, 'id' | 'number' | 'total' | 'cancelReason'>
  lines: readonly Pick<OrderLineRow, 'qty' | 'product'>[]
  /** The parcel that a mail of shipping is about. */
  parcel?: StoredParcel | undefined
  /** What a mail of a refund is about, in NT$. */
  refunded: number
  /** Where the shopper sees the order. */
  link: string
}

const withdrawal =
  '您享有商品到貨後七天的鑑賞期（猶豫期），可於期限內退貨；依法排除的商品會在商品頁面說明。'
const fraud = '我們不會來電要求您操作 ATM 或變更付款設定。'

/** The mail to the shopper about one step of an order. */
export function composeOrderMail(kind: OrderMailKind, input: OrderMailInput): MailContent {
  const { order, link } = input
  const hasWithdrawal = kind === 'placed' || kind === 'shipped'
  return composeMail({
    subject: `MinMin 團購：${orderMailLabels[kind]}（${order.id}）`,
    lines: [
      sentenceOf(kind, input),
      `訂單編號：${order.number}（${order.id}）`,
      ...linesOf(kind, input),
      `訂單金額：${formatMoney(order.total)}`,
      ...(hasWithdrawal ? [withdrawal] : []),
    ],
    action: { label: '查看訂單', link },
    closing: fraud,
  })
}

function sentenceOf(kind: OrderMailKind, { order, parcel, refunded }: OrderMailInput): string {
  switch (kind) {
    case 'placed':
      return '您好，我們已收到您的訂單，收到款項後就開始備貨。'
    case 'paid':
      return '您好，我們已收到這筆訂單的款項，接下來會備貨並寄出。'
    case 'shipped':
      return `您好，您的商品已寄出。${parcel ? shipmentOf(parcel) : ''}`
    case 'cancelled':
      return order.cancelReason
        ? `您好，這筆訂單已取消。取消原因：${plainLine(order.cancelReason)}`
        : '您好，這筆訂單已取消。'
    case 'refunded':
      return `您好，這筆訂單的退款 ${formatMoney(refunded)} 已完成。`
  }
}

function shipmentOf({ parcel }: StoredParcel): string {
  const number = parcel.trackingNumber && `，貨運單號：${parcel.trackingNumber}`
  return `物流公司：${carrierLabels[parcel.carrier]}${number}。`
}

function linesOf(kind: OrderMailKind, { lines, parcel }: OrderMailInput): string[] {
  if (kind === 'shipped' && parcel) {
    return parcel.contents.map(({ title, qty }) => `${plainLine(title)} × ${qty}`)
  }
  return lines.map(({ product, qty }) => `${plainLine(product.title)} × ${qty}`)
}

/** In one line, and without characters that turn the text around. */
function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}
