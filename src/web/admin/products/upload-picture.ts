import { adminSettingsApi } from '#contract/admin-settings.ts'
import { maxPictureBytes, uploadApi } from '#contract/uploads.ts'
import { sendAsAdmin } from '../../api/admin-calls.ts'
import { adminToken } from '../../api/admin-session.ts'
import { ApiError } from '../../api/api-error.ts'
import { endpointUrl } from '../../api/endpoint-url.ts'

interface UploadOptions {
  /** Called with the share that was sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
  /** A logo: it keeps what is transparent, and may be an SVG. */
  isLogo?: boolean
}

/** Uploads a picture and returns its address, of a logo its path. */
export function uploadPicture(file: File, options: UploadOptions): Promise<string> {
  return sendAsAdmin(() => sendPicture(file, options))
}

/** By XMLHttpRequest, because fetch reports no progress. */
function sendPicture(file: File, options: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    // It may have waited for a sign-in.
    options.signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const endpoint = options.isLogo ? adminSettingsApi.uploadLogo : uploadApi.upload
    request.open(endpoint.method, endpointUrl(endpoint.path, {}))
    request.setRequestHeader('Authorization', adminToken() ?? '')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) options.onProgress(loaded / total)
    }
    request.onload = () => {
      const reply = request.response as {
        success?: boolean
        imageUrl?: string
        logo?: string
      } | null
      const address = reply?.imageUrl ?? reply?.logo
      if (reply?.success === true && address) resolve(address)
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

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** Why a file was not taken: which one, what it is, and what is taken. */
export function uploadFailure(file: File, error: unknown): string {
  const message = error instanceof Error ? error.message : '上傳失敗，請再試一次'
  // It names the file.
  if (message.includes('「')) return message
  const limits: Record<string, string> = {
    UPLOAD_TOO_LARGE: `，上限 ${megabytes(maxPictureBytes)}`,
    UPLOAD_NOT_A_PICTURE: '，請上傳 JPEG、PNG、WebP、GIF 或 AVIF 圖片',
  }
  const code = error instanceof ApiError ? (error.code ?? '') : ''
  // A proxy refuses in words of its own.
  const isPageOfProxy = error instanceof ApiError && error.status === 413 && code === ''
  if (isPageOfProxy) return `「${file.name}」（${megabytes(file.size)}）檔案過大`
  return `「${file.name}」（${megabytes(file.size)}）${message}${limits[code] ?? ''}`
}
