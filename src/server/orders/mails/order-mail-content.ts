import { fillMailFields, type MailField, mailFields } from '#contract/mail-fields.ts'
import { type MailText, shippedMailTexts } from '#contract/mail-texts.ts'
import { formatMoney } from '#contract/money.ts'
import { type NoReturn, noReturnText } from '#contract/no-return.ts'
import { carrierLabels, type OrderMailKind } from '#contract/order-states.ts'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import { methodKind, methodKinds, onDeliveryMethod, transferMethod } from '#contract/payments.ts'
import { shownReason } from '#contract/shown-reason.ts'
import { shownStoreTitle } from '#contract/store-title.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import { isEnglish, t } from '#contract/translate.ts'
import type { KeptShipping } from '../../db/tables/orders.ts'
import { readersTitle, type Titled } from '../../http/readers-texts.ts'
import { type AmountRow, composeMail, type MailSender } from '../../mail/compose-mail.ts'
import type { MailContent } from '../../mail/outbox.ts'
import type { StoredParcel } from '../fulfilment/parcel-wire.ts'
import type { LeftOut, ReturnNews } from '../order-events.ts'
import type { OrderRow } from '../order-wire.ts'
import { owesLeader, paysOnDelivery } from '../pays-on-delivery.ts'
import { readersTitles } from '../sold-product.ts'

interface OrderedLine {
  qty: number
  /** Before any discount, in whole NT$. */
  total: number
  product: Titled & { price: number; no_return?: NoReturn | undefined }
  coupon?: { code: string } | null | undefined
}

export interface OrderMailInput {
  order: Pick<
    OrderRow,
    | 'id'
    | 'number'
    | 'total'
    | 'cancelReason'
    | 'paymentMethod'
    | 'expiresAt'
    | 'isPayable'
    | 'chargeKind'
  > &
    Partial<Pick<OrderRow, 'payment' | 'balanceDue'>> & {
      /** The name of who ordered. */
      name: string
      /** Absent: it is sent home. */
      shipping?: KeptShipping
      /** In whole NT$. */
      shippingFee: number
      /** The part that credit and points pay, in whole NT$. */
      credit?: number
    }
  lines: readonly OrderedLine[]
  /** The parcel that a mail of shipping is about. */
  parcel?: StoredParcel | undefined
  /** The store of a mail about it, and the last day of a parcel that waits there. */
  pickup?: { store: string; until?: string }
  /** The pieces that a mail about a closed rest is about. */
  leftOut?: readonly Pick<LeftOut, 'title' | 'qty'>[]
  /** The step of a return that a mail is about, and where its goods are sent to. */
  returned?: ReturnNews & { sendTo: string }
  /** The words of the staff, of a mail about them. */
  answer?: string
  /** The code to show where the goods are fetched. */
  handOutCode?: string | undefined
  /** Of a mail about a change: the total before it, and what is given back of it; in whole NT$. */
  change?: { before: number; refund: number }
  /** The balance that a mail about its payment names, in whole NT$. */
  balancePaid?: number | undefined
  /** The numbers of the orders in the same parcel, and what the store collects for all, in whole NT$. */
  along?: { numbers: readonly string[]; balance: number } | undefined
  /** The line of it about the invoice. */
  invoiceText?: string | undefined
  /** Amount of a refund mail, in NT$. */
  refunded: number
  /** The refund was taken as 購物金. */
  isCredit?: boolean | undefined
  /** Where the shopper sees the order. */
  link: string
}

/** The sender, and the texts that the owner chose in place of the shipped ones. */
export interface MailLook {
  shop: MailSender
  texts: Partial<Record<OrderMailKind, MailText | null>>
  /** The owner's page about returns. */
  returns?: { label: string; link: string } | undefined
  /** The account that shoppers transfer to, of a shop that is paid in no other way. */
  account?: string
}

