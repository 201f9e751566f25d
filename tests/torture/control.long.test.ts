import { expect, it } from 'vitest'
import { torture } from './run.ts'

it('H2 a PostgreSQL that answers before it has written is seen to lose orders', async () => {
  const [report] = await torture({ shoppers: 6, seed: 20_261_121, controlRun: 2 })
  expect(report?.findings.lost).not.toEqual([])
})
