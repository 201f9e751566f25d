import { parseArgs } from 'node:util'
import { playYear } from './run.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    months: { type: 'string', default: '12' },
    /** Beside the places in groups. */
    orders: { type: 'string', default: '3' },
  },
})

const startedAt = performance.now()
const say = (line: string) => void process.stdout.write(`${line}\n`)
const report = await playYear({
  seed: Number(values.seed),
  months: Number(values.months),
  ordersADay: Number(values.orders),
  log: say,
})
const seconds = Math.round((performance.now() - startedAt) / 1_000)
say(`${report.orders} orders in ${report.months.length} months, seed ${values.seed}, ${seconds} s`)
say(listed(report.counts))
for (const [words, times] of Object.entries(report.refusals))
  say(`refused ${times} times: ${words}`)
for (const fault of report.faults) say(`  ${fault}`)
const isClean = report.faults.length === 0
say(isClean ? 'everything agrees to the dollar' : `${report.faults.length} faults`)
process.exitCode = isClean ? 0 : 1

function listed(counts: Record<string, number>): string {
  return Object.entries(counts)
    .toSorted()
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
