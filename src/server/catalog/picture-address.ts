import { ShopError } from '../http/shop-error.ts'

const control = /\p{Cc}/u
/** A picture is none of these; a browser would call them as it loads the page. */
const apiPath = /^\/+(?:v2|identitytoolkit|securetoken|health|openapi)\b/i

/**
 * The address of a picture as it is stored: the shop's own as a path, so that the shop can move;
 * others whole, if they are http(s) and hold no credentials; empty for none.
 */
export function storedPicture(address: string | null, field: string, ownAddress: string): string {
  const trimmed = (address ?? '').trim()
  if (trimmed === '') return ''
  const path = trimmed.startsWith(`${ownAddress}/`) ? trimmed.slice(ownAddress.length) : trimmed
  if (isOwnPath(path)) return path
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null
  const isPlain =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !control.test(trimmed)
  if (!isPlain) throw new ShopError('INVALID_INPUT', { message: [`${field} 網址格式不正確`] })
  return trimmed
}

/** A path of this shop that no browser resolves to another origin. */
function isOwnPath(path: string): boolean {
  if (!/^\/(?![/\\])[^\s\\?#"'`<>]*$/.test(path) || control.test(path)) return false
  if (apiPath.test(path)) return false
  return !/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)
}
