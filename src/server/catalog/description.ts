import sanitizeHtml from 'sanitize-html'

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

/**
 * What a browser may read as markup: a tag with its end or an attribute, a comment, or the start of
 * an element whose mere beginning changes how the rest of a page is read.
 */
const markup =
  /<[a-z/!?][^<]*[>=]|<[/!?]|<(?:i?frame|script|style|svg|math|template|title|textarea|xmp|noscript|noembed|plaintext|object|embed|select|form|base|link|meta)/i

/**
 * The HTML of a description with nothing in it that could run, load or cover. Text without tags
 * stays as it is, character for character.
 */
export function sanitizeDescription(html: string): string {
  return markup.test(html) ? sanitizeHtml(html, allowed) : html
}

/** How much of a description lists, carts and orders carry, in UTF-16 units. */
export const maxListedDescription = 2_000

/** The beginning of a stored description; of HTML with every element closed. */
export function truncateDescription(description: string, maxLength = maxListedDescription): string {
  if (description.length <= maxLength) return description
  for (let length = maxLength; length > 0; length -= 20) {
    const cut = sanitizeDescription(withoutHalf(description.slice(0, length)))
    if (cut.length <= maxLength) return cut
  }
  return ''
}

/** Without the half of a surrogate pair, a tag or an entity at its end. */
function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '').replace(/<[^<>]{0,2000}$|&[a-z0-9#]{0,12}$/i, '')
}