const withdrawal =
  '您享有商品到貨後七天的鑑賞期（猶豫期），可於期限內退貨；依法排除的商品會在商品頁面說明。'
export const fraud = '我們不會來電要求您操作 ATM 或變更付款設定。'

/**
 * The mail to the shopper about one step of an order. The owner's text stands above; what each
 * mail must say stands below it, whatever the text is.
 */
export function composeOrderMail(
  kind: OrderMailKind,
  told: OrderMailInput,
  look: MailLook,
): MailContent {
  const input = inReadersTitles(told)
  const { order, link } = input
  const { subject, text } = textOf(kind, input, look)
  const values = valuesOf(kind, input, look.shop.name)
  const own = ownLinesOf(kind, input)
  const hasWithdrawal = kind === 'placed' || kind === 'shipped'
  return composeMail({
    subject: plainLine(fillMailFields(subject, values)),
    heading: headingOf(kind, order),
    lines: [
      ...paragraphsOf(text, values),
      t('訂單編號：{number}', { number: order.number }),
      ...shippingLines(kind, order),
      ...codeLines(input),
      ...alongLines(input),
      ...collectionLines(kind, input),
      ...changeLines(kind, input),
      ...balanceLines(kind, input),
      ...(input.invoiceText === undefined ? [] : [plainLine(input.invoiceText)]),
      ...creditLines(kind, input),
      ...(own
        ? [...own, t('訂單金額：{total}', { total: formatMoney(order.total) })]
        : [amountsOf(input)]),
      ...accountLines(kind, order, look),
      ...(hasWithdrawal ? [returnsText(look), ...excludedLines(input)] : []),
    ],
    action: { label: t('查看訂單'), link },
    closing: t(fraud),
    shop: look.shop,
  })
}

/** All goods by the titles of the lines, for the reader of now. */
function inReadersTitles(input: OrderMailInput): OrderMailInput {
  const { lines, parcel, leftOut, returned } = input
  const titleOf = readersTitles(lines.map(({ product }) => product))
  const shown = <Goods extends { title: string }>(goods: readonly Goods[]) =>
    goods.map((one) => ({ ...one, title: titleOf(one.title) }))
  return {
    ...input,
    lines: lines.map((line) => ({
      ...line,
      product: { ...line.product, title: readersTitle(line.product) },
    })),
    ...(parcel && { parcel: { ...parcel, contents: shown(parcel.contents) } }),
    ...(leftOut && { leftOut: shown(leftOut) }),
    ...(returned && { returned: { ...returned, pieces: shown(returned.pieces) } }),
  }
}

/** Where the owner has said what holds for their goods, that holds. */
function returnsText({ returns }: MailLook): string {
  return returns
    ? t('退貨與換貨請看「{label}」：{link}', {
        label: plainLine(returns.label),
        link: returns.link,
      })
    : t(withdrawal)
}

/** The goods that the law excludes, as it was said before they were ordered. */
function excludedLines({ lines }: OrderMailInput): string[] {
  return lines.flatMap(({ product: { title, no_return } }) =>
    no_return
      ? [
          t('「{title}」{reason}。', {
            title: plainLine(title),
            reason: noReturnText(no_return),
          }),
        ]
      : [],
  )
}

function accountLines(
  kind: OrderMailKind,
  order: OrderMailInput['order'],
  { account = '' }: MailLook,
): string[] {
  if (paysOnDelivery(order) || owesLeader(order)) return []
  const isOwed = order.payment === 'unpaid' || (order.balanceDue ?? 0) > 0
  const isUnpaid = kind === 'changed' && isOwed
  const isToPay = order.isPayable && (kind === 'placed' || kind === 'extended' || isUnpaid)
  return isToPay ? transferLines(account) : []
}

/** Where to transfer to; none of a shop that names no account. */
export function transferLines(account: string): string[] {
  return account === ''
    ? []
    : [t('匯款帳號：{account}', { account: plainLines(account).join(t('，')) })]
}

