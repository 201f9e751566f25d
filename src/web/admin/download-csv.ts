import { useMutation } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { sendAsAdmin } from '../api/admin-calls.ts'
import { adminToken } from '../api/admin-session.ts'
import { ApiError } from '../api/api-error.ts'
import { endpointUrl } from '../api/endpoint-url.ts'
import { showToast } from '../ui/toast-store.ts'

interface Download {
  endpoint: Endpoint
  params: Record<string, string>
}

/** Saves a file that only an administrator may read: a plain link would carry no token. */
export function useCsvDownload() {
  return useMutation<void, Error, Download>({
    mutationFn: async (download) => {
      const response = await sendAsAdmin(() => fetchFile(download))
      const address = URL.createObjectURL(await response.blob())
      const link = document.createElement('a')
      link.href = address
      link.download = fileNameOf(response.headers.get('content-disposition'))
      link.click()
      URL.revokeObjectURL(address)
    },
    onError: (error) => showToast({ message: error.message, success: false }),
  })
}

async function fetchFile({ endpoint, params }: Download): Promise<Response> {
  const response = await fetch(endpointUrl(endpoint.path, { params }), {
    headers: { Authorization: adminToken() ?? '' },
  }).catch(() => {
    throw ApiError.networkError()
  })
  if (!response.ok) throw ApiError.fromResponse(response.status, await response.json())
  return response
}

function fileNameOf(disposition: string | null): string {
  const encoded = disposition?.match(/filename\*=UTF-8''([^;]+)/)?.[1]
  return encoded ? decodeURIComponent(encoded) : 'download.csv'
}
