import { expect, it } from 'vitest'
import { playYear } from './run.ts'

it('books, gateway, logistics, invoices and ledger agree after the last days of an invoice period (INV-E-05, CRED-05, seed 20270101)', async () => {
  const options = { from: '2027-02-24', months: 1, ordersADay: 3, log: () => {} }
  const report = await playYear({ seed: 20_270_101, ...options })
  expect(report.faults).toEqual([])
  expect(report.orders).toBeGreaterThan(5)
})
