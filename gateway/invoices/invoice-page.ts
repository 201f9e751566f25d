import { html, type Markup } from '../pages/html.ts'
import { buttonForm, details, layout, money, stateLabel } from '../pages/layout.ts'
import { controlPath, noticesSection, settingsSection } from '../pages/subject-sections.ts'
import { toTaipeiTime } from '../taipei-time.ts'
import { type Allowance, type AllowanceState, type Invoice, remainingOf } from './invoice.ts'
import { buyerOf, stateOf } from './invoices-page.ts'
import { lastVoidAt } from './period.ts'

const allowanceStates: Record<AllowanceState, string> = {
  asked: '等待買受人同意',
  made: '已開立',
  void: '已作廢',
  expired: '逾期未同意',
  cancelled: '已取消',
}

/** State of one invoice, its allowances, its callbacks and its switches. */
export function invoicePage(invoice: Invoice): string {
  const { form, voidedAt } = invoice
  const field = (name: string) => (form[name] ? String(form[name]) : undefined)
  return layout(
    `發票 ${invoice.number}`,
    html`${details([
      ['特店自訂編號', field('RelateNumber')],
      ['隨機碼', invoice.randomNumber],
      ['開立時間', toTaipeiTime(invoice.issuedAt)],
      ['狀態', stateOf(invoice)],
      ['買受人', buyerOf(invoice)],
      ['名稱', field('CustomerName')],
      ['載具編號', field('CarrierNum')],
      ['電子郵件', field('CustomerEmail')],
      ['手機', field('CustomerPhone')],
      ['發票金額', html`<strong class="amount">${money(invoice.amount)}</strong>`],
      ['剩餘可折讓', money(remainingOf(invoice))],
      ['作廢期限', toTaipeiTime(lastVoidAt(invoice.issuedAt))],
      ['作廢時間', voidedAt && toTaipeiTime(voidedAt)],
      ['作廢原因', invoice.voidReason],
    ])}
    <section>
      <h2>商品</h2>
      ${details(
        invoice.items.map(({ ItemName, ItemCount, ItemWord, ItemAmount }): [string, string] => [
          `${ItemCount} ${ItemWord}`,
          `${ItemName}　${money(ItemAmount)}`,
        ]),
      )}
    </section>
    <section>
      <h2>折讓</h2>
      ${invoice.allowances.length === 0 && html`<p>還沒有折讓。</p>`}
      <ul class="cards">${invoice.allowances.map(allowanceCard)}</ul>
    </section>
    ${
      !voidedAt &&
      html`<section>
      <h2>加值中心後台</h2>
      <p>在商店之外作廢，商店不會收到通知。</p>
      <div class="actions">${buttonForm(`${controlPath(invoice)}/void`, '作廢這張發票')}</div>
    </section>`
    }
    ${noticesSection(invoice)}
    ${settingsSection(invoice)}
    <p class="aside"><a href="/invoices">所有發票</a></p>`,
    'invoices',
  )
}

function allowanceCard({ number, state, amount, at, expiresAt }: Allowance): Markup {
  return html`<li>
    <h3>${number}　${money(amount)}</h3>
    ${stateLabel(allowanceStates[state], state === 'made')}
    <span>${toTaipeiTime(at)}</span>
    ${
      state === 'asked' &&
      html`<a href="${agreePath(number)}">買受人收到的同意連結，${expiresAt && toTaipeiTime(expiresAt)} 前有效</a>`
    }
  </li>`
}

export function agreePath(number: string): string {
  return `/allowances/${number}`
}

/** The page behind the link that the buyer gets by mail. */
export function agreePage(invoice: Invoice, { number, state, amount, expiresAt }: Allowance) {
  return layout(
    '同意折讓',
    html`${details([
      ['發票號碼', invoice.number],
      ['折讓單號', number],
      ['折讓金額', html`<strong class="amount">${money(amount)}</strong>`],
      ['狀態', allowanceStates[state]],
      ['同意期限', expiresAt && toTaipeiTime(expiresAt)],
    ])}
    ${
      state === 'asked' &&
      html`<div class="actions">${buttonForm(agreePath(number), '同意折讓', { look: 'main' })}</div>`
    }
    <p class="aside"><a href="${controlPath(invoice)}">發票控制</a></p>`,
    'invoices',
  )
}
