import { useMutation } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { sendAsAdmin } from '../api/admin-calls.ts'
import { adminToken } from '../api/admin-session.ts'
import { endpointUrl } from '../api/endpoint-url.ts'
import { saveFile } from '../api/save-file.ts'
import { showToast } from '../ui/toast-store.ts'

interface Download {
  endpoint: Endpoint
  params: Record<string, string>
}

/** Saves a file that only an administrator may read. */
export function useCsvDownload() {
  return useMutation<void, Error, Download>({
    mutationFn: ({ endpoint, params }) =>
      sendAsAdmin(() => saveFile(endpointUrl(endpoint.path, { params }), adminToken())),
    onError: (error) => showToast({ message: error.message, success: false }),
  })
}