const balancePaidText = {
  subject: '{商店名稱}：已收到補款（{訂單編號}）',
  text: '您好，我們已收到這筆訂單變更後的補款，接下來會備貨出貨。',
}

const headings: Record<OrderMailKind, string> = {
  placed: '訂單成立',
  extended: '付款期限已延長',
  paid: '付款完成',
  shipped: '商品已出貨',
  at_store: '包裹已到店',
  store_closed: '請重新選擇取貨門市',
  changed: '訂單內容已變更',
  rest_closed: '部分商品不出貨',
  cancelled: '訂單已取消',
  refunded: '退款完成',
  return_news: '退貨進度',
  answered: '回覆您的留言',
}

function headingOf(kind: OrderMailKind, order: OrderMailInput['order']): string {
  if (kind === 'placed' && groupText(order)) return t('已收到您的跟團')
  const isReady = kind === 'shipped' && order.shipping?.kind === 'place'
  return isReady ? t('商品已備妥') : t(headings[kind])
}

function textOf(
  kind: OrderMailKind,
  { order, balancePaid }: OrderMailInput,
  { texts }: MailLook,
): MailText {
  // The owner writes in Chinese.
  const own = isEnglish() ? undefined : texts[kind]
  const chosen = own ?? inEnglish(shippedMailTexts[kind])
  if (balancePaid !== undefined && !own) return inEnglish(balancePaidText)
  const ofMethod = textOnDelivery(kind, order) ?? textOfMethod(kind, order)
  if (ofMethod && !own) return { ...chosen, ...ofMethod }
  const ofGroup = kind === 'placed' ? groupText(order) : undefined
  if (ofGroup !== undefined) return { ...chosen, text: ofGroup }
  return chosen
}

const inEnglish = ({ subject, text }: MailText): MailText => ({
  subject: t(subject),
  text: t(text),
})

/** The shipped texts speak of sending; where nothing is sent home these stand in their place. */
function textOfMethod(
  kind: OrderMailKind,
  { shipping }: OrderMailInput['order'],
): Partial<MailText> | undefined {
  if (kind === 'paid' && shipping?.kind === 'leader') {
    return { text: t('您好，我們已收到這筆訂單的款項，接下來會備貨，由團主發放。') }
  }
  if (shipping?.kind !== 'place') return undefined
  if (kind === 'paid') {
    return { text: t('您好，我們已收到這筆訂單的款項，備妥後會再通知您取貨。') }
  }
  if (kind !== 'shipped') return undefined
  return {
    subject: t('{商店名稱}：商品已備妥，可以取貨（{訂單編號}）'),
    text: t('您好，您的商品已備妥，請到取貨地點領取。'),
  }
}

/** By which method, and where it is picked up; of what is still under way. */
function shippingLines(kind: OrderMailKind, { shipping }: OrderMailInput['order']): string[] {
  if (!shipping || !['placed', 'changed', 'paid', 'shipped'].includes(kind)) return []
  const { name, place, store } = shipping
  const details = place && [place.name, place.address, place.hours]
  const ofStore = store && [shownStoreTitle(store), store.address]
  return [
    t('配送方式：{method}', { method: plainLine(t(name)) }),
    ...(details
      ? [
          t('取貨地點：{placeText}', {
            placeText: plainLine(details.filter(Boolean).join(t('，'))),
          }),
        ]
      : []),
    ...(ofStore ? [t('取貨門市：{store}', { store: plainLine(ofStore.join(t('，'))) })] : []),
  ]
}

/** QR codes are drawn on the page of the order: few mail programs show a drawing. */
function codeLines({ handOutCode }: OrderMailInput) {
  if (handOutCode === undefined) return []
  return [
    { label: t('取貨代碼'), code: handOutCode },
    t('取貨時請出示訂單頁的 QR Code，或說出這六位數字；請不要轉傳給別人。'),
  ]
}

