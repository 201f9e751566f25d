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

/** Strict, as two different texts must not be read as one; throws the refusal otherwise. */
export function readUtf8(body: Buffer, refusal: (cause?: unknown) => Error): string {
  if (!isUtf8(body)) throw refusal()
  return body.toString('utf8')
}

/** A JSON value of strict UTF-8 that PostgreSQL can store; throws the refusal otherwise. */
export function parseJson(body: Buffer, refusal = invalidInput): unknown {
  const text = readUtf8(body, refusal)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refusal(cause)
  }
  assertStorable(value, refusal)
  return value
}

function invalidInput(cause?: unknown): Error {
  return new ShopError('INVALID_INPUT', { cause })
}

/** PostgreSQL stores no NUL and no half of a surrogate pair; no honest client sends a deep body. */
export function assertStorable(value: unknown, refusal = invalidInput, depth = 0): void {
  if (depth > maxDepth) throw refusal()
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) throw refusal()
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, entry] of Object.entries(value)) {
    if (key === '__proto__') throw refusal()
    assertStorable(key, refusal, depth + 1)
    assertStorable(entry, refusal, depth + 1)
  }
}
