import { expect, it } from 'vitest'
import { faultsOf } from './audit.ts'
import { torture } from './run.ts'

const seed = 20_261_121

it(`H1 H2 one kill -9 of the server and one of PostgreSQL lose, double and halve nothing (seed ${seed})`, async () => {
  const [report] = await torture({ shoppers: 6, seed, serverKills: 1, databaseKills: 1 })
  if (!report) throw new Error('no stage was played')
  expect(faultsOf(report.findings)).toEqual([])
  expect(report.findings.acknowledged).toBeGreaterThan(0)
})
