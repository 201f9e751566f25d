import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { mailboxOf } from '../input/email-address.ts'
import { rateLimitOf } from '../limits/limit-sizes.ts'
import {
  consume,
  consumeAll,
  type RateLimit,
  type RateLimitResult,
  refund,
} from '../limits/rate-limit.ts'
import { mailPriority } from './mail.jobs.ts'

export type LaneKind = 'passwordReset' | 'proved' | 'unproved'

/** The priorities of each lane; a mail to an address that nobody has proved goes behind a proved one. */
export const lanes: Record<LaneKind, readonly number[]> = {
  passwordReset: [mailPriority.passwordReset],
  proved: [mailPriority.normal, mailPriority.bulk],
  unproved: [mailPriority.normal - 1, mailPriority.bulk + 1],
}

export function laneOf({ priority, isUnproved }: { priority: number; isUnproved: boolean }): {
  kind: LaneKind
  priority: number
} {
  if (priority === mailPriority.passwordReset) return { kind: 'passwordReset', priority }
  // That of a mail that has waited is neither of the two.
  const isBulk = priority <= mailPriority.bulk + 1
  const [normal = priority, bulk = priority] = lanes[isUnproved ? 'unproved' : 'proved']
  return { kind: isUnproved ? 'unproved' : 'proved', priority: isBulk ? bulk : normal }
}

/** The shares of the limit for mails that reset no password, and for addresses that nobody proved. */
const shares = { normal: 0.8, unproved: 0.4 }
/** Mails of one network to addresses that nobody proved: one sender never has the mails of an hour. */
const networkShare = 0.1

/**
 * The keys that one mail is counted by. The limit of an hour is that of shorter windows together, so that
 * what waits leaves by and by and not all at the full hour.
 */
export function hourlyLimits(mailsPerHour: number, kind: LaneKind): RateLimit[] {
  const windows = Math.max(1, Math.min(10, Math.floor(mailsPerHour / 100)))
  const limit = (name: string, share: number) => ({
    name: `mail.${name}`,
    max: Math.max(1, Math.floor((mailsPerHour * share) / windows)),
    windowSeconds: 3600 / windows,
  })
  const all = limit('all', 1)
  const normal = limit('normal', shares.normal)
  if (kind === 'passwordReset') return [all]
  if (kind === 'proved') return [normal, all]
  return [limit('unproved', shares.unproved), normal, all]
}

export async function consumeMail(db: Db, limits: readonly RateLimit[]): Promise<RateLimitResult> {
  for (const [index, limit] of limits.entries()) {
    const result = await consume(db, limit, 'all')
    if (result.isAllowed) continue
    await refundMail(db, limits.slice(0, index))
    return result
  }
  return { isAllowed: true }
}

export async function refundMail(db: Db, limits: readonly RateLimit[]): Promise<void> {
  for (const limit of limits) await refund(db, limit, 'all')
}

/** Counts a mail of an order to a proved address: one buyer has not the mails of the others. */
export async function countOfOrder(
  db: Db,
  { limits }: Pick<Config, 'limits'>,
  recipient: string,
): Promise<'receiver' | undefined> {
  const sizes = [rateLimitOf(limits, 'mail.order'), rateLimitOf(limits, 'mail.order-day')]
  const isAllowed = (await consumeAll(db, toCounts(sizes, mailboxOf(recipient)))).isAllowed
  return isAllowed ? undefined : 'receiver'
}

/** Counts a mail to an address that nobody has proved; says which bound is reached. */
export async function countUnproved(
  db: Db,
  { limits, mailsPerHour }: Pick<Config, 'limits' | 'mailsPerHour'>,
  /** The network is empty for a mail that an account or the staff have asked for. */
  { recipient, network }: { recipient: string; network: string },
): Promise<'receiver' | 'network' | undefined> {
  const hourly = rateLimitOf(limits, 'mail.network')
  const max = Math.min(hourly.max, Math.max(1, Math.floor(mailsPerHour * networkShare)))
  const ofNetwork = [{ ...hourly, max }, rateLimitOf(limits, 'mail.network-day')]
  const counts = network === '' ? [] : toCounts(ofNetwork, network)
  // The network first: what it may not send takes nothing from the receiver.
  if (!(await consumeAll(db, counts)).isAllowed) return 'network'
  const receiver = network === '' ? 'mail.account' : 'mail.receiver'
  const ofReceiver = [rateLimitOf(limits, receiver), rateLimitOf(limits, `${receiver}-day`)]
  const isAllowed = (await consumeAll(db, toCounts(ofReceiver, mailboxOf(recipient)))).isAllowed
  return isAllowed ? undefined : 'receiver'
}

function toCounts(limits: readonly RateLimit[], subject: string) {
  return limits.map((limit) => [limit, subject] as const)
}
