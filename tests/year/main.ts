import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { playYear } from './run.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    months: { type: 'string', default: '12' },
    /** Beside the places in groups. */
    orders: { type: 'string', default: '3' },
    /** The first day, `YYYY-MM-DD`. */
    from: { type: 'string' },
    /** A file that gets each act, to compare two runs. */
    acts: { type: 'string' },
  },
})

const { acts, from } = values
const startedAt = performance.now()
const say = (line: string) => void process.stdout.write(`${line}\n`)
const report = await playYear({
  seed: Number(values.seed),
  months: Number(values.months),
  ordersADay: Number(values.orders),
  log: say,
  ...(from && { from }),
  ...(acts && { onAct: (line: string) => appendFileSync(acts, `${line}\n`) }),
})
const seconds = Math.round((performance.now() - startedAt) / 1_000)
say(
  `${report.orders} orders in ${report.months.length} months, seed ${values.seed}, acts ${report.acts}, ${seconds} s`,
)
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
