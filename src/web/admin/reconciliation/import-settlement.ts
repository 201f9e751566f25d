import type { EndpointReply } from '#contract/endpoint.ts'
import { adminReconciliationApi, type SettlementColumns } from '#contract/reconciliation.ts'
import { adminToken } from '../../api/admin-session.ts'
import { ApiError } from '../../api/api-error.ts'
import { endpointUrl } from '../../api/endpoint-url.ts'

type Reply = EndpointReply<NonNullable<(typeof adminReconciliationApi.importFile)['schema']>>

/** Sends a settlement file, with its columns where the owner has chosen them. */
export async function importSettlement(
  file: File,
  columns: SettlementColumns | undefined,
): Promise<Reply> {
  const form = new FormData()
  if (columns) form.append('columns', JSON.stringify(columns))
  form.append('file', file)
  const { method, path } = adminReconciliationApi.importFile
  let response: Response
  try {
    const headers = { Authorization: adminToken() ?? '' }
    response = await fetch(endpointUrl(path, {}), { method, headers, body: form })
  } catch {
    throw ApiError.networkError()
  }
  const reply: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw ApiError.fromResponse(response.status, reply)
  return reply as Reply
}
