import sanitizeHtml from 'sanitize-html'
import { withPicturePaths, withWholePictures } from '#contract/markup.ts'
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
const maxDangerousStart = 16

/**
 * Whether a browser may read it as markup: a comment, the beginning of an end tag, or a tag. The
 * content of a tag decides nothing, since it may hold the sign that begins another.
 */
function hasMarkup(html: string): boolean {
  const inTag = Math.max(html.lastIndexOf('>'), html.lastIndexOf('='))
  for (const { index, 0: start } of html.matchAll(/<[a-z/!?]/gi)) {
    if (index < inTag || /[/!?]$/.test(start)) return true
    if (dangerousStart.test(html.slice(index + 1, index + maxDangerousStart))) return true
  }
  return false
}

/**
 * The HTML of a description with nothing in it that could run, load or cover. Text without tags
 * stays as it is, character for character.
 */
export function sanitizeDescription(html: string): string {
  return hasMarkup(html) ? sanitizeHtml(html, allowed) : html
}

/** A text of the staff as it is stored. */
export function storedHtml(html: string): string {
  return withPicturePaths(sanitizeDescription(html))
}

/** The same for a caller at `ownAddress`. An earlier version of the shop may have stored it. */
export function shownHtml(html: string, ownAddress: string): string {
  return withWholePictures(sanitizeDescription(html), ownAddress)
}

/** The same as it stands in a document, whose next tag text such as 「S<M」 would begin. */
export function descriptionMarkup(html: string): string {
  return hasMarkup(html) ? sanitizeHtml(html, allowed) : html.replaceAll('<', '&lt;')
}

/** The length of a description in lists, carts and orders, in UTF-16 units. */
export const maxListedDescription = 2_000

/** A tag, an entity, or the text between them. At the end of a text, tag and entity may be halves. */
const tokens = /<(\/?)([a-z][a-z0-9]*)[^>]*>?|<[/!?][^>]*>?|&[a-z0-9#]{0,31};?|[^<&]+|</gi
/** Those that are sanitised to a tag without an end tag. */
const voidElements = new Set(['br', 'hr', 'img'])

/**
 * The beginning of a description as it was sanitised when it was stored, with every element closed:
 * what is read by thousands is not sanitised again.
 */
export function truncateDescription(description: string, maxLength = maxListedDescription): string {
  if (description.length <= maxLength) return description
  const endTags: string[] = []
  let end = 0
  /** Room left beside the end tags. */
  let room = maxLength
  for (const [token, slash, name = ''] of description.matchAll(tokens)) {
    const element = name.toLowerCase()
    const endTag = element && !voidElements.has(element) ? `</${element}>` : ''
    const isEnd = slash === '/' && endTag === endTags.at(-1)
    const isStart = slash === '' && endTag !== ''
    const ofEndTag = isStart ? endTag.length : isEnd ? -endTag.length : 0
    if (token.length + ofEndTag > room) {
      // A half is the last token, and for that one there is no room.
      if (!/^[<&]/.test(token)) end += shorten(token, room).length
      break
    }
    if (isStart) endTags.push(endTag)
    if (isEnd) endTags.pop()
    end += token.length
    room -= token.length + ofEndTag
  }
  return description.slice(0, end) + endTags.reverse().join('')
}
