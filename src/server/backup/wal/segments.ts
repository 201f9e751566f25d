const pattern = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/

/** Whether a file of the log is a piece of it, and no note of PostgreSQL beside it. */
export const isSegment = (name: string): boolean => pattern.test(name)

/** Files that PostgreSQL recovers from: pieces of the log, and the history of its timelines. */
export const isOfRecovery = (name: string): boolean =>
  isSegment(name) || /^[0-9A-F]{8}\.history$/.test(name)

/** Where a piece of so many bytes is in the log, whatever its timeline. */
function placeOf(name: string, bytes: number): number {
  const [, , high = '0', low = '0'] = pattern.exec(name) ?? []
  return Number.parseInt(high, 16) * (2 ** 32 / bytes) + Number.parseInt(low, 16)
}

/** Whether nothing is missing between two pieces. */
export function isNext(before: string, name: string, bytes: number): boolean {
  const steps = placeOf(name, bytes) - placeOf(before, bytes)
  return steps === 1 || steps === 0
}
