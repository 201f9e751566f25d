import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ShopError } from '../http/shop-error.ts'

const maxDepth = 32

/**
 * Reads bodies as strict UTF-8 JSON and nothing else: no other type, charset or compression. Of a
 * doubled key the last one counts.
 */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson)
}

async function readJson(request: FastifyRequest, body: Buffer): Promise<unknown> {
  const type = request.headers['content-type'] ?? ''
  const charsets = type.matchAll(/charset="?([^";\s]*)/gi)
  for (const [, charset = ''] of charsets) {
    if (!/^utf-?8$/i.test(charset)) throw new ShopError('UNSUPPORTED_TYPE')
  }
  if (request.headers['content-encoding']) throw new ShopError('UNSUPPORTED_TYPE')
  return parseJson(body)
}

/** For calls whose body means nothing: any type or none is accepted, and thrown away. */
export function ignoreBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined)
}

function parseJson(body: Buffer): unknown {
  // Reading it as text would put a sign of its own for what is no UTF-8.
  if (!isUtf8(body)) throw new ShopError('INVALID_INPUT')
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new ShopError('INVALID_INPUT', { cause })
  }
  assertStorable(value)
  return value
}

/** PostgreSQL stores no NUL and no half of a surrogate pair; a deep body has no honest reason. */
export function assertStorable(value: unknown, depth = 0): void {
  if (depth > maxDepth) throw new ShopError('INVALID_INPUT')
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) throw new ShopError('INVALID_INPUT')
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, entry] of Object.entries(value)) {
    if (key === '__proto__') throw new ShopError('INVALID_INPUT')
    assertStorable(key, depth + 1)
    assertStorable(entry, depth + 1)
  }
}
