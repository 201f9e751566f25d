import { faultMutants } from './mutants/fault-mutants.ts'
import { moneyMutants } from './mutants/money-mutants.ts'
import type { Mutant } from './mutants/mutant.ts'
import { raceMutants } from './mutants/race-mutants.ts'
import { requestMutants } from './mutants/request-mutants.ts'

/** All mutants, by the name of the defence that they lack. */
export const mutants: Record<string, Mutant> = {
  ...raceMutants,
  ...moneyMutants,
  ...requestMutants,
  ...faultMutants,
}
