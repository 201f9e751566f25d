import createDOMPurify from 'dompurify'

const purify = createDOMPurify(window)

purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName === 'A' && node.getAttribute('target') === '_blank') {
    node.setAttribute('rel', 'noopener noreferrer')
  }
})

/**
 * A description with its formatting and nothing that could run, load or leave its place. Where the
 * browser enforces trusted types it is one, made by the sanitiser's own policy.
 */
export function safeHtml(html: string): string | TrustedHTML {
  return purify.sanitize(html, {
    RETURN_TRUSTED_TYPE: true,
    USE_PROFILES: { html: true },
    ALLOWED_URI_REGEXP: /^(?:https?|mailto|tel):|^[^a-z]|^[a-z+.-]+(?:[^a-z+.\-:]|$)/i,
    FORBID_TAGS: [
      'style',
      'form',
      'input',
      'button',
      'textarea',
      'select',
      'video',
      'audio',
      'dialog',
    ],
    FORBID_ATTR: ['style', 'class', 'id', 'name'],
    ALLOW_DATA_ATTR: false,
    ADD_ATTR: ['target'],
  })
}
