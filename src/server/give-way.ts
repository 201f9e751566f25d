import { constants, getPriority, setPriority } from 'node:os'

/** Puts this process behind those that serve shoppers; one further behind stays, since only root may raise it. */
export function giveWay(): void {
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
}
