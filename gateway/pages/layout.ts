import type { Fields } from '../check-mac-value.ts'
import { html, type Markup } from './html.ts'

const areas = {
  payment: { name: '綠界介面測試', notice: '測試金流，不會實際扣款' },
  logistics: { name: '綠界介面測試', notice: '測試物流，不會實際寄送' },
  invoices: { name: '綠界介面測試', notice: '測試發票，不會上傳財政部' },
  line: { name: 'LINE 介面測試', notice: '測試 LINE，不會傳到真的手機，也不會扣款' },
}

type Area = keyof typeof areas

/** A whole document around the content of one page. */
export function layout(title: string, content: Markup, area: Area = 'payment'): string {
  const { name, notice } = areas[area]
  return html`<!doctype html>
<html lang="zh-Hant-TW">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}｜${name}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/assets/style.css" />
    ${area === 'line' && html`<link rel="stylesheet" href="/assets/phone.css" />`}
  </head>
  <body>
    <header>
      <a href="/" class="name">${name}</a>
      <p class="notice">${notice}</p>
      <nav aria-label="控制台">
        <a href="/">交易與設定</a>
        <a href="/parcels">寄件單</a>
        <a href="/stores">門市</a>
        <a href="/invoices">電子發票</a>
        <a href="/line">LINE</a>
      </nav>
    </header>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>`.markup
}

/** A list of terms and values; one without a value is left out. */
export function details(entries: [term: string, value: string | number | Markup | undefined][]) {
  const shown = entries.filter(([, value]) => value !== undefined)
  return html`<dl>
    ${shown.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}
  </dl>`
}

/** A form with hidden fields and one button. */
export function buttonForm(
  action: string,
  label: string,
  { fields = {}, look = 'quiet' }: { fields?: Record<string, string | number>; look?: Look } = {},
): Markup {
  return html`<form method="post" action="${action}">
    ${hiddenFields(fields)}
    <button class="${look}">${label}</button>
  </form>`
}

type Look = 'main' | 'quiet'

export function hiddenFields(fields: Record<string, string | number>): Markup[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
}

/** A field with a choice, by value and label. */
export function choice(
  { name, label, value }: { name: string; label: string; value: string },
  options: Record<string, string>,
): Markup {
  const all = Object.entries(options).map(([option, text]) =>
    option === value
      ? html`<option value="${option}" selected>${text}</option>`
      : html`<option value="${option}">${text}</option>`,
  )
  return html`<label>${label} <select name="${name}">${all}</select></label>`
}

export function stateLabel(text: string, isDone: boolean): Markup {
  return html`<span class="${isDone ? 'state done' : 'state'}">${text}</span>`
}

export function money(amount: number): string {
  return `${amount < 0 ? '-' : ''}NT$${Math.abs(amount).toLocaleString('zh-TW')}`
}

export function messagePage(title: string, messages: string[], area?: Area): string {
  return layout(
    title,
    html`<div class="faults" role="alert">
      <ul>${messages.map((text) => html`<li>${text}</li>`)}</ul>
    </div>`,
    area,
  )
}

/** The way back to the shop, with fields. */
export function returnForm(address: string, fields: Fields): Markup {
  return html`<form method="post" action="${address}" class="actions">
    ${hiddenFields(fields)}<button class="main">返回商店</button>
  </form>`
}

/** A page from which the browser goes back to the shop by itself. */
export function returnPage(
  title: string,
  { address, fields, area }: { address: string; fields: Fields; area?: Area },
): string {
  return layout(
    title,
    html`<p role="status">正在返回商店。</p>
      ${returnForm(address, fields)}
      <script src="/assets/submit.js"></script>`,
    area,
  )
}
