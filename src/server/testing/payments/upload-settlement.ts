import type { TestAdministrator } from '../test-administrator.ts'

/** Uploads a settlement file, with its columns where they were chosen. */
export async function uploadSettlement(
  admin: TestAdministrator,
  file: string | Buffer,
  columns?: object,
) {
  const form = new FormData()
  if (columns) form.append('columns', JSON.stringify(columns))
  const bytes = typeof file === 'string' ? Buffer.from(file) : file
  form.append('file', new Blob([new Uint8Array(bytes)]), '撥款.csv')
  const request = new Request('http://x', { method: 'POST', body: form })
  const response = await admin.inject({
    method: 'POST',
    url: '/v2/api/shopping-minmin/admin/settlement',
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: response.statusCode, body: response.json() }
}
