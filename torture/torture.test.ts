import { expect, it } from 'vitest'
import { faultsOf } from './audit.ts'
import { torture } from './run.ts'

it('H1 H2 no acknowledged order is lost, doubled or halved by kill -9 of server and PostgreSQL (seed 20261121)', async () => {
  const findings = await torture({
    serverKills: 3,
    databaseKills: 2,
    shoppers: 4,
    seed: 20_261_121,
  })
  expect(faultsOf(findings)).toEqual([])
  expect(findings.acknowledged).toBeGreaterThan(20)
})
