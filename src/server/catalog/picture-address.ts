import { ShopError } from '../http/shop-error.ts'

/** A file of our own store, and no way around it. */
const ownPath = /^\/uploads\/[\w-]+(\.[\w-]+)*$/
const control = /\p{Cc}/u

/**
 * The address of a picture as it is stored: the shop's own as a path, so that the shop can move;
 * others whole, if they are http(s) and hold no credentials; empty for none.
 */
export function storedPicture(address: string, field: string, ownAddress: string): string {
  const trimmed = address.trim()
  if (trimmed === '') return ''
  const path = trimmed.startsWith(`${ownAddress}/`) ? trimmed.slice(ownAddress.length) : trimmed
  if (ownPath.test(path)) return path
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
