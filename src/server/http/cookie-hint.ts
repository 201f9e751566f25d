import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { isAllowedOrigin } from './security.ts'

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