function alongLines({ order, along }: OrderMailInput): string[] {
  if (!along) return []
  return [
    t('併單出貨：訂單 {numbers} 在同一個包裹裡。', {
      numbers: [order.number, ...along.numbers].join(t('、')),
    }),
  ]
}

/** The sum to pay when it is picked up; the owner's own text cannot leave it out. */
function collectionLines(kind: OrderMailKind, { order, along }: OrderMailInput): string[] {
  if (along && along.balance > 0) {
    return [
      t('付款方式：取貨付款，取貨時請付 {balance}（包裹內所有訂單）', {
        balance: formatMoney(along.balance),
      }),
    ]
  }
  if (!paysOnDelivery(order) || !['placed', 'changed', 'shipped', 'at_store'].includes(kind))
    return []
  return [t('付款方式：取貨付款，取貨時請付 {total}', { total: formatMoney(order.total) })]
}

/** Both sums, and what becomes of their difference; the owner's own text cannot leave it out. */
function changeLines(kind: OrderMailKind, { order, change }: OrderMailInput): string[] {
  if (kind !== 'changed' || !change) return []
  const { before, refund } = change
  const isToPay = order.payment === 'unpaid' && !paysOnDelivery(order) && order.total > 0
  return [
    ...(before === order.total
      ? []
      : [
          t('訂單金額：{before} 改為 {total}', {
            before: formatMoney(before),
            total: formatMoney(order.total),
          }),
        ]),
    ...(refund > 0
      ? [t('差額 {refund} 會退還給您，退款完成時再以信件通知。', { refund: formatMoney(refund) })]
      : []),
    ...(isToPay
      ? [
          t('尚未付款，請付 {total}。若已取得繳費代碼，請重新取得。', {
            total: formatMoney(order.total),
          }),
        ]
      : []),
  ]
}

/** The balance to pay since a change, or that was paid; the owner's own text cannot leave it out. */
function balanceLines(
  kind: OrderMailKind,
  { order: { balanceDue = 0 }, balancePaid }: OrderMailInput,
): string[] {
  if (balancePaid !== undefined)
    return [t('已收到補款：{balancePaid}', { balancePaid: formatMoney(balancePaid) })]
  if (kind !== 'changed' || balanceDue === 0) return []
  return [
    t('需要補付 {balanceDue}，請按「查看訂單」付款；收到後才會出貨。', {
      balanceDue: formatMoney(balanceDue),
    }),
  ]
}

/** Where a refund went that no bank shows; the owner's own text cannot leave it out. */
function creditLines(kind: OrderMailKind, { isCredit }: OrderMailInput): string[] {
  if (kind !== 'refunded' || !isCredit) return []
  return [t('已存入您的購物金，下次訂購時可以折抵。')]
}

/** The texts of an order that is paid when it is picked up. */
function textOnDelivery(
  kind: OrderMailKind,
  order: OrderMailInput['order'],
): Partial<MailText> | undefined {
  if (kind === 'placed' && paysOnDelivery(order)) {
    return {
      text: t('您好，我們已收到您的訂單，接下來會備貨寄出。您選擇取貨付款，到店取貨時再付款即可。'),
    }
  }
  if (kind === 'paid' && order.paymentMethod === onDeliveryMethod) {
    return { text: t('您好，您已在門市取貨，我們已收到這筆訂單的款項，謝謝您。') }
  }
  return undefined
}

/** The first mail of a place in a group: there is nothing to pay yet. */
function groupText({ isPayable, chargeKind }: OrderMailInput['order']): string | undefined {
  if (chargeKind === 'authorise') {
    return isPayable
      ? t('您好，我們已收到您的跟團。請在 15 分鐘內完成刷卡授權，成團後才會扣款。')
      : t('您好，我們已收到您的跟團。刷卡已授權，成團後才會扣款。')
  }
  if (!isPayable)
    return t('您好，我們已收到您的跟團。成團前不需付款，成團後我們會寄信通知您如何付款。')
  return undefined
}

