import sanitizeHtml from 'sanitize-html'
import { shorten } from '../input/shorten.ts'

const maxDepth = 40

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'div', 'span', 'blockquote', 'pre', 'code'],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'mark'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['a', 'img', 'figure', 'figcaption'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    col: ['span'],
    colgroup: ['span'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: maxDepth,
  transformTags: {
    a: (tagName, attributes) => ({
      tagName,
      attribs:
        attributes.target === '_blank' ? { ...attributes, rel: 'noopener noreferrer' } : attributes,
    }),
  },
}

/** Elements whose mere beginning changes how a browser reads the rest of a page. */
const dangerousStart =
  /^(?:i?frame|script|style|svg|math|template|title|textarea|xmp|noscript|noembed|plaintext|object|embed|select|form|base|link|meta)/i

/** Whether a browser may read it as markup: a tag with its end or an attribute, or a comment. */
function hasMarkup(html: string): boolean {
  return html
    .split('<')
    .slice(1)
    .some((rest) => {
      if (/^[/!?]/.test(rest) || dangerousStart.test(rest)) return true
      return /^[a-z]/i.test(rest) && /[>=]/.test(rest)
    })
}

/**
 * The HTML of a description with nothing in it that could run, load or cover. Text without tags
 * stays as it is, character for character.
 */
export function sanitizeDescription(html: string): string {
  return hasMarkup(html) ? sanitizeHtml(html, allowed) : html
}

/** The length of a description in lists, carts and orders, in UTF-16 units. */
export const maxListedDescription = 2_000

/** The beginning of a stored description; of HTML with every element closed. */
export function truncateDescription(description: string, maxLength = maxListedDescription): string {
  if (description.length <= maxLength) return description
  for (let length = maxLength; length > 0; length -= 20) {
    const cut = sanitizeDescription(withoutHalf(shorten(description, length)))
    if (cut.length <= maxLength) return cut
  }
  return ''
}

/** Without the half of a tag or an entity at its end. */
function withoutHalf(text: string): string {
  let whole = text
  const tag = whole.lastIndexOf('<')
  if (tag > whole.lastIndexOf('>') && /^<[a-z/!?]/i.test(whole.slice(tag))) {
    whole = whole.slice(0, tag)
  }
  const entity = whole.lastIndexOf('&')
  const isHalf = entity >= 0 && /^&[a-z0-9#]{0,12}$/i.test(whole.slice(entity))
  return isHalf ? whole.slice(0, entity) : whole
}
