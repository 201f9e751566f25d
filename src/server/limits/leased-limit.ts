import type { Db } from '../db/connect.ts'
import { type RateLimit, type Refusal, takeSome } from './rate-limit.ts'

/** A part of a budget that this process may spend, or the word that nothing is left of it. */
interface Lease {
  left: number
  endsAt: number
}

const leasesOfABudget = 20
const maxLeases = 20_000

/**
 * A limit for what happens often: a process takes a twentieth of the budget at a time, so that the
 * database is asked once for many calls, and never once a budget is spent. Nodes count together;
 * what one has taken and not spent by the end of the window is all that they may be apart.
 */
export function createLeasedLimit(
  db: Db,
  limit: RateLimit,
): { take(subject: string): Promise<Refusal> } {
  const size = Math.max(1, Math.floor(limit.max / leasesOfABudget))
  const leases = new Map<string, Lease>()
  const renewals = new Map<string, Promise<void>>()

  async function renew(subject: string): Promise<void> {
    const { isTaken, seconds } = await takeSome(db, limit, subject, size)
    if (leases.size >= maxLeases) dropEnded(leases)
    leases.set(subject, { left: isTaken ? size : -1, endsAt: Date.now() + seconds * 1_000 })
  }

  /** Calls that come together share one renewal. */
  function renewOnce(subject: string): Promise<void> {
    const running = renewals.get(subject)
    if (running) return running
    const renewal = renew(subject).finally(() => renewals.delete(subject))
    renewals.set(subject, renewal)
    return renewal
  }

  return {
    async take(subject) {
      for (;;) {
        const lease = leases.get(subject)
        const now = Date.now()
        if (lease && lease.endsAt > now) {
          if (lease.left < 0) return { retryAfter: Math.ceil((lease.endsAt - now) / 1_000) }
          if (lease.left > 0) {
            lease.left--
            return null
          }
        }
        await renewOnce(subject)
      }
    },
  }
}

/** More subjects than are ever here at once: an attack. Who is forgotten asks the database again. */
function dropEnded(leases: Map<string, Lease>): void {
  const now = Date.now()
  for (const [subject, { endsAt }] of leases) if (endsAt <= now) leases.delete(subject)
  if (leases.size >= maxLeases) leases.clear()
}
