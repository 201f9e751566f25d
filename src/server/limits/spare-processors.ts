import { availableParallelism } from 'node:os'

/** How many processors costly work may take: all but one, which is for requests. */
export function spareProcessors(): number {
  return Math.max(1, availableParallelism() - 1)
}
