import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { requestPath } from './request-path.ts'

/**
 * The Trusted Types policies that may create markup in our pages: the sanitiser, the reader of
 * inert markup, the date picker.
 */
const trustedPolicies = 'dompurify inert-markup default'

/** No reply of the API is a document: opened as one, it may load and run nothing. */
const dataPolicy = "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'"

/** The API, and that of the identity provider. */
const dataPath = /^\/(?:v2|identitytoolkit\.googleapis\.com|securetoken\.googleapis\.com)\//

const always = {
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}
/** The headers of a reply of the API. */
export const dataHeaders = { 'content-security-policy': dataPolicy, ...always }

/** The headers of every response, created once: there are thousands of responses a second. */
export function sendSecurityHeaders(app: FastifyInstance, config: Config): void {
  const others = {
    'content-security-policy': contentPolicy(config)(null),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    ...always,
  }
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(dataPath.test(requestPath(request)) ? dataHeaders : others)
    next()
  })
}

/** The content policy by the nonce that the style elements of a page carry; null: no page. */
export function contentPolicy({ identity, formActions }: Config): (nonce: string | null) => string {
  const identityHosts =
    identity.provider === 'firebase'
      ? ' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'
      : ''
  const after = [
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    `connect-src 'self'${identityHosts}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    ["form-action 'self'", ...formActions].join(' '),
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedPolicies}`,
  ].join(';')
  return (nonce) => {
    const style = nonce === null ? "'self'" : `'self' 'nonce-${nonce}'`
    return `default-src 'none';script-src 'self';style-src ${style};${after}`
  }
}
