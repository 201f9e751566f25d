import { expect, it } from 'vitest'
import { type OrderToPlan, type PlannedInvoice, planInvoices } from './plan-invoices.ts'

const taipei = (text: string) => new Date(`${text}+08:00`)
const issuedAt = taipei('2027-02-10T09:00:00')
const lastSecond = taipei('2027-03-13T23:59:59')
const tooLate = taipei('2027-03-14T00:00:00')

const invoice = (values: Partial<PlannedInvoice> = {}): PlannedInvoice => ({
  ...{ id: 'a', amount: 1_000, allowed: 0, issuedAt },
  ...{ isDonated: false, isVoidRefused: false },
  ...values,
})
const plan = (order: Partial<OrderToPlan>) =>
  planInvoices({ kept: 0, isDue: true, invoices: [], now: lastSecond, ...order }).map((step) =>
    [step.type, ...('invoiceId' in step ? [step.invoiceId] : []), step.amount].join(' '),
  )

it('an invoice is issued once it is due, of what the order keeps', () => {
  expect(plan({ kept: 1_000, isDue: false })).toEqual([])
  expect(plan({ kept: 1_000 })).toEqual(['issue 1000'])
  expect(plan({ kept: 1_000, invoices: [invoice()] })).toEqual([])
  // A change has added to the price, and somebody has paid that.
  expect(plan({ kept: 1_200, invoices: [invoice()] })).toEqual(['issue 200'])
})

it('is void to the 13th 23:59:59, and an allowance one second later; so are those of a part (INV-E-04)', () => {
  const invoices = [invoice()]
  expect(plan({ invoices })).toEqual(['void a 1000'])
  expect(plan({ invoices, now: tooLate })).toEqual(['allow a 1000'])
  expect(plan({ invoices, kept: 1 })).toEqual(['allow a 999'])
  // Money that goes back waits for nothing.
  expect(plan({ invoices, isDue: false })).toEqual(['void a 1000'])
})

it('a donated one, one with an allowance and one that the provider refuses are never void (INV-E-04)', () => {
  expect(plan({ invoices: [invoice({ isDonated: true })] })).toEqual(['allow a 1000'])
  expect(plan({ invoices: [invoice({ allowed: 100 })] })).toEqual(['allow a 900'])
  expect(plan({ invoices: [invoice({ isVoidRefused: true })] })).toEqual(['allow a 1000'])
})

it('of several the newest gives back first', () => {
  const invoices = [invoice(), invoice({ id: 'b', amount: 200 })]
  expect(plan({ invoices, kept: 1_100 })).toEqual(['allow b 100'])
  expect(plan({ invoices, kept: 900 })).toEqual(['void b 200', 'allow a 100'])
  expect(plan({ invoices })).toEqual(['void b 200', 'void a 1000'])
  // Once more it is paid after all was void.
  expect(plan({ kept: 500 })).toEqual(['issue 500'])
})
