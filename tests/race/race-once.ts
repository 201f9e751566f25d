import type { Report } from './report.ts'
import { type RaceOptions, race } from './run.ts'
import type { Scenario } from './scenario.ts'

/** A round of each scenario on two nodes, in turn; starting the nodes is most of a short race. */
export async function raceOnce(
  scenarios: readonly Scenario[],
  options: Partial<RaceOptions> = {},
): Promise<Report> {
  const rounds = { from: 0, to: scenarios.length, isSequential: true }
  return race({
    ...rounds,
    // How many waits reach their limit says what time the machine has: a race alone judges that.
    mayBeUnavailable: 1,
    seed: 20_261_122,
    nodes: 2,
    killEvery: 0,
    scenarios,
    ...options,
  })
}

export const violationsOf = ({ violations }: Report) =>
  violations.map(({ scenario, sentence }) => `${scenario}: ${sentence}`)
