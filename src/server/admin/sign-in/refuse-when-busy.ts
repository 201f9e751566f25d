import { ShopError } from '../../http/shop-error.ts'
import { HasherBusy } from '../../members/sign-in/password-hasher.ts'

export function refuseWhenBusy(error: unknown): never {
  if (error instanceof HasherBusy) throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: 2 })
  throw error
}
