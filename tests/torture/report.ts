import { faultsOf } from './audit.ts'
import type { StageReport } from './run.ts'

/** The findings and measurements of a stage, in a few lines. */
export function linesOf({ stage, findings, progress }: StageReport): string[] {
  const faults = faultsOf(findings)
  return [
    `${stage}: ${progress.faults} faults, ${findings.acknowledged} orders and ` +
      `${findings.acknowledgedPayments} payments acknowledged, ` +
      `${findings.unknown} unknown at first, ${findings.unresolved.length} in the end`,
    ...(faults.length === 0
      ? ['  lost 0, doubled 0, half 0, unmeant 0, paid wrongly 0, payments lost 0, violations 0']
      : faults.map((fault) => `  FOUND ${fault}`)),
    ...Object.entries(progress.measures).map(([name, values]) => `  ${name}: ${summary(values)}`),
  ]
}

function summary(values: number[]): string {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const sum = values.reduce((all, value) => all + value, 0)
  return `median ${at(0.5)}, 95 % ${at(0.95)}, max ${at(1)}, ${values.length} values, sum ${sum}`
}
