/** As long as the digits of a mail can be typed, in milliseconds. */
const freshMs = 30 * 60_000

let sentAt = Number.NEGATIVE_INFINITY

/** Called for each verification mail that this page has asked for. */
export function noteVerificationMail(): void {
  sentAt = performance.now()
}

/** Whether the digits of the last one are still good. */
export function isVerificationMailFresh(): boolean {
  return performance.now() - sentAt < freshMs
}
