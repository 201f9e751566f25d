/** Runs of a property: an eighth in the short run, all in the long one. */
export function propertyRuns(all: number): number {
  return process.env.TEST_LONG === '1' ? all : Math.ceil(all / 8)
}
