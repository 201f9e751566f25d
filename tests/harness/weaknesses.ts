import { faultWeaknesses } from './weaknesses/fault-weaknesses.ts'
import { raceWeaknesses } from './weaknesses/race-weaknesses.ts'
import { requestWeaknesses } from './weaknesses/request-weaknesses.ts'
import type { Weakness } from './weaknesses/weakness.ts'

/** All defences that can be taken out, by name. */
export const weaknesses: Record<string, Weakness> = {
  ...raceWeaknesses,
  ...requestWeaknesses,
  ...faultWeaknesses,
}
