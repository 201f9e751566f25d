import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { lineSignInSeconds } from './line-sign-ins.queries.ts'

/** On https the name itself has the browser refuse the cookie from anyone but this very host. */
const names = { http: 'lineSignIn', https: '__Host-lineSignIn' }
const pattern = /^[A-Za-z0-9_-]{43}$/

/** The value that tells the browser of a sign-in from others; undefined without one. */
export function readBrowserCookie(
  request: FastifyRequest,
  config: Pick<Config, 'publicUrl'>,
): string | undefined {
  const value = request.cookies?.[cookieOf(request, config).name]
  return value !== undefined && pattern.test(value) ? value : undefined
}

/** Lax: LINE leads back by a GET of another site. */
export function setBrowserCookie(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  config: Pick<Config, 'publicUrl'>,
  value: string,
): void {
  const { name, secure } = cookieOf(request, config)
  reply.setCookie(name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    // The exchange of the code is after the return.
    maxAge: lineSignInSeconds + 120,
  })
}

function cookieOf(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>) {
  const secure = publicUrl?.startsWith('https:') || request.protocol === 'https'
  return { name: secure ? names.https : names.http, secure }
}
