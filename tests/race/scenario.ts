import type { RaceRequest, Reply } from './held-request.ts'
import type { RaceHarness } from './race-harness.ts'
import { must } from './violation.ts'

/** One go of a scenario: everything that it picks comes from the seed and the number of the round. */
export interface Round {
  harness: RaceHarness
  random: () => number
  /** A suffix that makes the keys, codes and addresses of this round unique. */
  tag: string
  /**
   * A node was killed while the requests were in flight, or a request timed out: not every outcome
   * is known.
   */
  isUncertain: boolean
  /** Sends all of them, spread over the nodes, and releases their last bytes together. */
  burst(requests: RaceRequest[]): Promise<Reply[]>
}

export interface Scenario {
  name: string
  /** The acceptance rows that it proves. */
  ids: string
  /** The weight in the random choice. */
  weight: number
  /** Throws a Violation when an invariant does not hold. */
  run(round: Round): Promise<void>
}

export const burstSize = 30

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

export function pick<T>(random: () => number, from: readonly T[]): T {
  const one = from[Math.floor(random() * from.length)]
  if (one === undefined) throw new Error('there is nothing to pick from')
  return one
}

export function shuffled<T>(random: () => number, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

export function withStatus(replies: readonly Reply[], status: number): Reply[] {
  return replies.filter((reply) => reply.status === status)
}

export function tally(replies: readonly Reply[]): string {
  const counts = Map.groupBy(replies, ({ status }) => status)
  return [...counts].map(([status, of]) => `${of.length} x ${status}`).join(', ')
}

/** Every answer is one of those that are documented for it. */
export function mustOnlyAnswer(replies: readonly Reply[], statuses: number[]): void {
  for (const { status, body } of replies) {
    must(
      status === 0 || statuses.includes(status),
      `an answer of ${status} ${JSON.stringify(body).slice(0, 300)}`,
    )
  }
}

/** Exactly one succeeded; with a node killed, its success may be the answer that was lost. */
export function mustSucceedOnce(replies: readonly Reply[], { isUncertain }: Round): void {
  const successes = withStatus(replies, 200).length
  const mayBeLost = isUncertain && replies.some(({ status }) => status === 0)
  must(
    successes === 1 || (mayBeLost && successes === 0),
    `${successes} succeeded, not one (${tally(replies)})`,
  )
}
