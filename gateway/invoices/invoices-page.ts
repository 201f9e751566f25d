import type { Gateway } from '../gateway.ts'
import { html, type Markup } from '../pages/html.ts'
import { buttonForm, details, layout, money, stateLabel } from '../pages/layout.ts'
import { controlPath } from '../pages/subject-sections.ts'
import { toTaipeiDay, toTaipeiTime } from '../taipei-time.ts'
import { type Invoice, rangesOf, remainingOf } from './invoice.ts'
import { lastVoidAt, periodOf } from './period.ts'

/** All invoices, the numbers of the period, the clock of voids and the statement. */
export function invoicesPage(gateway: Gateway): string {
  const { invoices, clock } = gateway
  const list = invoices.list()
  const now = clock.now()
  const today = toTaipeiDay(now)
  return layout(
    '電子發票',
    html`${list.length === 0 && html`<p>還沒有發票。商店開立發票後，會出現在這裡。</p>`}
    <ul class="cards trades">${list.map(
      (invoice) => html`<li>
      <a href="${controlPath(invoice)}">${invoice.number}</a>
      <span>${buyerOf(invoice)}　${money(invoice.amount)}</span>
      ${stateLabel(stateOf(invoice), stateOf(invoice) === '已開立')}
    </li>`,
    )}</ul>
    ${numbersSection(gateway, now)}
    <section>
      <h2>作廢期限</h2>
      <p>現在 ${toTaipeiTime(now)}（臺北）。今天開立的發票與折讓，作廢期限是 ${toTaipeiTime(lastVoidAt(now))}。</p>
      <div class="actions">
        ${buttonForm('/clock', '前進到期限的最後一分鐘', { fields: { at: lastMinute(now) } })}
        ${buttonForm('/clock', '前進 1 分鐘', { fields: { minutes: 1 } })}
      </div>
    </section>
    <section>
      <h2>對帳檔</h2>
      <p class="actions">
        <a class="button" href="/invoices/statement?from=${periodOf(now).id}-01&to=${today}">本期發票與折讓（CSV）</a>
        <a class="button" href="/invoices/statement?from=2000-01-01&to=${today}">全部（CSV）</a>
      </p>
    </section>`,
    'invoices',
  )
}

function numbersSection(gateway: Gateway, now: Date): Markup {
  const { term, year } = periodOf(now)
  const range = rangesOf(gateway, { year, now }).find((one) => one.term === term)
  if (!range) return html``
  const button = (label: string, left: number) =>
    buttonForm('/invoices/numbers', label, { fields: { left } })
  return html`<section>
    <h2>本期字軌</h2>
    ${details([
      ['期別', `${year - 1911} 年 ${term * 2 - 1}-${term * 2} 月`],
      ['號碼', `${range.track}${range.start} 至 ${range.track}${range.end}`],
      ['已使用', range.used],
      ['剩餘', range.left],
    ])}
    <div class="actions">
      ${button('用罄', 0)}
      ${button('只剩 3 個號碼', 3)}
      ${button('剩 50 個號碼', 50)}
      ${button('剩 1,000 個號碼', 1_000)}
    </div>
  </section>`
}

/** A minute with both ends of the last second in it, as ISO. */
function lastMinute(now: Date): string {
  return new Date(lastVoidAt(now).getTime() - 59_999).toISOString()
}

export function buyerOf({ form }: Invoice): string {
  if (form.Donation === '1') return `捐贈 ${form.LoveCode}`
  const carrier = carrierNames[String(form.CarrierType ?? '')]
  const company = form.CustomerIdentifier ? `統編 ${form.CustomerIdentifier}` : ''
  return [company, carrier].filter(Boolean).join('，')
}

const carrierNames: Record<string, string> = {
  '': '紙本',
  '1': '會員載具',
  '2': '自然人憑證',
  '3': '手機條碼',
  '4': '悠遊卡',
  '5': '一卡通',
}

export function stateOf(invoice: Invoice): string {
  if (invoice.voidedAt) return '已作廢'
  return remainingOf(invoice) < invoice.amount ? '已折讓' : '已開立'
}
