import { expect, it, onTestFinished } from 'vitest'
import { createWorkFolder, removeWorkFolder } from '../backup/shop-folder.ts'
import { faultsOf } from '../torture/audit.ts'
import { openWorkload } from '../torture/workload.ts'
import { whyNot } from './programs.ts'
import { killPooler } from './through-pooler.ts'

const missing = whyNot('pgbouncer', [1, 21])

it.skipIf(missing !== undefined)(
  `orders, payments, jobs and caches go through PgBouncer and outlive its restart (OPEN-10)${missing ? `: ${missing}` : ''}`,
  async () => {
    const folder = await createWorkFolder('pooler')
    onTestFinished(() => removeWorkFolder(folder))
    const workload = await openWorkload('pooler', { folder, seed: 11, shoppers: 6 })
    const { silent, ...findings } = await killPooler(workload, 2)
    expect([...faultsOf(findings), ...silent]).toEqual([])
    expect(findings.acknowledged).toBeGreaterThan(0)
  },
)
