/** The estimate of the server's clock less the device's, in milliseconds. */
let offsetMs: number | undefined

/**
 * Takes the server's time from a reply, in epoch seconds. A reply that a cache has kept is too old,
 * never too new: of all estimates the latest time is the best.
 */
export function noteServerTime(serverNow: number): void {
  const estimate = serverNow * 1000 - Date.now()
  if (offsetMs === undefined || estimate > offsetMs) offsetMs = estimate
}

/** The server's time in epoch milliseconds, whatever the device's clock says. */
export function serverTimeMs(): number {
  return Date.now() + (offsetMs ?? 0)
}
