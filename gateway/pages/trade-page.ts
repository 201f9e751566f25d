import { cardActions, closedAmount } from '../card-trade.ts'
import { toTaipeiTime } from '../taipei-time.ts'
import { methodName, type Trade } from '../trade.ts'
import { checkoutPath, stageNames } from './checkout-page.ts'
import { html, type Markup } from './html.ts'
import { buttonForm, choice, details, layout, money } from './layout.ts'
import { controlPath, noticesSection, settingsSection } from './subject-sections.ts'

/** State of one trade, its callbacks, and its switches. */
export function tradePage(trade: Trade): string {
  return layout(
    '交易控制',
    html`${details([
      ['特店交易編號', trade.merchantTradeNo],
      ['交易編號', trade.tradeNo],
      ['金額', money(trade.amount)],
      ['付款方式', methodName(trade.method)],
      ['狀態', stageNames[trade.stage]],
      ['付款時間', trade.paidAt && toTaipeiTime(trade.paidAt)],
    ])}
    <p class="actions"><a class="button" href="${checkoutPath(trade)}">付款頁面</a></p>
    ${noticesSection(trade)}
    <div class="actions">${buttonForm(`${controlPath(trade)}/simulate`, '模擬付款通知')}</div>
    ${settingsSection(trade)}
    ${cardSection(trade)}
    <p class="aside"><a href="/">所有交易與閘道設定</a></p>`,
  )
}

function cardSection(trade: Trade): Markup | false {
  const { card } = trade
  if (!card) return false
  return html`<section>
    <h2>信用卡</h2>
    ${details([
      ['狀態', card.state],
      ['授權單號', card.gwsr],
      ['授權金額', money(card.amount)],
      ['已關帳金額', money(closedAmount(card))],
    ])}
    <ol>${card.ledger.map(
      ({ action, amount, at }) =>
        html`<li>${toTaipeiTime(at)}　${cardActions[action]}　${money(amount)}</li>`,
    )}</ol>
    <form method="post" action="${controlPath(trade)}/card" class="fields">
      ${choice({ name: 'action', label: '在金流後台操作', value: 'R' }, cardActions)}
      <label>金額 <input name="amount" inputmode="numeric" value="${card.amount}" required /></label>
      <button class="quiet">送出操作</button>
    </form>
  </section>`
}
