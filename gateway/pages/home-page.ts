import { invoiceAccount, logisticsAccounts } from '../account.ts'
import { faults } from '../faults.ts'
import type { Gateway } from '../gateway.ts'
import { toTaipeiTime } from '../taipei-time.ts'
import { methodName } from '../trade.ts'
import { stageNames } from './checkout-page.ts'
import { html } from './html.ts'
import { buttonForm, choice, details, layout, money, stateLabel } from './layout.ts'
import { controlPath, holdChoice } from './subject-sections.ts'

/** All trades and the switches of the whole gateway. */
export function homePage({ account, clock, settings, trades }: Gateway): string {
  const list = trades.list()
  return layout(
    '交易',
    html`${list.length === 0 && html`<p>還沒有交易。從商店的付款頁面送出訂單後，會出現在這裡。</p>`}
    <ul class="cards trades">${list.map(
      (trade) => html`<li>
      <a href="${controlPath(trade)}">${trade.merchantTradeNo}</a>
      <span>${methodName(trade.method)}　${money(trade.amount)}</span>
      ${stateLabel(stageNames[trade.stage], trade.stage === 'paid')}
    </li>`,
    )}</ul>
    <section>
      <h2>LINE</h2>
      <p>登入、訊息與 LINE Pay：<a href="/line">手機與設定</a>、<a href="/line/transactions">LINE Pay 交易</a></p>
    </section>
    <section>
      <h2>閘道設定</h2>
      <form method="post" action="/settings" class="fields">
        ${choice({ name: 'fault', label: '回應商店伺服器', value: settings.fault }, faults)}
        ${choice({ name: 'autoCapture', label: '每日自動關帳', value: String(settings.autoCapture) }, { true: '開啟', false: '關閉' })}
        ${choice({ name: 'hasBalance', label: '物流帳戶餘額', value: String(settings.hasBalance) }, { true: '足夠', false: '不足' })}
        ${choice({ name: 'limitsCalls', label: '物流每秒超過 10 次', value: String(settings.limitsCalls) }, { true: '回應 403', false: '照常回應' })}
        ${choice({ name: 'invoiceFault', label: '回應電子發票', value: settings.invoiceFault }, { ...faults, none: '與商店伺服器相同' })}
        ${choice({ name: 'ministryAnswers', label: '財政部條碼與捐贈碼查驗', value: String(settings.ministryAnswers) }, { true: '正常', false: '維護中' })}
        ${holdChoice(settings.holdsNotices)}
        <button class="quiet">儲存設定</button>
      </form>
    </section>
    <section>
      <h2>時鐘</h2>
      <p>${toTaipeiTime(clock.now())}（臺北）</p>
      <div class="actions">
        ${buttonForm('/clock', '前進 15 分鐘', { fields: { minutes: 15 } })}
        ${buttonForm('/clock', '前進 1 天', { fields: { minutes: 1440 } })}
        ${buttonForm('/clock', '前進到下一次 20:15 關帳', { fields: { time: '20:15' } })}
        ${buttonForm('/clock', '前進到下一個 06:00', { fields: { time: '06:00' } })}
      </div>
    </section>
    <section>
      <h2>中斷</h2>
      <p>拒絕所有連線，包括這個頁面，30 秒後恢復。</p>
      ${buttonForm('/outage', '中斷 30 秒', { fields: { seconds: 30 } })}
    </section>
    <section>
      <h2>金流測試特店</h2>
      ${details([
        ['MerchantID', account.merchantId],
        ['HashKey', account.hashKey],
        ['HashIV', account.hashIv],
        ['商家檢查碼', account.creditCheckCode],
      ])}
    </section>
    ${logisticsAccounts.map(
      ({ merchantId, hashKey, hashIv, contract }) => html`<section>
      <h2>物流測試特店：${contractNames[contract]}</h2>
      ${details([
        ['MerchantID', merchantId],
        ['HashKey', hashKey],
        ['HashIV', hashIv],
      ])}
    </section>`,
    )}
    <section>
      <h2>電子發票測試特店</h2>
      ${details([
        ['MerchantID', invoiceAccount.merchantId],
        ['HashKey', invoiceAccount.hashKey],
        ['HashIV', invoiceAccount.hashIv],
      ])}
      <p class="actions"><a class="button" href="/invoices">發票與折讓</a></p>
    </section>`,
  )
}

const contractNames = { B2C: '大宗寄倉與宅配（B2C）', C2C: '店到店（C2C）' }

export function outagePage(seconds: number): string {
  return layout('已中斷連線', html`<p>${seconds} 秒後恢復，屆時可以回到<a href="/">交易</a>。</p>`)
}
