import { parseArgs } from 'node:util'
import { noFaults, playMoney } from './run.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    'node-kills': { type: 'string', default: '4' },
    'worker-kills': { type: 'string', default: '4' },
    'database-kills': { type: 'string', default: '3' },
    'gateway-kills': { type: 'string', default: '4' },
    'logistics-kills': { type: 'string', default: '3' },
    outages: { type: 'string', default: '3' },
    /** Times in which logistics does what it is asked, and its answers do not arrive. */
    'lost-answers': { type: 'string', default: '3' },
    /** Times in which LINE Pay's answers do not arrive, or are faults. */
    'wallet-faults': { type: 'string', default: '3' },
    /** 1: as 每日自動關帳; then no refund is sent from 20:15 to 20:31 in Taipei. */
    'auto-capture': { type: 'string', default: '0' },
    /** Runs a mutant of tests/harness/mutants.ts: the audit has to name it. */
    mutant: { type: 'string' },
    /** A shop without its row locks, and nothing is killed: it has to lose. */
    control: { type: 'boolean', default: false },
  },
})

const faults = values.control
  ? noFaults
  : {
      node: Number(values['node-kills']),
      worker: Number(values['worker-kills']),
      database: Number(values['database-kills']),
      gateway: Number(values['gateway-kills']),
      logistics: Number(values['logistics-kills']),
      outage: Number(values.outages),
      lost: Number(values['lost-answers']),
      wallet: Number(values['wallet-faults']),
    }

const startedAt = Date.now()
const say = (line: string) => void process.stdout.write(`${line}\n`)
const report = await playMoney({
  orders: Number(values.orders),
  seed: Number(values.seed),
  faults,
  autoCapture: values['auto-capture'] === '1',
  mutant: values.control ? 'row locks of money' : values.mutant,
  log: say,
})
const seconds = Math.round((Date.now() - startedAt) / 1_000)
const speed = report.ordersASecond.toFixed(1)
say(
  `${report.orders} orders, ${report.trades} trades, ${report.parcels} parcels, ${report.invoices} invoices, seed ${values.seed}`,
)
say(`${seconds} s, ${speed} orders a second while shopping`)
say(`caused: ${listed(report.caused)}`)
say(`NT$: ${listed(report.sums)}`)
for (const fault of report.faults) say(`  ${fault}`)
const isClean = report.faults.length === 0
say(isClean ? 'the books agree' : `${report.faults.length} faults`)
if (values.control) say(isClean ? 'THE CONTROL LOST NOTHING' : 'the control loses, as it has to')
process.exitCode = isClean === values.control ? 1 : 0

function listed(counts: object): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`)
    .join(', ')
}
