import { taipeiDay, taipeiTime } from '#contract/taipei-time.ts'

/** `2026/11/21`, of epoch milliseconds. */
export function formatDay(ms: number): string {
  return taipeiDay(ms)
}

/** `2026/11/21`, of a time of the API. */
export function formatTimeDay(timestamp: number): string {
  return taipeiDay(timestampMs(timestamp))
}

/** `2026/11/21 14:05`, of a time of the API. */
export function formatDateTime(timestamp: number): string {
  return taipeiTime(timestampMs(timestamp))
}

/** A time of the API as the lists show it: one in seconds has the time of day with it. */
export function formatTimestamp(timestamp: number): string {
  return isMilliseconds(timestamp) ? formatDay(timestamp) : formatDateTime(timestamp)
}

/** A time of 13 digits is in milliseconds, any other in seconds. */
function timestampMs(timestamp: number): number {
  return isMilliseconds(timestamp) ? timestamp : timestamp * 1000
}

function isMilliseconds(timestamp: number): boolean {
  return String(timestamp).length === 13
}
