import { parseArgs } from 'node:util'
import { playMoney } from './run.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    'node-kills': { type: 'string', default: '6' },
    'database-kills': { type: 'string', default: '3' },
    outages: { type: 'string', default: '3' },
    /** 1: as 每日自動關帳; then no refund is sent from 20:15 to 20:31 in Taipei. */
    'auto-capture': { type: 'string', default: '0' },
    /** Runs a mutant of tests/harness/mutants.ts: the audit has to name it. */
    mutant: { type: 'string' },
  },
})

const startedAt = Date.now()
const say = (line: string) => void process.stdout.write(`${line}\n`)
const report = await playMoney({
  orders: Number(values.orders),
  seed: Number(values.seed),
  nodeKills: Number(values['node-kills']),
  databaseKills: Number(values['database-kills']),
  outages: Number(values.outages),
  autoCapture: values['auto-capture'] === '1',
  mutant: values.mutant,
  log: say,
})
const seconds = Math.round((Date.now() - startedAt) / 1_000)
say(`${report.orders} orders, ${report.trades} trades, seed ${values.seed}, ${seconds} s`)
for (const fault of report.faults) say(`  ${fault}`)
say(report.faults.length === 0 ? 'the books agree' : `${report.faults.length} faults`)
process.exitCode = report.faults.length === 0 ? 0 : 1
