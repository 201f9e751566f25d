import { html, type Markup } from './html.ts'

const notice = '測試金流，不會實際扣款'

/** A whole document around the content of one page. */
export function layout(title: string, content: Markup): string {
  return html`<!doctype html>
<html lang="zh-Hant-TW">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}｜測試金流</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/assets/style.css" />
  </head>
  <body>
    <header>
      <a href="/" class="name">綠界介面測試</a>
      <p class="notice">${notice}</p>
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

export function messagePage(title: string, messages: string[]): string {
  return layout(
    title,
    html`<div class="faults" role="alert">
      <ul>${messages.map((text) => html`<li>${text}</li>`)}</ul>
    </div>`,
  )
}
