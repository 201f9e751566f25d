import { expect, it } from 'vitest'
import { playMoney } from './run.ts'

const timeoutMs = 3_600_000
const noFaults = { nodeKills: 0, databaseKills: 0, outages: 0 }

it(
  'the books agree after many kills (GATEWAY-04, GATEWAY-14, REFUND-12, REFUND-13, JOBS-10, seed 20261123)',
  async () => {
    const faults = { nodeKills: 20, databaseKills: 5, outages: 10 }
    const report = await playMoney({ orders: 400, seed: 20_261_123, autoCapture: false, ...faults })
    expect(report.faults).toEqual([])
  },
  timeoutMs,
)

it(
  'a shop that keeps money which nobody waits for is found out (GATEWAY-30, seed 3)',
  async () => {
    const mutant = 'money that nobody waits for'
    const report = await playMoney({ ...noFaults, orders: 24, seed: 3, autoCapture: false, mutant })
    expect(report.faults.join('\n')).toMatch(/belongs to no order/)
  },
  timeoutMs,
)
