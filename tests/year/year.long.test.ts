import { expect, it } from 'vitest'
import { playYear } from './run.ts'
import type { YearWorld } from './world.ts'

const silent = () => {}

it('everything that knows of the money agrees at the end of each month of a year (INV-E-04, INV-E-05, CRED-04, CRED-05, seed 1)', async () => {
  const report = await playYear({ seed: 1, months: 12, ordersADay: 3, log: silent })
  expect(report.faults).toEqual([])
  expect(report.months).toHaveLength(12)
})

it('a seed plays the same again, across the end of an invoice period (seed 3)', async () => {
  const options = { seed: 3, from: '2027-02-22', months: 1, ordersADay: 2, log: silent }
  const { acts, faults } = await playYear(options)
  expect(faults).toEqual([])
  expect((await playYear(options)).acts).toBe(acts)
})

it('an allowance that the shop only says to have made is found out (INV-E-05, seed 2)', async () => {
  const options = { seed: 2, months: 1, ordersADay: 1, log: silent }
  const report = await playYear({ ...options, mischief: sayAllowed })
  expect(report.faults.join('\n')).toMatch(/there, \d+ here/)
})

/** Writes an allowance of one dollar that nobody has sent. */
async function sayAllowed({ shop }: YearWorld): Promise<void> {
  await shop.query(`
    insert into invoice_allowances (id, invoice_id, amount, lines, state, number, allowed_at)
    select '-mischief', id, 1, '[]', 'allowed', '1234567890123456', now() from invoices
    where state = 'issued' and not exists (select from invoice_allowances where id = '-mischief')
    order by id limit 1`)
}
