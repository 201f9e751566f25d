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

const ownPicture = /^https?:\/\/[^/]+(\/uploads\/[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}\.(?:jpg|png))$/

/**
 * Sanitised HTML with the pictures of the shop's own as paths, so that the shop can move. Their
 * names tell them, whatever host stood before: a backup and the doctor know them by the same names.
 */
export function withPicturePaths(html: string): string {
  return withSources(html, pathOf)
}

/** The same for a reader who is elsewhere: a page of another origin, a mail. */
export function withWholePictures(html: string, ownAddress: string): string {
  const own = escapeHtml(ownAddress)
  return withSources(html, (address) => {
    const path = pathOf(address)
    return path.startsWith('/') && !path.startsWith('//') ? own + path : path
  })
}

function pathOf(address: string): string {
  return ownPicture.exec(address)?.[1] ?? address
}

/** Other addresses of the pictures of sanitised HTML, whose attributes stand in double quotes. */
export function withSources(html: string, change: (address: string) => string): string {
  const [before = '', ...pictures] = html.split('<img ')
  return [before, ...pictures.map((picture) => withSource(picture, change))].join('<img ')
}

function withSource(picture: string, change: (address: string) => string): string {
  // Names of attributes and their values by turns; the tag ends outside of a value.
  const parts = picture.split('"')
  const isName = (index: number) => index % 2 === 0
  const end = parts.findIndex((part, index) => isName(index) && part.includes('>'))
  const name = parts.findIndex((part, index) => isName(index) && part.trim() === 'src=')
  if (name === -1 || name >= end) return picture
  return parts.with(name + 1, change(parts[name + 1] ?? '')).join('"')
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
