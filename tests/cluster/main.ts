import { parseArgs } from 'node:util'
import { createWorkFolder, removeWorkFolder } from '../backup/shop-folder.ts'
import { faultsOf } from '../torture/audit.ts'
import { linesOf } from '../torture/report.ts'
import { openWorkload } from '../torture/workload.ts'
import { killPrimaries } from './kill-primary.ts'
import { whyNot } from './programs.ts'
import { killPooler } from './through-pooler.ts'

// `npm run cluster -- --kills 20`: the primary of a PostgreSQL cluster is killed under orders and
// payments, with HAProxy, PgBouncer, Patroni and etcd of Debian. `--pooler`: PgBouncer alone is.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    shoppers: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    pooler: { type: 'boolean', default: false },
  },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)
const needed = values.pooler
  ? [whyNot('pgbouncer', [1, 21])]
  : [whyNot('pgbouncer', [1, 21]), whyNot('patroni'), whyNot('etcd'), whyNot('haproxy')]
const missing = needed.filter((reason) => reason !== undefined)
if (missing.length > 0) {
  print(`Left out: ${missing.join(', ')}.`)
  process.exit(3)
}
const folder = await createWorkFolder('cluster')
const log = (line: string) => print(`${new Date().toISOString()} ${line}`)
const stage = values.pooler ? 'pooler' : 'cluster'
const workload = await openWorkload(stage, {
  folder,
  seed: Number(values.seed),
  shoppers: Number(values.shoppers),
  log,
})
const play = values.pooler ? killPooler : killPrimaries
const findings = await play(workload, Number(values.kills))
const silent = 'silent' in findings ? (findings.silent as string[]) : []
print(linesOf({ stage, findings, progress: workload.progress }).join('\n'))
for (const what of silent) print(`  FOUND ${what}`)
const isClean = faultsOf(findings).length + silent.length === 0
if (isClean) await removeWorkFolder(folder)
else log(`kept ${folder}`)
process.exitCode = isClean ? 0 : 1
