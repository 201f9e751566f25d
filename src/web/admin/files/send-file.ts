import type { EndpointReply } from '#contract/endpoint.ts'
import type { FileEncoding, ImportKind } from '#contract/file-kinds.ts'
import { adminImportApi } from '#contract/imports.ts'
import { adminToken } from '../../api/admin-session.ts'
import { ApiError } from '../../api/api-error.ts'
import { endpointUrl } from '../../api/endpoint-url.ts'

type Reply = EndpointReply<NonNullable<(typeof adminImportApi.upload)['schema']>>

export interface SentFile {
  kind: ImportKind
  file: File
  encoding: FileEncoding
}

/** Sends a file to be checked. */
export async function sendFile({ kind, file, encoding }: SentFile): Promise<Reply> {
  const form = new FormData()
  form.append('encoding', encoding)
  form.append('file', file)
  const { method, path } = adminImportApi.upload
  let response: Response
  try {
    const headers = { Authorization: adminToken() ?? '' }
    response = await fetch(endpointUrl(path, { params: { kind } }), { method, headers, body: form })
  } catch {
    throw ApiError.networkError()
  }
  const reply: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw ApiError.fromResponse(response.status, reply)
  return reply as Reply
}
