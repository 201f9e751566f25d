import { html } from '../../pages/html.ts'
import { layout, money, stateLabel } from '../../pages/layout.ts'
import { toTaipeiTime } from '../../taipei-time.ts'
import type { Line } from '../line.ts'
import { refundedOf } from './pay-book.ts'
import { payPath, payStateNames } from './pay-page.ts'

/** All payments, the newest first. */
export function transactionsPage({ pay }: Line): string {
  const list = pay.list()
  return layout(
    'LINE Pay 交易',
    html`${list.length === 0 && html`<p>還沒有交易。商店建立 LINE Pay 付款後，會出現在這裡。</p>`}
    <ul class="cards trades">${list.map(
      (transaction) => html`<li>
        <a href="${payPath(transaction)}">${transaction.orderId}</a>
        <span>${money(transaction.amount)}${
          refundedOf(transaction) > 0 && `，已退款 ${money(refundedOf(transaction))}`
        }<br />${toTaipeiTime(transaction.createdAt)}</span>
        ${stateLabel(payStateNames[transaction.state], transaction.state === 'captured')}
      </li>`,
    )}</ul>
    <p class="aside"><a href="/line">LINE 手機與設定</a></p>`,
    'line',
  )
}
