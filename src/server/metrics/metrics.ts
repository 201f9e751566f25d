import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * The metrics of this process. Their labels come from fixed sets: templates of routes, names of jobs
 * and limits, and words of the code; never from a request.
 */
export const registry = new Registry()
const registers = [registry]

export const httpRequests = new Counter({
  name: 'minmin_http_requests_total',
  help: 'Answered requests',
  labelNames: ['route', 'method', 'status'],
  registers,
})
export const httpSeconds = new Histogram({
  name: 'minmin_http_request_seconds',
  help: 'Time until a request was answered',
  labelNames: ['route'],
  buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  registers,
})
export const orderEvents = new Counter({
  name: 'minmin_orders_total',
  help: 'Events of orders that were committed',
  labelNames: ['event'],
  registers,
})
export const paymentOutcomes = new Counter({
  name: 'minmin_payments_total',
  help: 'Attempts to pay by the state that they came to',
  labelNames: ['provider', 'outcome'],
  registers,
})
export const refundOutcomes = new Counter({
  name: 'minmin_refunds_total',
  help: 'Refunds by the state that they came to',
  labelNames: ['outcome'],
  registers,
})
export const jobRuns = new Counter({
  name: 'minmin_jobs_total',
  help: 'Attempts of jobs',
  labelNames: ['job', 'outcome'],
  registers,
})
export const mailOutcomes = new Counter({
  name: 'minmin_mails_total',
  help: 'Attempts to send a mail',
  labelNames: ['outcome'],
  registers,
})
export const catalogReads = new Counter({
  name: 'minmin_catalog_reads_total',
  help: 'Reads of the catalogue by where the answer came from',
  labelNames: ['from'],
  registers,
})
export const limitedCalls = new Counter({
  name: 'minmin_limited_total',
  help: 'Calls that a limit refused',
  labelNames: ['limit'],
  registers,
})
export const streamsOpen = new Gauge({
  name: 'minmin_streams_open',
  help: 'Live streams that are open',
  registers,
})
/** Work that a process does only so often at once; a place counts while it is waited for, too. */
export const placesTaken = new Gauge({
  name: 'minmin_places_taken',
  help: 'Places that are taken or waited for, of what a process limits to so many at once',
  labelNames: ['of'],
  registers,
})

/** How many places of a kind are taken, or of all kinds. */
export async function takenPlaces(of?: string): Promise<number> {
  const { values } = await placesTaken.get()
  return values
    .filter(({ labels }) => of === undefined || labels.of === of)
    .reduce((sum, { value }) => sum + value, 0)
}

interface CountedPool {
  totalCount: number
  idleCount: number
  waitingCount: number
}
const pools = new Set<CountedPool>()

new Gauge({
  name: 'minmin_db_connections',
  help: 'Connections of the pool, and callers that wait for one',
  labelNames: ['state'],
  registers,
  collect() {
    const sum = (count: (pool: CountedPool) => number) =>
      [...pools].reduce((total, pool) => total + count(pool), 0)
    this.set(
      { state: 'used' },
      sum((pool) => pool.totalCount - pool.idleCount),
    )
    this.set(
      { state: 'idle' },
      sum((pool) => pool.idleCount),
    )
    this.set(
      { state: 'waiting' },
      sum((pool) => pool.waitingCount),
    )
  },
})

/** Counts the pool until the returned function is called. */
export function watchPool(pool: CountedPool): () => void {
  pools.add(pool)
  return () => void pools.delete(pool)
}

let hasDefaults = false

/** Of the process and its runtime, only where metrics are served: they watch the event loop. */
export function collectProcessMetrics(): void {
  if (hasDefaults) return
  hasDefaults = true
  collectDefaultMetrics({ register: registry })
}
