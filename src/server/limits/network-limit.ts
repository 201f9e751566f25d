import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { networksOf } from './network.ts'
import { consumeAll, type RateLimit, type RateLimitResult, refund } from './rate-limit.ts'

/** A limit of strangers: of one network, of a /48 of IPv6, and of all strangers together. */
export interface NetworkLimit {
  network: RateLimit
  all?: RateLimit
}

type Count = readonly [limit: RateLimit, subject: string]

const networksOfSlash48 = 4

/** The narrow ones first: what a network may not do takes nothing from the others. */
export function countsOf({ network, all }: NetworkLimit, ip: string): Count[] {
  const { subscriber, wider } = networksOf(ip)
  const { name, max } = network
  const ofSlash48 = { ...network, name: `${name}.slash48`, max: max * networksOfSlash48 }
  return [
    [network, subscriber],
    ...(wider ? [[ofSlash48, wider.slash48] as const] : []),
    ...(all ? [[all, 'all'] as const] : []),
  ]
}

export function consumeOfNetwork(
  db: Db,
  limit: NetworkLimit,
  ip: string,
): Promise<RateLimitResult> {
  return consumeAll(db, countsOf(limit, ip))
}

export async function consumeOfNetworkOrThrow(
  db: Db,
  limit: NetworkLimit,
  ip: string,
): Promise<void> {
  const result = await consumeOfNetwork(db, limit, ip)
  if (!result.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', result)
}

export async function refundOfNetwork(db: Db, limit: NetworkLimit, ip: string): Promise<void> {
  for (const [counted, subject] of countsOf(limit, ip)) await refund(db, counted, subject)
}
