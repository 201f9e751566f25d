import createDOMPurify from 'dompurify'

/** Without a window a document is drawn, with the server's own sanitiser. */
const purify = typeof window === 'undefined' ? undefined : createDOMPurify(window)

let sanitizeOnServer: (html: string) => string = () => ''

export function setServerSanitizer(sanitize: (html: string) => string): void {
  sanitizeOnServer = sanitize
}

purify?.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A' && node.getAttribute('target') === '_blank') {
    node.setAttribute('rel', 'noopener noreferrer')
  }
})

const allowed = {
  USE_PROFILES: { html: true },
  ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):|^[^a-z]|^[a-z+.-]+(?:[^a-z+.\-:]|$)/i,
  FORBID_TAGS: [
    ...['style', 'form', 'input', 'button', 'textarea', 'select', 'video', 'audio', 'dialog'],
  ],
  FORBID_ATTR: ['style', 'class', 'id', 'name'],
  ALLOW_DATA_ATTR: false,
  ADD_ATTR: ['target'],
}

/**
 * The sanitised HTML of a description: its formatting without anything that could run, load or
 * cover the page. Where the browser enforces Trusted Types it is a TrustedHTML of the sanitiser's
 * policy.
 */
export function safeHtml(html: string): string | TrustedHTML {
  if (!purify) return sanitizeOnServer(html)
  return purify.sanitize(withoutHalfTag(html), { ...allowed, RETURN_TRUSTED_TYPE: true })
}

/** The same as elements, which the editor of texts reads; in a window alone. */
export function safeFragment(html: string): DocumentFragment {
  if (!purify) throw new Error('no window')
  return purify.sanitize(withoutHalfTag(html), { ...allowed, RETURN_DOM_FRAGMENT: true })
}

/** After the last `>` no tag is whole, as in 「S<M<L」: a browser would leave that text out. */
function withoutHalfTag(html: string): string {
  const end = html.lastIndexOf('>') + 1
  return html.slice(0, end) + html.slice(end).replaceAll('<', '&lt;')
}
