import { randomBytes } from 'node:crypto'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { ShopError } from './shop-error.ts'

const localOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?$/

/** Who may make markup in our pages: the sanitiser, the reader of inert markup, the date picker. */
const trustedPolicies = ['dompurify', 'inert-markup', 'default']

/** Response headers, the cross-origin rules, and the refusal of writes from foreign pages. */
export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const isAllowed = (origin: string) =>
    config.corsOrigins.includes(origin) || (config.isDevelopment && localOrigin.test(origin))

  app.addHook('onRequest', async (request) => {
    const { origin } = request.headers
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    if (!isWrite || origin === undefined || request.method === 'OPTIONS') return
    if (!isOwnOrigin(origin, request, config) && !isAllowed(origin)) {
      throw new ShopError('FOREIGN_ORIGIN')
    }
  })

  await app.register(cors, {
    origin: (origin, answer) => answer(null, origin !== undefined && isAllowed(origin)),
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Content-Type',
      'Authorization',
      'Accept',
      'X-Requested-With',
      'Idempotency-Key',
    ],
    maxAge: 600,
  })

  const identityHosts =
    config.identity.provider === 'firebase'
      ? ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
      : []
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", (_, response) => `'nonce-${nonceOf(response)}'`],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'https:', 'data:', 'blob:'],
        connectSrc: ["'self'", ...identityHosts],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: trustedPolicies,
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: { maxAge: 31_536_000 },
  })
}

/** helmet hands its functions the raw response, so the nonce travels on that. */
const nonceKey = Symbol('styleNonce')
function nonceOf(response: object): string {
  const holder = response as { [nonceKey]?: string }
  holder[nonceKey] ??= randomBytes(16).toString('base64')
  return holder[nonceKey]
}

/** The nonce that the style elements of this page must carry. */
export function styleNonce(reply: { raw: object }): string {
  return nonceOf(reply.raw)
}

function isOwnOrigin(origin: string, request: FastifyRequest, config: Config): boolean {
  return origin === (config.publicUrl ?? `${request.protocol}://${request.host}`)
}
