import { html, type Markup } from '../../pages/html.ts'
import { buttonForm, details, layout, money } from '../../pages/layout.ts'
import type { PayState, PayTransaction } from './pay-book.ts'

export function payPath({ id }: PayTransaction): string {
  return `/line/pay/${id}`
}

export const payStateNames: Record<PayState, string> = {
  requested: '等待付款',
  agreed: '已同意，等待商店確認',
  cancelled: '已取消',
  failed: '付款失敗',
  authorised: '已授權，尚未請款',
  captured: '付款完成',
  voided: '授權已取消',
}

export const payerActions = ['agree', 'agree-and-close', 'cancel', 'fail'] as const
export type PayerAction = (typeof payerActions)[number]

/** Page for the shopper. */
export function payPage(transaction: PayTransaction): string {
  const { amount, names, orderId, state, confirmUrl } = transaction
  return layout(
    payStateNames[state],
    html`${details([
      ['應付金額', html`<strong class="amount">${money(amount)}</strong>`],
      ['付款方式', 'LINE Pay'],
      ['商品', html`<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`],
      ['訂單編號', orderId],
    ])}
    <div class="actions">${actions(transaction)}</div>
    ${state === 'agreed' && html`<p class="actions"><a class="button" href="${confirmUrl}">返回商店</a></p>`}
    <p class="aside"><a href="/line/transactions">所有 LINE Pay 交易</a></p>`,
    'line',
  )
}

function actions(transaction: PayTransaction): Markup[] {
  if (transaction.state !== 'requested') return []
  const button = (action: PayerAction, label: string, look: 'main' | 'quiet' = 'quiet') =>
    buttonForm(payPath(transaction), label, { fields: { action }, look })
  return [
    button('agree', '同意付款', 'main'),
    button('agree-and-close', '同意後關閉視窗'),
    button('cancel', '取消'),
    button('fail', '付款失敗'),
  ]
}
