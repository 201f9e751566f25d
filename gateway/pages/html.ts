/** Text that is HTML already. */
export interface Markup {
  readonly markup: string
}

type Value = string | number | Markup | Value[] | false | undefined

/** HTML from a template; every value is escaped unless it is `Markup`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  const texts = parts.map((part, at) => (at === 0 ? part : `${toHtml(values[at - 1])}${part}`))
  return { markup: texts.join('') }
}

function toHtml(value: Value): string {
  if (value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(toHtml).join('')
  return typeof value === 'object' ? value.markup : escapeHtml(String(value))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
