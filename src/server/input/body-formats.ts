import type { FastifyInstance } from 'fastify'
import { ShopError } from '../http/shop-error.ts'
import { assertStorable, readUtf8 } from './json-body.ts'

/** For endpoints that ignore the body: any type or none is accepted, and discarded. */
export function ignoreBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined)
}

/** For endpoints that get the fields of a form, such as the notice of a payment gateway. */
export function readFormOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => readForm(body, () => new ShopError('INVALID_INPUT')),
  )
}

/** For endpoints that check a signature over the raw bytes; the body is a Buffer. */
export function readRawOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: unknown, body: Buffer) => body)
}

/** The fields of a form. Of a doubled field the last one counts. */
export function readForm(body: Buffer, refusal: () => Error): Record<string, string> {
  const fields = Object.fromEntries(new URLSearchParams(readUtf8(body, refusal)))
  assertStorable(fields, refusal)
  return fields
}
