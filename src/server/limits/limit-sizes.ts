import type { RateLimit } from './rate-limit.ts'

const minute = 60
const hour = 3600
const day = 86_400

/**
 * How often a caller may do something: `[most, in so many seconds]`. Thousands of shoppers of a
 * mobile carrier come from one IPv4 address, so a network has room for them; one of IPv6 is a /64,
 * and a /48 has four times as much. Without a time: how many at once.
 */
const sizes = {
  'write.network': [30_000, minute],
  'write.member': [600, minute],
  'write.new-guests': [20_000, hour],
  'write.new-guests-all': [200_000, hour],
  // Of each IPv4 address or /48 past the bound in all, here and below.
  'write.new-guests-under-attack': [50, hour],
  'read.member': [1_200, minute],
  // Of each API key, reads and writes together.
  'api-key': [600, minute],
  'read.network': [60_000, minute],
  'stream.network': [1_000],
  'stream.process': [10_000],
  // How many times the bounds of the settings on unpaid orders.
  'order.unpaid': [1],
  'order.unknown': [30, minute],
  'order.unknown-all': [600, minute],
  // Tries of a telephone number, all networks together for one order.
  'order.lookup': [30, 10 * minute],
  'order.lookup-number': [20, hour],
  'group.unknown': [30, minute],
  'group.unknown-all': [600, minute],
  'coupon.caller': [10, 10 * minute],
  'coupon.network': [60, 10 * minute],
  'coupon.all': [100, 10 * minute],
  'coupon.under-attack': [5, 10 * minute],
  // Questions to the ministry while an invoice is chosen.
  'invoice-check.network': [120, 10 * minute],
  // Unknown codes of the hand-out.
  'hand-out.caller': [20, 10 * minute],
  'hand-out.network': [60, 10 * minute],
  'hand-out.all': [200, 10 * minute],
  'hand-out.under-attack': [10, 10 * minute],
  'restock.network': [300, hour],
  'restock.all': [5_000, hour],
  'restock.under-attack': [5, hour],
  'newsletter.network': [100, hour],
  'newsletter.all': [5_000, hour],
  'newsletter.under-attack': [5, hour],
  // To addresses that nobody has proved; those of accounts are not used up by orders of others.
  'mail.receiver': [6, hour],
  'mail.receiver-day': [20, day],
  'mail.account': [12, hour],
  'mail.account-day': [30, day],
  // Of orders, to addresses that are proved.
  'mail.order': [60, hour],
  'mail.order-day': [200, day],
  'mail.network': [200, hour],
  'mail.network-day': [1_000, day],
  'payment.shopper': [20, 10 * minute],
  'payment.network': [600, 10 * minute],
  'search.missed': [200, hour],
  'search.missed-all': [10_000, day],
  'identity.attempts.network': [6_000, 15 * minute],
  'identity.attempts.account-network': [60, 15 * minute],
  'identity.sign-in.network': [100, 15 * minute],
  'identity.sign-in.slash56': [200, 15 * minute],
  'identity.sign-in.slash48': [400, 15 * minute],
  'identity.sign-in.account': [100, hour],
  'identity.sign-in.account-network': [10, 15 * minute],
  'identity.sign-in.under-attack': [2, hour],
  'identity.sign-up.network': [1_000, hour],
  'identity.sign-up.all': [20_000, hour],
  'identity.sign-up.under-attack': [20, hour],
  'identity.mail.address': [20, hour],
  'identity.mail.address-network': [5, hour],
  'identity.mail.account': [10, hour],
  'identity.mail.network': [500, hour],
  'identity.mail.all': [20_000, hour],
  'identity.mail.under-attack': [10, hour],
  'identity.action-code.network': [200, hour],
  'identity.pin.account': [10, hour],
  'identity.pin.mailbox': [30, day],
  'identity.change.account': [60, minute],
  'identity.lookup.network': [12_000, minute],
} as const satisfies Record<string, readonly [max: number, windowSeconds?: number]>

export type LimitName = keyof typeof sizes
export type LimitSizes = Readonly<Record<LimitName, number>>

export const limitNames = Object.keys(sizes) as LimitName[]

/** The variable that sets a limit: `LIMIT_WRITE_NETWORK` for `write.network`. */
export function limitVariable(name: string): string {
  return `LIMIT_${name.toUpperCase().replaceAll(/[.-]/g, '_')}`
}

/** Reads each limit; `scales` multiply those that no variable of their own sets. */
export function readLimitSizes(
  read: (variable: string, fallback: number) => number,
  scales: { identity: number; write: number },
): LimitSizes {
  const entries = limitNames.map((name) => {
    const scale = name.startsWith('identity.') ? scales.identity : scales.write
    return [name, read(limitVariable(name), sizes[name][0] * scale)]
  })
  return Object.fromEntries(entries) as LimitSizes
}

export function rateLimitOf(limits: LimitSizes, name: LimitName): RateLimit {
  const [, windowSeconds = minute] = sizes[name] as readonly [number, number?]
  return { name, max: limits[name], windowSeconds }
}
