import { expect, it, onTestFinished } from 'vitest'
import { createWorkFolder, removeWorkFolder } from '../backup/shop-folder.ts'
import { faultsOf } from '../torture/audit.ts'
import { openWorkload } from '../torture/workload.ts'
import { killPrimaries } from './kill-primary.ts'
import { whyNot } from './programs.ts'

const missing = [
  whyNot('pgbouncer', [1, 21]),
  ...['patroni', 'etcd', 'haproxy'].map((name) => whyNot(name)),
].filter((reason) => reason !== undefined)

it.skipIf(missing.length > 0)(
  `the standby takes over from a primary that was killed, and no order is lost or doubled (OPEN-11)${missing.map((reason) => `: ${reason}`).join('')}`,
  async () => {
    const folder = await createWorkFolder('cluster')
    onTestFinished(() => removeWorkFolder(folder))
    const workload = await openWorkload('cluster', { folder, seed: 12, shoppers: 4 })
    const findings = await killPrimaries(workload, 2)
    expect(faultsOf(findings)).toEqual([])
    expect(findings.acknowledged).toBeGreaterThan(0)
  },
)
