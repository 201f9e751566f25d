import { uploadApi } from '#contract/uploads.ts'
import { adminToken } from '../../api/admin-session.ts'
import { ApiError } from '../../api/api-error.ts'
import { endpointUrl } from '../../api/endpoint-url.ts'

interface UploadOptions {
  /** Told from 0 to 1 as the file goes out. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a picture and gives its address; XMLHttpRequest, since fetch tells nothing of progress. */
export function uploadPicture(file: File, options: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(uploadApi.upload.method, endpointUrl(uploadApi.upload.path, {}))
    request.setRequestHeader('Authorization', adminToken() ?? '')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) options.onProgress(loaded / total)
    }
    request.onload = () => {
      const reply = request.response as { success?: boolean; imageUrl?: string } | null
      if (reply?.success === true && reply.imageUrl) resolve(reply.imageUrl)
      else reject(ApiError.fromResponse(request.status, reply))
    }
    request.onerror = () => reject(ApiError.networkError())
    request.onabort = () => reject(new DOMException('The upload was ended', 'AbortError'))
    options.signal.addEventListener('abort', () => request.abort())

    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
