import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { baseUrl } from './base-url.ts'
import { sendSecurityHeaders } from './security-headers.ts'
import { ShopError } from './shop-error.ts'

const localOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?$/

const maxWarnedOrigins = 100

/** Response headers, the cross-origin rules, and the refusal of writes from foreign pages. */
export async function secure(
  app: FastifyInstance,
  config: Config,
  hasLiff: () => boolean = () => false,
): Promise<void> {
  const isAllowed = (origin: string) => isAllowedOrigin(origin, config)

  const warnedOrigins = new Set<string>()

  app.addHook('onRequest', (request, _, next) => {
    const { origin, 'access-control-request-method': preflightMethod } = request.headers
    const isPreflight = request.method === 'OPTIONS' && preflightMethod !== undefined
    if (!isPreflight || !origin || isOwnOrigin(origin, request, config) || isAllowed(origin)) {
      return next()
    }
    // No more of them: anybody may invent origins and fill the log.
    if (!warnedOrigins.has(origin) && warnedOrigins.size < maxWarnedOrigins) {
      warnedOrigins.add(origin)
      request.log.warn(
        { origin },
        'a page of another origin was refused; CORS_ORIGINS names the origins that may call the API',
      )
    }
    next(new ShopError('FOREIGN_ORIGIN'))
  })
  app.addHook('onRequest', (request, _, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return next()
    if (request.routeOptions.config.endpoint?.origin === 'any') return next()
    const { origin, 'sec-fetch-site': site } = request.headers
    const isForeign =
      origin === undefined
        ? site === 'cross-site' || site === 'same-site'
        : !isOwnOrigin(origin, request, config) && !isAllowed(origin)
    next(isForeign ? new ShopError('FOREIGN_ORIGIN') : undefined)
  })

  sendSecurityHeaders(app, config, hasLiff)
  await app.register(cors, {
    origin: (origin, answer) => answer(null, origin !== undefined && isAllowed(origin)),
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    // Without a list, the headers that the preflight asks for: the origin is trusted with all of them.
    exposedHeaders: ['X-Request-Id', 'Retry-After'],
    maxAge: 600,
  })
}

/** An origin whose pages may call the API with credentials. */
function isAllowedOrigin(
  origin: string,
  config: Pick<Config, 'corsOrigins' | 'isDevelopment'>,
): boolean {
  return config.corsOrigins.includes(origin) || (config.isDevelopment && localOrigin.test(origin))
}

function isOwnOrigin(origin: string, request: FastifyRequest, config: Config): boolean {
  return origin === baseUrl(request, config)
}

/**
 * Logs once that a page of another origin began a guest's cart without a cookie: browsers do not
 * send ours to other sites, so each request of such a client begins another cart.
 */
export function createCookieHint(config: Config): (request: FastifyRequest) => void {
  let isLogged = false
  return (request) => {
    const { origin } = request.headers
    if (isLogged || origin === undefined || !isAllowedOrigin(origin, config)) return
    isLogged = true
    request.log.warn(
      { origin },
      'a page of another origin wrote without the cookie of a guest; if each of its requests has an empty cart, SHARED_GUEST=1 gives all guests one',
    )
  }
}
