import type { Fields } from '../check-mac-value.ts'
import { toTaipeiTime } from '../taipei-time.ts'
import { methodName, type Stage, type Trade } from '../trade.ts'
import { html, type Markup } from './html.ts'
import { buttonForm, details, layout, money, returnForm } from './layout.ts'
import { controlPath } from './subject-sections.ts'

export function checkoutPath({ merchantTradeNo }: Trade): string {
  return `/checkout/${merchantTradeNo}`
}

export const stageNames: Record<Stage, string> = {
  open: '等待付款',
  left: '已離開 3-D 驗證，尚未付款',
  refused: '付款失敗',
  issued: '等待繳費',
  deposited: '已繳費，等待入帳',
  paid: '付款完成',
}

/** Page for the shopper; `result` goes back to the shop with the browser. */
export function checkoutPage(
  trade: Trade,
  { result, isExpired }: { result: Fields | undefined; isExpired: boolean },
): string {
  const { form, stage } = trade
  return layout(
    stageNames[stage],
    html`${details([
      ['應付金額', html`<strong class="amount">${money(trade.amount)}</strong>`],
      ['付款方式', methodName(trade.method)],
      ['商品', items(form.ItemName ?? '')],
      ['訂單編號', trade.merchantTradeNo],
    ])}
    ${stage === 'issued' && issuedNumber(trade, isExpired)}
    <div class="actions">${actions(trade, isExpired)}</div>
    ${wayBack(trade, result)}
    <p class="aside"><a href="${controlPath(trade)}">交易控制：通知、退款與故障</a></p>`,
  )
}

function items(names: string): Markup {
  return html`<ul>${names.split('#').map((name) => html`<li>${name}</li>`)}</ul>`
}

const numberLabels: Record<string, string> = {
  BankCode: '銀行代碼',
  vAccount: '繳費帳號',
  PaymentNo: '繳費代碼',
  Barcode1: '第一段條碼',
  Barcode2: '第二段條碼',
  Barcode3: '第三段條碼',
}

function issuedNumber({ number }: Trade, isExpired: boolean): Markup {
  const shown = Object.entries(number?.fields ?? {}).filter(([name]) => name in numberLabels)
  return html`<section class="number">
    <h2>請以下列資料繳費</h2>
    ${details([
      ...shown.map(([name, value]): [string, string] => [numberLabels[name] ?? name, value]),
      ['繳費期限', number && toTaipeiTime(number.expiresAt)],
    ])}
    ${isExpired && html`<p role="alert">繳費期限已過，無法繳費。</p>`}
  </section>`
}

function actions(trade: Trade, isExpired: boolean): Markup[] {
  const button = (action: string, label: string, look: 'main' | 'quiet' = 'quiet') =>
    buttonForm(checkoutPath(trade), label, { fields: { action }, look })
  const { stage, method } = trade
  if (stage === 'paid') return []
  if (stage === 'issued') return isExpired ? [] : [button('deposit', '繳費', 'main')]
  if (stage === 'deposited') return [button('credit', '立即入帳')]
  if (method !== 'Credit') return [button('issue', '取號', 'main')]
  return [
    button('pay', '付款成功', 'main'),
    button('refuse', '付款失敗'),
    button('leave', '離開 3-D 驗證'),
  ]
}

/** OrderResultURL wins over ClientBackURL, once there is a result. */
function wayBack({ form }: Trade, result: Fields | undefined): Markup | false {
  const { OrderResultURL, ClientBackURL } = form
  if (OrderResultURL && result) return returnForm(OrderResultURL, result)
  if (!ClientBackURL) return false
  return html`<p class="actions"><a class="button" href="${ClientBackURL}">返回商店</a></p>`
}
