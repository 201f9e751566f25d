const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

/** Text without a tag was typed as plain text, where a line break is meant as one. */
export function hasTags(text: string): boolean {
  return /<[a-z][^<>]{0,80}>/i.test(text)
}

/** JSON that cannot end the script element around it. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/** A `<` without a name behind it is a sign of plain text. */
const tagName = /^\/?[a-z]/i

/** The text of sanitised HTML, or of plain text. */
export function textOf(html: string): string {
  const [first = '', ...others] = html.split('<')
  const texts = others.map((other) => {
    const end = other.indexOf('>')
    return end > 0 && tagName.test(other) ? ` ${other.slice(end + 1)}` : `<${other}`
  })
  return [first, ...texts]
    .join('')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
}
