import { ApiError } from './api-error.ts'

/** Saves a file for which a plain link would carry no token; under the server's name without one. */
export async function saveFile(url: string, token: string | null | undefined, name?: string) {
  const lost = () => {
    throw ApiError.networkError()
  }
  const response = await fetch(url, { headers: { Authorization: token ?? '' } }).catch(lost)
  // A proxy answers with a page of HTML.
  const refusal: unknown = response.ok || (await response.json().catch(() => undefined))
  if (!response.ok) throw ApiError.fromResponse(response.status, refusal)
  const address = URL.createObjectURL(await response.blob().catch(lost))
  const link = document.createElement('a')
  link.href = address
  link.download = name ?? fileNameOf(response.headers.get('content-disposition'))
  link.click()
  URL.revokeObjectURL(address)
}

function fileNameOf(disposition: string | null): string {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/)?.[1]
  return encoded ? decodeURIComponent(encoded) : 'download.csv'
}
