import { parseArgs } from 'node:util'
import { faultsOf } from './audit.ts'
import { torture } from './run.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    'database-kills': { type: 'string', default: '10' },
    shoppers: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
  },
})

const findings = await torture({
  serverKills: Number(values.kills),
  databaseKills: Number(values['database-kills']),
  shoppers: Number(values.shoppers),
  seed: Number(values.seed),
  log: (line) => console.log(line),
})
const faults = faultsOf(findings)
console.log(`seed ${values.seed}: ${findings.acknowledged} acknowledged orders`)
console.log(faults.length === 0 ? 'lost 0, doubled 0, half 0, unpaid for 0' : faults.join('\n'))
process.exitCode = faults.length === 0 ? 0 : 1
