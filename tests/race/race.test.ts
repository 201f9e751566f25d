import { expect, it } from 'vitest'
import { raceOnce, violationsOf } from './race-once.ts'
import { allScenarios } from './run.ts'

/** Where two at once would cost money, stock or a place; the first is played with a kill. */
const ids = ['D2', 'D8', 'COUPONRULE-07', 'REFUND-03', 'STOCK-24', 'STOCK-25', 'JOIN-09', 'CRED-01']
const closing = ['CLOSING-04', 'SETTLE-07']

it('orders, payments, coupons, credit, refunds, stock and groups hold against 30 requests at once on two nodes, one of them killed (D1, D2, D8, I2, COUPONRULE-07, REFUND-03, STOCK-24, STOCK-25, VAR-03, JOIN-09, CLOSING-04, SETTLE-07, CRED-01)', async () => {
  const scenarios = [...ids, ...closing].map((id) => {
    const scenario = allScenarios.find((known) => known.ids.split(/[ ,]+/).includes(id))
    if (!scenario) throw new Error(`no scenario plays ${id}`)
    return scenario
  })
  const report = await raceOnce(scenarios, { killEvery: scenarios.length })
  expect(violationsOf(report)).toEqual([])
  expect(report.rounds).toBe(scenarios.length)
})
