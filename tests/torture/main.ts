import { parseArgs } from 'node:util'
import { faultsOf } from './audit.ts'
import { mayMount } from './full-disk.ts'
import { linesOf } from './report.ts'
import { torture } from './run.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    'database-kills': { type: 'string' },
    cuts: { type: 'string' },
    'node-kills': { type: 'string' },
    stops: { type: 'string' },
    'full-disks': { type: 'string' },
    control: { type: 'boolean', default: false },
    shoppers: { type: 'string', default: '24' },
    'orders-per-kill': { type: 'string', default: '95' },
    seed: { type: 'string', default: '1' },
    resume: { type: 'string' },
    mutant: { type: 'string' },
  },
})

const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`)
const common = {
  shoppers: Number(values.shoppers),
  ordersPerKill: Number(values['orders-per-kill']),
  seed: Number(values.seed),
  folder: values.resume,
  mutant: values.mutant,
  log,
}

// Child processes end with this process; the folder stays, so that the run can be resumed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/** How often each fault happens follows from the number of kills, where it is not said. */
async function faults() {
  const kills = Number(values.kills)
  const often = (said: string | undefined, share: number) =>
    Number(said ?? Math.ceil(kills * share))
  const fullDisks = often(values['full-disks'], 0.1)
  const hasDisk = fullDisks === 0 || (await mayMount())
  if (!hasDisk) log('full disk: left out, as only root on Linux may mount a small disk for it')
  return {
    serverKills: kills,
    databaseKills: often(values['database-kills'], 0.3),
    cuts: often(values.cuts, 1),
    nodeKills: often(values['node-kills'], 0.2),
    stops: often(values.stops, 0.02),
    fullDisks: hasDisk ? fullDisks : 0,
  }
}

const reports = await torture({
  ...common,
  ...(values.control ? { controlRun: 5 } : await faults()),
})
console.log(`seed ${values.seed}`)
for (const report of reports) console.log(linesOf(report).join('\n'))
const isClean = reports.every(({ findings }) => faultsOf(findings).length === 0)
if (values.control)
  console.log(
    isClean
      ? 'The control lost NOTHING: do not trust this harness.'
      : 'The control lost orders, as it had to.',
  )
process.exitCode = isClean === values.control ? 1 : 0
