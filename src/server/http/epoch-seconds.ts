/** Times on the wire are whole seconds since 1970. */
export function toEpochSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1_000)
}
