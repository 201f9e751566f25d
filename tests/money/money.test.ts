import { expect, it } from 'vitest'
import { noFaults, playMoney } from './run.ts'

it('the books of all gateways, ours and the ledger of credit agree after a kill of a node and of PostgreSQL, and faults of LINE Pay, and no key is anywhere (GATEWAY-04, GATEWAY-14, REFUND-12, JOBS-10, SHIP-12, INV-E-03, CRED-05, LINE-06, seed 20261122)', async () => {
  const report = await playMoney({
    orders: 8,
    seed: 20_261_122,
    faults: { ...noFaults, node: 1, database: 1, wallet: 1 },
    autoCapture: false,
  })
  expect(report.faults).toEqual([])
  expect(report.trades).toBeGreaterThan(4)
  expect(report.parcels).toBeGreaterThan(0)
  expect(report.invoices).toBeGreaterThan(2)
})
