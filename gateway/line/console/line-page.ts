import { html, type Markup } from '../../pages/html.ts'
import { buttonForm, choice, details, layout, stateLabel } from '../../pages/layout.ts'
import { toTaipeiTime } from '../../taipei-time.ts'
import { channels } from '../channels.ts'
import { liffPath } from '../liff/liff-pages.ts'
import { findPerson, type Line } from '../line.ts'
import { type WebhookEvent, webhookVariants } from '../messaging/webhooks.ts'
import { groupChat, isReached } from '../people.ts'
import { idTokenFaults, lineFaults } from '../switches.ts'
import { friendName, phonePath } from './phone-page.ts'

const shownEvents = 20

/** The phones, the switches, the webhook events that were sent, and the channels. */
export function linePage(line: Line): string {
  const { people, chats, webhooks } = line
  return layout(
    'LINE',
    html`<ul class="cards trades">${people.map(
      (person) => html`<li>
        <a href="${phonePath(person)}">${person.name}的手機</a>
        <span>${chats.of(person.id).length} 則對話</span>
        ${stateLabel(friendName(person), isReached(person))}
      </li>`,
    )}</ul>
    <p class="actions">
      <a class="button" href="/line/group">${groupChat.name}</a>
      <a class="button" href="${liffPath}/${channels.liff.id}/">在 LINE 裡開啟商店</a>
      <a class="button" href="/line/transactions">LINE Pay 交易</a>
    </p>
    ${settingsSection(line)}
    <section>
      <h2>Webhook 事件</h2>
      ${webhooks.list().length === 0 && html`<p>還沒有事件。加入好友或傳訊息後，會出現在這裡。</p>`}
      <ul class="cards">${webhooks
        .list()
        .slice(-shownEvents)
        .toReversed()
        .map((event) => eventCard(line, event))}</ul>
    </section>
    ${channelsSection()}`,
    'line',
  )
}

function settingsSection({ switches, chats }: Line): Markup {
  const onOff = { true: '開啟', false: '關閉' }
  const fault = (name: 'login' | 'messaging' | 'pay', label: string) =>
    choice({ name, label, value: switches[name] }, lineFaults)
  return html`<section>
    <h2>設定</h2>
    <form method="post" action="/line/settings" class="fields">
      ${fault('login', 'LINE Login 回應')}
      ${fault('messaging', 'Messaging API 回應')}
      ${fault('pay', 'LINE Pay 回應')}
      <label>延遲毫秒 <input name="delayMs" type="number" min="1" max="120000" value="${switches.delayMs}" /></label>
      ${choice({ name: 'idToken', label: 'ID token', value: switches.idToken }, idTokenFaults)}
      ${choice({ name: 'algorithm', label: 'ID token 簽章', value: switches.algorithm }, { HS256: 'HS256（網頁）', ES256: 'ES256（LIFF）' })}
      <label>Callback URL（空白：本機任何網址） <input name="callbackUrl" value="${switches.callbackUrl}" /></label>
      <label>LIFF Endpoint URL <input name="liffEndpoint" value="${switches.liffEndpoint}" /></label>
      ${choice({ name: 'sharesInLiff', label: 'LIFF 分享', value: String(switches.sharesInLiff) }, onOff)}
      <label>每月訊息則數（0：不限），本月已用 ${chats.used()} <input name="quota" type="number" min="0" max="1000000" value="${switches.quota}" /></label>
      <label>Webhook URL <input name="webhookUrl" value="${switches.webhookUrl}" /></label>
      ${choice({ name: 'redelivers', label: 'Webhook 重送', value: String(switches.redelivers) }, onOff)}
      ${choice({ name: 'holdsWebhooks', label: 'Webhook 事件', value: String(switches.holdsWebhooks) }, { false: '立即送出', true: '保留，由我送出' })}
      ${choice({ name: 'hasBalance', label: 'LINE Pay 餘額', value: String(switches.hasBalance) }, { true: '足夠', false: '不足' })}
      <button class="quiet">儲存設定</button>
    </form>
    <div class="actions">
      ${buttonForm('/line/quota', '用完本月訊息', { fields: { used: switches.quota } })}
      ${buttonForm('/line/quota', '訊息歸零', { fields: { used: 0 } })}
      ${buttonForm('/line/webhook-test', '測試 Webhook')}
    </div>
  </section>`
}

const eventNames: Record<string, string> = {
  follow: '加入好友',
  unfollow: '封鎖',
  message: '訊息',
  postback: '選單按鈕',
}

function eventCard(line: Line, event: WebhookEvent): Markup {
  const { id, personId, fields, deliveries, createdAt, isAcknowledged } = event
  const button = (label: string, sent: Record<string, string | number>) =>
    buttonForm(`/line/webhooks/${id}`, label, { fields: sent })
  return html`<li>
    <h3>${eventNames[fields.type] ?? fields.type}：${findPerson(line, personId)?.name}</h3>
    ${stateLabel(isAcknowledged ? '商店已收到' : deliveries.length > 0 ? '商店尚未收到' : '保留中', isAcknowledged)}
    <code>${id}　${toTaipeiTime(createdAt)}</code>
    <ol>${deliveries.map(
      ({ at, variant, status, answer, isRedelivery }) =>
        html`<li>${toTaipeiTime(at)}　${webhookVariants[variant]}${isRedelivery && '（重送）'}　${status || '無回應'}　<code>${answer}</code></li>`,
    )}</ol>
    <div class="actions">
      ${button('送出', { variant: 'normal' })}
      ${button('送出兩次', { variant: 'normal', times: 2 })}
      ${button('以錯誤簽章送出', { variant: 'wrong-signature' })}
      ${button('更改後送出', { variant: 'changed' })}
      ${button('以未知事件送出', { variant: 'unknown' })}
    </div>
  </li>`
}

function channelsSection(): Markup {
  const { login, liff, messaging, pay } = channels
  return html`<section>
    <h2>測試頻道</h2>
    <h3>LINE Login</h3>
    ${details([
      ['Channel ID', login.id],
      ['Channel secret', login.secret],
      ['LIFF ID', liff.id],
    ])}
    <h3>Messaging API</h3>
    ${details([
      ['Channel ID', messaging.id],
      ['Channel secret', messaging.secret],
      ['Access token', messaging.accessToken],
    ])}
    <h3>LINE Pay</h3>
    ${details([
      ['Channel ID', pay.id],
      ['Channel secret', pay.secret],
    ])}
  </section>`
}
