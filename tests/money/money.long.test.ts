import { expect, it } from 'vitest'
import { noFaults, playMoney } from './run.ts'

const timeoutMs = 3_600_000

it(
  'the books agree after many kills (GATEWAY-04, GATEWAY-14, REFUND-12, REFUND-13, JOBS-10, seed 20261123)',
  async () => {
    const faults = { node: 15, worker: 10, database: 5, gateway: 15, outage: 10 }
    const report = await playMoney({ orders: 400, seed: 20_261_123, autoCapture: false, faults })
    expect(report.faults).toEqual([])
  },
  timeoutMs,
)

it(
  'a shop that keeps money which nobody waits for is found out (GATEWAY-30, seed 3)',
  async () => {
    const mutant = 'money that nobody waits for'
    const options = { faults: noFaults, orders: 24, seed: 3, autoCapture: false }
    const report = await playMoney({ ...options, mutant })
    expect(report.faults.join('\n')).toMatch(/belongs to no order/)
  },
  timeoutMs,
)
