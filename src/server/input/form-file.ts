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
  const { files, fields } = await readFormFiles(request, unreadable)
  const file = files.at(-1)
  if (!file) throw new ShopError(unreadable)
  return { ...file, fields }
}

/**
 * The files of a multipart form, at least one and together at most `maxBytes`; throws `unreadable`
 * for a body without.
 */
export async function readFormFiles(
  request: FastifyRequest,
  unreadable: ShopErrorCode,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<{ files: Omit<FormFile, 'fields'>[]; fields: FormFile['fields'] }> {
  if (!request.isMultipart()) throw new ShopError(unreadable)
  const files: Omit<FormFile, 'fields'>[] = []
  const fields = new Map<string, string>()
  async function readParts(): Promise<void> {
    for await (const part of request.parts()) {
      assertStorable(part.fieldname)
      if (part.type === 'file') {
        assertStorable(part.filename)
        files.push({ fileName: shorten(part.filename, 200), bytes: await part.toBuffer() })
        const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
        if (size > maxBytes) throw new ShopError('UPLOAD_TOO_LARGE')
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
  if (files.length === 0) throw new ShopError(unreadable)
  return { files, fields }
}
