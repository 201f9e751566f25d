import type { Config } from '../../config.ts'
import type { Caller } from '../../http/caller.ts'
import { rightsOf } from '../../http/shopper-rights.ts'
import { mailboxOf } from '../../input/email-address.ts'
import { isNetworkKey, networkKey } from '../../limits/holder-keys.ts'
import type { Holder } from './unpaid-limits.ts'

/** Guests who share one cookie are not one shopper. */
const scaleOfShared = 10_000

/** The buyer, as far as the bounds on unpaid orders and on mails to unproved addresses must know. */
export function holderOf({
  caller,
  request,
  email,
  config,
}: {
  caller: Pick<Caller, 'memberId' | 'email' | 'isEmailVerified'>
  request: { ip: string }
  /** That of the order. */
  email: string
  config: Pick<Config, 'limits' | 'isGuestShared'>
}): Holder {
  const isProved =
    rightsOf(caller).isFreeOfNetwork &&
    caller.email !== null &&
    mailboxOf(caller.email) === mailboxOf(email)
  const isShared = config.isGuestShared && caller.memberId === null
  return {
    network: isProved ? null : networkKey(request.ip),
    scale: isShared ? scaleOfShared : config.limits['order.unpaid'],
  }
}

/**
 * The network behind an order whose address nobody has proved: no verified member has it, and
 * nothing was paid; what costs nothing proves nothing. The staff answer for what they enter.
 */
export function unprovedBy(order: {
  holders: readonly string[] | null
  paidAt: Date | null
  refundedAt: Date | null
  total: number
}): { network: string } | undefined {
  if (order.total > 0 && (order.paidAt ?? order.refundedAt)) return undefined
  const network = order.holders?.find(isNetworkKey)
  return network === undefined ? undefined : { network }
}
