import { ShopError } from '../http/shop-error.ts'

/** Runs few of something costly at once, lets a bounded number wait, and refuses the others. */
export function createTurns(limits: {
  concurrency: number
  maxWaiting: number
  /** What who cannot even wait is told. */
  refusal?: () => Error
}) {
  const refusal = limits.refusal ?? (() => new ShopError('TOO_MANY_REQUESTS', { retryAfter: 5 }))
  let running = 0
  const waiting: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limits.concurrency) {
      if (waiting.length >= limits.maxWaiting) throw refusal()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The place goes on to who waits longest; only without one it becomes free.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