const lineBreak = /\r\n|[\r\n\u2028\u2029]/

/** The lines of a text that somebody wrote, without the empty ones. */
export function plainLines(text: string): string[] {
  return text.split(lineBreak).map(plainLine).filter(Boolean)
}

/** A line of the text is a paragraph; one whose fields are all empty is left out. */
function paragraphsOf(text: string, values: Record<MailField, string>): string[] {
  return text.split(lineBreak).flatMap((line) => {
    const named = mailFields.filter((field) => line.includes(`{${field}}`))
    const isEmpty = named.length > 0 && named.every((field) => values[field] === '')
    const filled = plainLine(fillMailFields(line, values))
    return isEmpty || filled === '' ? [] : [filled]
  })
}

function valuesOf(
  kind: OrderMailKind,
  input: OrderMailInput,
  shopName: string,
): Record<MailField, string> {
  const { order, parcel, pickup, refunded, link } = input
  return {
    商店名稱: shopName,
    訂單編號: order.number,
    訂購人: addresseeOf(order.name),
    訂單金額: formatMoney(order.total),
    商品明細: linesOf(kind, input).join(t('、')),
    付款方式: methodName(order.paymentMethod),
    付款期限: order.expiresAt ? taipeiTime(order.expiresAt) : '',
    物流公司: parcel ? t(carrierLabels[parcel.parcel.carrier]) : '',
    貨運單號: parcel?.parcel.trackingNumber ?? '',
    取貨門市: plainLine(pickup?.store ?? ''),
    取貨期限: pickup?.until?.slice(5).replace('-', '/') ?? '',
    取消原因: shownReason(order.cancelReason ?? ''),
    退款金額: kind === 'refunded' ? formatMoney(refunded) : '',
    訂單連結: link,
  }
}

const longestAddressee = 40
/** Parts that mail programs make a link of. */
const linkParts = /[:/@：／＠]|[^\s.][.．。｡][^\s.]{2}/u

/** Anybody may order with the mailbox of another: no name carries an advertisement there. */
function addresseeOf(name: string): string {
  const line = plainLine(name)
  return line.length > longestAddressee || linkParts.test(line) ? t('顧客') : line
}

function methodName(method: string | null): string {
  if (method === null) return ''
  const kind = methodKind(method)
  const isKnown = [...methodKinds, transferMethod, onDeliveryMethod].some((one) => one === kind)
  return isKnown ? paymentMethodLabel(method) : ''
}

function linesOf(kind: OrderMailKind, input: OrderMailInput): string[] {
  return (
    ownLinesOf(kind, input) ??
    input.lines.map(({ product, qty }) => `${plainLine(product.title)} × ${qty}`)
  )
}

/** Of a mail that is not about the whole order. */
function ownLinesOf(
  kind: OrderMailKind,
  { parcel, pickup, leftOut, answer, returned }: OrderMailInput,
): string[] | undefined {
  if (pickup && (kind === 'at_store' || kind === 'store_closed')) {
    return [t('取貨門市：{store}', { store: plainLine(pickup.store) })]
  }
  if (kind === 'answered' && answer !== undefined) return plainLines(answer)
  if (kind === 'return_news' && returned) return returnLines(returned)
  if (kind === 'rest_closed' && leftOut) {
    return leftOut.map(({ title, qty }) =>
      t('未出貨：{title} × {qty}', { title: plainLine(title), qty }),
    )
  }
  if (kind === 'shipped' && parcel) {
    return parcel.contents.map(({ title, qty }) => `${plainLine(title)} × ${qty}`)
  }
  return undefined
}

