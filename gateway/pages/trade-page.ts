import { cardActions, closedAmount } from '../card-trade.ts'
import { faults } from '../faults.ts'
import { type Notice, noticeNames, variants } from '../notice.ts'
import { toTaipeiTime } from '../taipei-time.ts'
import { methodName, type Trade } from '../trade.ts'
import { checkoutPath, controlPath, stageNames } from './checkout-page.ts'
import { holdChoice } from './home-page.ts'
import { html, type Markup } from './html.ts'
import { buttonForm, choice, details, layout, money, stateLabel } from './layout.ts'

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
    <section>
      <h2>通知</h2>
      ${trade.notices.length === 0 && html`<p>還沒有通知。</p>`}
      <ul class="cards">${trade.notices.map((notice) => noticeCard(trade, notice))}</ul>
      <div class="actions">${buttonForm(`${controlPath(trade)}/simulate`, '模擬付款通知')}</div>
    </section>
    <section>
      <h2>設定</h2>
      <form method="post" action="${controlPath(trade)}/settings" class="fields">
        ${choice({ name: 'fault', label: '回應商店伺服器', value: trade.fault }, faults)}
        ${holdChoice(trade.holdsNotices)}
        <button class="quiet">儲存設定</button>
      </form>
    </section>
    ${cardSection(trade)}
    <p class="aside"><a href="/">所有交易與閘道設定</a></p>`,
  )
}

function noticeCard(trade: Trade, notice: Notice): Markup {
  const { deliveries } = notice
  const action = `${controlPath(trade)}/notices/${notice.id}`
  const button = (label: string, fields: Record<string, string | number>) =>
    buttonForm(action, label, { fields })
  return html`<li>
    <h3>${noticeNames[notice.kind]}通知</h3>
    ${stateLabel(stateOf(notice), notice.isAcknowledged)}
    <code>${notice.url}</code>
    <ol>${deliveries.map(
      ({ at, variant, status, answer }) =>
        html`<li>${toTaipeiTime(at)}　${variants[variant]}　${status || '無回應'}　<code>${answer}</code></li>`,
    )}</ol>
    <div class="actions">
      ${button('送出', { variant: 'normal' })}
      ${button('送出兩次', { variant: 'normal', times: 2 })}
      ${button('以錯誤檢查碼送出', { variant: 'wrong-mac' })}
      ${button('以其他金額送出', { variant: 'other-amount' })}
      ${button('不編碼送出', { variant: 'unescaped' })}
    </div>
  </li>`
}

function stateOf({ isAcknowledged, isGivenUp, isStarted }: Notice): string {
  if (isAcknowledged) return '商店已收到'
  if (isGivenUp) return '商店未收到，不再重送'
  return isStarted ? '商店尚未收到，將重送' : '保留中'
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
