import { fieldError } from './coerced-values.ts'

/** Bytes that are no text, such as half a surrogate, would be searched for as they are encoded. */
export function assertDecodable({ url }: { url: string }): void {
  try {
    decodeURIComponent(url)
  } catch {
    throw fieldError('q', 'q 格式錯誤')
  }
}
