/** Taiwan has no summer time. */
const taipeiOffsetMs = 8 * 60 * 60 * 1_000

/** `2026-11-30T23:59` in Taipei, of epoch seconds, as a field `datetime-local` holds it. */
export function toTaipeiInput(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  return new Date(seconds * 1_000 + taipeiOffsetMs).toISOString().slice(0, 16)
}

/** Epoch seconds of such a text; null for an empty field and for no time at all. */
export function fromTaipeiInput(text: string): number | null {
  // Browsers read much more than this as a date.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null
  const ms = Date.parse(`${text}:00Z`)
  return Number.isNaN(ms) ? null : (ms - taipeiOffsetMs) / 1_000
}