/** Each line and what the order comes to; a subtotal only where it is not the total. */
function amountsOf({ order, lines }: OrderMailInput): AmountRow[] {
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0)
  const { credit = 0 } = order
  const discount = subtotal + order.shippingFee - credit - order.total
  const code = lines.find(({ coupon }) => coupon)?.coupon?.code
  const hasParts = discount > 0 || order.shippingFee > 0 || credit > 0
  return [
    ...lines.map(({ product, qty, total }) => ({
      label: `${plainLine(product.title)} × ${qty}`,
      ...(qty > 1 && { note: t('單價 {price}', { price: formatMoney(product.price) }) }),
      value: formatMoney(total),
    })),
    ...(hasParts ? [{ label: t('小計'), value: formatMoney(subtotal) }] : []),
    ...(discount > 0
      ? [
          {
            label: code ? t('優惠（{code}）', { code }) : t('優惠'),
            value: `−${formatMoney(discount)}`,
          },
        ]
      : []),
    ...(order.shippingFee > 0 ? [{ label: t('運費'), value: formatMoney(order.shippingFee) }] : []),
    ...(credit > 0 ? [{ label: t('購物金與點數'), value: `−${formatMoney(credit)}` }] : []),
    { label: t('總計'), value: formatMoney(order.total), isSum: true },
  ]
}

/** In one line, and without characters that turn the text around. */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** The goods of a return, the next step, and the words of the shop. */
function returnLines({
  state,
  way,
  pieces,
  answer = '',
  refund,
  credit,
  sendTo,
}: ReturnNews & { sendTo: string }) {
  const goods = pieces.map(({ title, qty }) => `${plainLine(title)} × ${qty}`).join(t('、'))
  return [
    t('退貨商品：{goods}', { goods }),
    ...returnSteps({ state, way, refund, credit, answer, sendTo }),
    ...(answer === '' ? [] : [t('店家說明：{text}', { text: plainLines(answer).join(t('，')) })]),
  ]
}

function returnSteps({
  state,
  way,
  refund = 0,
  credit = 0,
  answer,
  sendTo,
}: Pick<ReturnNews, 'state' | 'way' | 'refund' | 'credit'> & {
  answer: string
  sendTo: string
}): string[] {
  switch (state) {
    case 'asked':
      return [
        t('我們已收到您的退貨申請，確認後會再通知您。商品請先保持完整，連同配件與包裝一起保留。'),
      ]
    case 'accepted':
      return [t('我們已接受您的退貨。'), ...waySteps(way, sendTo, answer !== '')]
    case 'refused':
      return [t('很抱歉，這次的退貨我們無法接受。有任何問題，請在訂單頁留言給我們。')]
    case 'received':
      return [t('我們已收到您退回的商品，檢查後會在 15 天內退款。')]
    case 'refunded':
      return [refundedStep(refund, credit)]
    default:
      return []
  }
}

/** No mail follows for the part that is credit or points: it is back by now. */
function refundedStep(refund: number, credit: number): string {
  if (refund === 0) return t('退貨已完成。')
  const back = t('{credit} 已退回您的購物金與點數', { credit: formatMoney(credit) })
  if (credit === refund) return t('退貨已完成，{back}。', { back })
  const part = credit > 0 ? t('，其中 {back}', { back }) : ''
  return t('退貨已完成，將退還 {refund}{part}；退款完成時會再通知您。', {
    refund: formatMoney(refund),
    part,
  })
}

function waySteps(way: ReturnNews['way'], sendTo: string, isExplained: boolean): string[] {
  if (way === 'pickup')
    return [t('我們會在您申請後 15 天內到府收件，請將商品包裝好，不需要付運費。')]
  if (way === 'place') return [t('請將商品帶回取貨的地點，交給現場的人員。')]
  if (way !== 'parcel') return []
  const unknown = t('請將商品寄回，寄件地址請{part}。', {
    part: isExplained ? t('看店家說明') : t('在訂單頁留言詢問我們'),
  })
  const where =
    sendTo === '' ? unknown : t('請將商品寄到：{address}', { address: plainLine(sendTo) })
  return [where, t('寄出後請在訂單頁填寫貨運單號。')]
}
