import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { networksOf } from './network.ts'
import {
  type Count,
  consume,
  consumeAll,
  type RateLimit,
  type RateLimitResult,
} from './rate-limit.ts'

/** A limit of all strangers together; past it, each widest network has a few. */
export interface LimitInAll {
  all: RateLimit
  /** Undefined: past `all` everybody is refused, which keeps nobody from what is theirs. */
  underAttack: RateLimit | undefined
}

/** A limit of strangers: of one network, of a /48 of IPv6, and of all strangers together. */
export type NetworkLimit = { network: RateLimit } & (LimitInAll | { all?: undefined })

/** With the counts to take back, also of a request that was refused. */
export type Consumed = RateLimitResult & { counted: readonly Count[] }

const networksOfSlash48 = 4

/** The narrow ones first: what a network may not do takes nothing from the others. */
export function countsOf({ network }: NetworkLimit, ip: string): Count[] {
  const { subscriber, wider } = networksOf(ip)
  const { name, max } = network
  const ofSlash48 = { ...network, name: `${name}.slash48`, max: max * networksOfSlash48 }
  return [[network, subscriber], ...(wider ? [[ofSlash48, wider.slash48] as const] : [])]
}

/**
 * Counts for a subject that many networks share, such as an account. Past its bound each of them has
 * a few, else strangers with many networks would shut everybody out.
 */
export async function consumeInAll(
  db: Db,
  { all, underAttack }: LimitInAll,
  { widest, subject = 'all' }: { widest: string; subject?: string },
): Promise<Consumed> {
  const result = await consume(db, all, subject)
  if (result.isAllowed || !underAttack) return { ...result, counted: [[all, subject]] }
  const own = `${subject} ${widest}`
  return { ...(await consume(db, underAttack, own)), counted: [[underAttack, own]] }
}

export async function consumeOfNetwork(db: Db, limit: NetworkLimit, ip: string): Promise<Consumed> {
  const counted = countsOf(limit, ip)
  const result = await consumeAll(db, counted)
  if (!result.isAllowed || !limit.all) return { ...result, counted }
  const inAll = await consumeInAll(db, limit, networksOf(ip))
  return { ...inAll, counted: [...counted, ...inAll.counted] }
}

/** Gives what was counted. */
export async function consumeOfNetworkOrThrow(
  db: Db,
  limit: NetworkLimit,
  ip: string,
): Promise<readonly Count[]> {
  const result = await consumeOfNetwork(db, limit, ip)
  if (!result.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', result)
  return result.counted
}
