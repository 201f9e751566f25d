import { hash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { rateLimits } from '../db/tables/limits.ts'

/** At most `max` of something within a window that begins with the first of them. */
export interface RateLimit {
  name: string
  max: number
  windowSeconds: number
}

/** Null: allowed, and counted. Otherwise the seconds after which it is worth another try. */
export type Refusal = { retryAfter: number } | null

const hasEnded = sql`${rateLimits.resetsAt} <= now()`
const secondsLeft = sql<number>`ceil(extract(epoch from ${rateLimits.resetsAt} - now()))::int`

const take = prepared((db) =>
  db
    .insert(rateLimits)
    .values({
      key: sql.placeholder('key'),
      hits: sql`${sql.placeholder('count')}::int`,
      resetsAt: sql`now() + make_interval(secs => ${sql.placeholder('windowSeconds')})`,
    })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        hits: sql`case when ${hasEnded} then excluded.hits else ${rateLimits.hits} + excluded.hits end`,
        resetsAt: sql`case when ${hasEnded} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
      // What is over the limit is not written: an attack leaves the row as it is.
      setWhere: sql`${rateLimits.hits} + excluded.hits <= ${sql.placeholder('max')} or ${hasEnded}`,
    })
    .returning({ seconds: secondsLeft })
    .prepare('rate_limit_take'),
)

const wait = prepared((db) =>
  db
    .select({ seconds: secondsLeft })
    .from(rateLimits)
    .where(sql`${rateLimits.key} = ${sql.placeholder('key')}`)
    .prepare('rate_limit_wait'),
)

/** Counts one for a subject; all nodes count together, in the database. */
export async function takeFrom(db: Db, limit: RateLimit, subject: string): Promise<Refusal> {
  const { isTaken, seconds } = await takeSome(db, limit, subject, 1)
  return isTaken ? null : { retryAfter: seconds }
}

/** Counts several at once, all or none; `seconds` are what is left of the window. */
export async function takeSome(
  db: Db,
  limit: RateLimit,
  subject: string,
  count: number,
): Promise<{ isTaken: boolean; seconds: number }> {
  const key = keyOf(limit, subject)
  const { max, windowSeconds } = limit
  const [taken] = await take(db).execute({ key, max, windowSeconds, count })
  const [row] = taken ? [taken] : await wait(db).execute({ key })
  return { isTaken: taken !== undefined, seconds: Math.max(1, row?.seconds ?? 1) }
}

/** Takes back what was counted for something that is not to count after all. */
export async function giveBack(db: Db, limit: RateLimit, subject: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ hits: sql`${rateLimits.hits} - 1` })
    .where(sql`${rateLimits.key} = ${keyOf(limit, subject)} and ${rateLimits.hits} > 0`)
}

/** Subjects are addresses of people and of their machines, so they are kept hashed. */
function keyOf(limit: RateLimit, subject: string): string {
  return `${limit.name}:${hash('sha256', subject, 'base64url')}`
}

/** What one subscriber holds: an IPv4 address, or a /64 of IPv6. */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown'
  // The parser of addresses gives the one short form that each has.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = short.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last]
  const mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  if (!mapped) return `${groups.slice(0, 4).join(':')}::/64`
  const bytes = groups.slice(6).flatMap((group) => {
    const number = Number.parseInt(group, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}
