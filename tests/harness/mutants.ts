import { faultMutants } from './mutants/fault-mutants.ts'
import type { Mutant } from './mutants/mutant.ts'
import { raceMutants } from './mutants/race-mutants.ts'
import { requestMutants } from './mutants/request-mutants.ts'

/** All defences that can be taken out, by name. */
export const mutants: Record<string, Mutant> = {
  ...raceMutants,
  ...requestMutants,
  ...faultMutants,
}
