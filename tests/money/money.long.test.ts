import { expect, it } from 'vitest'
import { noFaults, playMoney } from './run.ts'

it('the books agree after many kills (GATEWAY-04, GATEWAY-14, REFUND-12, REFUND-13, JOBS-10, SHIP-12, LINE-06, seed 20261123)', async () => {
  const faults = {
    ...{ node: 15, worker: 10, database: 5 },
    ...{ gateway: 15, logistics: 10, outage: 10, lost: 5, wallet: 10 },
  }
  const report = await playMoney({ orders: 400, seed: 20_261_123, autoCapture: false, faults })
  expect(report.faults).toEqual([])
})

it('a shop that keeps money which nobody waits for is found out (GATEWAY-30, seed 3)', async () => {
  const mutant = 'money that nobody waits for'
  const options = { faults: noFaults, orders: 24, seed: 3, autoCapture: false }
  const report = await playMoney({ ...options, mutant })
  expect(report.faults.join('\n')).toMatch(/belongs to no order/)
})

it('a shop that books nothing at a pick-up is found out (SHIP-12, seed 6)', async () => {
  const mutant = 'money of the pick-up'
  const options = { faults: noFaults, orders: 40, seed: 6, autoCapture: false }
  const report = await playMoney({ ...options, mutant })
  expect(report.faults.join('\n')).toMatch(/the shop has no attempt for the trade/)
})

it('a shop that asks again under another number is found out (SHIP-12, seed 5)', async () => {
  const mutant = 'one number until it is answered'
  const options = { faults: { ...noFaults, lost: 3 }, orders: 30, seed: 5, autoCapture: false }
  const report = await playMoney({ ...options, mutant })
  expect(report.faults.join('\n')).toMatch(/the shop has no parcel for/)
})
