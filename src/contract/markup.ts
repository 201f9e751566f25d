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

const pictureOfAnyHost =
  /(<img\b[^>]*?\ssrc=")https?:\/\/[^/"]+(\/uploads\/[0-9a-f]{32}-[0-9]{1,5}x[0-9]{1,5}\.(?:jpg|png)")/g
const picturePath = /(<img\b[^>]*?\ssrc=")(?=\/)/g

/**
 * Sanitised HTML with the pictures of the shop's own as paths, so that the shop can move. Their
 * names tell them, whatever host stood before: a backup and the doctor know them by the same names.
 */
export function withPicturePaths(html: string): string {
  return html.replace(pictureOfAnyHost, '$1$2')
}

/** The same for a reader who is elsewhere: a page of another origin, a mail. */
export function withWholePictures(html: string, ownAddress: string): string {
  if (!html.includes('<img')) return html
  const own = escapeHtml(ownAddress)
  return withPicturePaths(html).replace(picturePath, (start) => start + own)
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
