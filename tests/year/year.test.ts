import { expect, it } from 'vitest'
import { playYear } from './run.ts'

/** On a machine that has nothing else to do it takes a twentieth of it. */
const timeoutMs = 600_000

it(
  'books, gateway, logistics, invoices and ledger agree at the ends of two months, across the end of an invoice period and the 13th after it (INV-E-05, CRED-05, seed 20270101)',
  async () => {
    const options = { from: '2027-02-20', months: 2, ordersADay: 1, log: () => {} }
    const report = await playYear({ seed: 20_270_101, ...options })
    expect(report.faults).toEqual([])
    expect(report.months).toHaveLength(2)
    expect(report.orders).toBeGreaterThan(15)
  },
  timeoutMs,
)
