import { ShopError } from '../http/shop-error.ts'
import { placesTaken } from '../metrics/metrics.ts'

interface Waiter {
  resolve: () => void
  reject: (error: Error) => void
}

/**
 * Runs work as soon as a slot is free; waiting keys are served round-robin. Throws when the queue
 * is full.
 */
export type Semaphore = <T>(work: () => Promise<T>, key?: string) => Promise<T>

/**
 * Limits how many costly calls run at once and how many wait. The queue is fair among keys: they
 * are served round-robin, and a full queue drops the newest waiter of the key with the most of them
 * (longest queue drop), so one key cannot shut the others out.
 */
export function createSemaphore(limits: {
  /** As the metrics call its places. */
  name: string
  concurrency: number
  maxWaiting: number
  /** How many one key may have at once, waiting ones included; without it, as many as there are. */
  perKey?: number
  refusal?: () => Error
}): Semaphore {
  const refusal = limits.refusal ?? (() => new ShopError('TOO_MANY_REQUESTS', { retryAfter: 5 }))
  /** In the order in which the keys are served. */
  const queues = new Map<string, Waiter[]>()
  const takenBy = new Map<string, number>()
  let running = 0
  let waiting = 0

  function removeWaiter(key: string, take: 'shift' | 'pop'): Waiter | undefined {
    const queue = queues.get(key) ?? []
    const waiter = queue[take]()
    if (queue.length === 0) queues.delete(key)
    if (waiter) waiting--
    return waiter
  }

  function dropFromLongest(newcomer: string): boolean {
    const [longest] = [...queues].toSorted(([, a], [, b]) => b.length - a.length)
    if (!longest) return false
    const [key, queue] = longest
    if (queue.length <= (queues.get(newcomer)?.length ?? 0) + 1) return false
    removeWaiter(key, 'pop')?.reject(refusal())
    return true
  }

  function wait(key: string): Promise<void> {
    if (waiting >= limits.maxWaiting && !dropFromLongest(key)) return Promise.reject(refusal())
    waiting++
    return new Promise((resolve, reject) => {
      const queue = queues.get(key) ?? []
      queue.push({ resolve, reject })
      queues.set(key, queue)
    })
  }

  /** The slot goes to the next waiting key; it becomes free only without one. */
  function release(): void {
    const [key] = queues.keys()
    const next = key === undefined ? undefined : removeWaiter(key, 'shift')
    if (!next || key === undefined) {
      running--
      return
    }
    const rest = queues.get(key)
    if (rest) {
      queues.delete(key)
      queues.set(key, rest)
    }
    next.resolve()
  }

  return async (work, key = '') => {
    const taken = takenBy.get(key) ?? 0
    if (taken >= (limits.perKey ?? Number.POSITIVE_INFINITY)) throw refusal()
    takenBy.set(key, taken + 1)
    placesTaken.inc({ of: limits.name })
    try {
      if (running >= limits.concurrency) await wait(key)
      else running++
      try {
        return await work()
      } finally {
        release()
      }
    } finally {
      placesTaken.dec({ of: limits.name })
      const left = (takenBy.get(key) ?? 1) - 1
      if (left > 0) takenBy.set(key, left)
      else takenBy.delete(key)
    }
  }
}
