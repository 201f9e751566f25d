import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { sendSecurityHeaders } from './security-headers.ts'
import { ShopError } from './shop-error.ts'

const localOrigin = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?$/

/** Response headers, the cross-origin rules, and the refusal of writes from foreign pages. */
export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const isAllowed = (origin: string) =>
    config.corsOrigins.includes(origin) || (config.isDevelopment && localOrigin.test(origin))

  app.addHook('onRequest', (request, _, next) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return next()
    const { origin, 'sec-fetch-site': site } = request.headers
    const isForeign =
      origin === undefined
        ? site === 'cross-site' || site === 'same-site'
        : !isOwnOrigin(origin, request, config) && !isAllowed(origin)
    next(isForeign ? new ShopError('FOREIGN_ORIGIN') : undefined)
  })

  sendSecurityHeaders(app, config)
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
}

function isOwnOrigin(origin: string, request: FastifyRequest, config: Config): boolean {
  return origin === (config.publicUrl ?? `${request.protocol}://${request.host}`)
}
