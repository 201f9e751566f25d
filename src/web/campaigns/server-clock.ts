interface Estimate {
  /** The server's clock less the device's, in milliseconds. */
  offsetMs: number
  /** When this page began, by the device's clock: it moves only where that clock is corrected. */
  origin: number
}

/** By how much the origin may move before the device's clock counts as corrected. */
const maxDriftMs = 2_000

let estimate: Estimate | undefined

/**
 * Takes the server's time from a reply, in epoch seconds. A reply that a cache has kept is too old,
 * never too new: of all estimates the latest time is the best.
 */
export function noteServerTime(serverNow: number): void {
  const offsetMs = serverNow * 1000 - Date.now()
  if (offsetMs > (currentOffset() ?? Number.NEGATIVE_INFINITY)) {
    estimate = { offsetMs, origin: origin() }
  }
}

/** The server's time in epoch milliseconds, whatever the device's clock says. */
export function serverTimeMs(): number {
  return Date.now() + (currentOffset() ?? 0)
}

/** For a document: the next one that the process draws has a time of its own. */
export function forgetServerTime(): void {
  estimate = undefined
}

function currentOffset(): number | undefined {
  if (estimate && Math.abs(origin() - estimate.origin) > maxDriftMs) forgetServerTime()
  return estimate?.offsetMs
}

function origin(): number {
  return Date.now() - performance.now()
}
