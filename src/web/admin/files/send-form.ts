import type { Endpoint, EndpointReply, EndpointSchema } from '#contract/endpoint.ts'
import { sendAsAdmin } from '../../api/admin-calls.ts'
import { adminToken } from '../../api/admin-session.ts'
import { ApiError } from '../../api/api-error.ts'
import { endpointUrl } from '../../api/endpoint-url.ts'
import { writeBy } from '../../api/write.ts'

/** Sends a form with files. */
export function sendForm<S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  params: Record<string, string>,
  fields: Record<string, string | File | readonly File[] | undefined>,
): Promise<EndpointReply<S>> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value ?? []].flat()) if (one) body.append(name, one)
  }
  const { method, path } = endpoint
  const send = async () => {
    const response = await fetch(endpointUrl(path, { params }), {
      ...{ method, body },
      headers: { Authorization: adminToken() ?? '' },
    }).catch(() => {
      throw ApiError.networkError()
    })
    const reply: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw ApiError.fromResponse(response.status, reply)
    return reply as EndpointReply<S>
  }
  return writeBy(endpoint, () => sendAsAdmin(send))
}
