import type { FastifyRequest } from 'fastify'
import type { ShopErrorCode } from '#contract/errors.ts'
import { ShopError } from '../http/shop-error.ts'
import { whenClientLeaves } from './client-leaves.ts'
import { assertStorable } from './json-body.ts'
import { shorten } from './shorten.ts'

export interface FormFile {
  /** As the form says it, at most 200 characters. */
  fileName: string
  bytes: Buffer
  /** The texts beside the file, by the names of their fields. */
  fields: ReadonlyMap<string, string>
}

/** The file of a multipart form; throws `unreadable` for a body without one. */
export async function readFormFile(
  request: FastifyRequest,
  unreadable: ShopErrorCode,
): Promise<FormFile> {
  if (!request.isMultipart()) throw new ShopError(unreadable)
  let file: Omit<FormFile, 'fields'> | undefined
  const fields = new Map<string, string>()
  async function readParts(): Promise<void> {
    for await (const part of request.parts()) {
      assertStorable(part.fieldname)
      if (part.type === 'file') {
        assertStorable(part.filename)
        file = { fileName: shorten(part.filename, 200), bytes: await part.toBuffer() }
      } else {
        const text = String(part.value)
        assertStorable(text)
        fields.set(part.fieldname, text)
      }
    }
  }
  try {
    await Promise.race([readParts(), whenClientLeaves(request.raw)])
  } catch (cause) {
    if (cause instanceof ShopError) throw cause
    const { statusCode } = cause as { statusCode?: number }
    throw new ShopError(statusCode === 413 ? 'UPLOAD_TOO_LARGE' : unreadable, { cause })
  }
  if (!file) throw new ShopError(unreadable)
  return { ...file, fields }
}
