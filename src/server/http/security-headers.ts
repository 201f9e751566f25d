import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { requestPath } from './request-path.ts'

/**
 * The Trusted Types policies of our pages: the sanitiser and the reader of inert markup may create
 * markup, and one names the script of the worker.
 */
const trustedPolicies = 'dompurify inert-markup shop-worker'

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

/** Called by the SDK of LINE in a shop that opens inside LINE. */
const liffHosts = ' https://api.line.me https://access.line.me'

/** The headers of a page, and of whatever is no reply of the API. */
export function pageHeaders(config: Config, { hasLiff = false } = {}): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(config, hasLiff ? liffHosts : ''),
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-frame-options': 'DENY',
    ...always,
  }
}

/** The headers of every response, created once: there are thousands of responses a second. */
export function sendSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  hasLiff: () => boolean,
): void {
  const others = pageHeaders(config)
  const withLiff = pageHeaders(config, { hasLiff: true })
  app.addHook('onRequest', (request, reply, next) => {
    const isData = dataPath.test(requestPath(request))
    reply.headers(isData ? dataHeaders : hasLiff() ? withLiff : others)
    next()
  })
}

/**
 * The hash of nothing: a style element may stand in a page empty. The styles of the back office are
 * put into one as rules, by script, which is no inline style.
 */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

function contentPolicy({ identity, formActions }: Config, otherHosts: string): string {
  const identityHosts =
    identity.provider === 'firebase'
      ? ' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com'
      : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${emptyStyle}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    `connect-src 'self'${identityHosts}${otherHosts}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    ["form-action 'self'", ...formActions].join(' '),
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedPolicies}`,
  ].join(';')
}
