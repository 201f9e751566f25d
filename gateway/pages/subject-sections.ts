import { faults } from '../faults.ts'
import { type Notice, noticeNames, variants } from '../notice.ts'
import { kindOf, numberOf, type Subject } from '../subject.ts'
import { toTaipeiTime } from '../taipei-time.ts'
import { html, type Markup } from './html.ts'
import { buttonForm, choice, stateLabel } from './layout.ts'

export function controlPath(subject: Subject): string {
  return `/${kindOf(subject)}s/${numberOf(subject)}`
}

/** Callbacks about a trade or parcel, and how each of them can be sent. */
export function noticesSection(subject: Subject): Markup {
  const { notices } = subject
  return html`<section>
    <h2>通知</h2>
    ${notices.length === 0 && html`<p>還沒有通知。</p>`}
    <ul class="cards">${notices.map((notice) => noticeCard(subject, notice))}</ul>
  </section>`
}

/** The switches of a trade or parcel. */
export function settingsSection(subject: Subject): Markup {
  return html`<section>
    <h2>設定</h2>
    <form method="post" action="${controlPath(subject)}/settings" class="fields">
      ${choice({ name: 'fault', label: '回應商店伺服器', value: subject.fault }, faults)}
      ${holdChoice(subject.holdsNotices)}
      <button class="quiet">儲存設定</button>
    </form>
  </section>`
}

export function holdChoice(holdsNotices: boolean): Markup {
  const field = { name: 'holdsNotices', label: '通知商店', value: String(holdsNotices) }
  return choice(field, { false: '立即送出', true: '保留，由我送出' })
}

function titleOf({ kind, fields }: Notice): string {
  const state = kind === 'state' ? `：${fields.RtnCode} ${fields.RtnMsg}` : ''
  return `${noticeNames[kind]}通知${state}`
}

function noticeCard(subject: Subject, notice: Notice): Markup {
  const { deliveries } = notice
  const action = `${controlPath(subject)}/notices/${notice.id}`
  const button = (label: string, fields: Record<string, string | number>) =>
    buttonForm(action, label, { fields })
  return html`<li>
    <h3>${titleOf(notice)}</h3>
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
      ${button('以未知代碼送出', { variant: 'unknown-code' })}
      ${button('不編碼送出', { variant: 'unescaped' })}
    </div>
  </li>`
}

function stateOf({ isAcknowledged, isGivenUp, isStarted }: Notice): string {
  if (isAcknowledged) return '商店已收到'
  if (isGivenUp) return '商店未收到，不再重送'
  return isStarted ? '商店尚未收到，將重送' : '保留中'
}
