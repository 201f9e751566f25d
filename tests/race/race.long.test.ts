import { expect, it } from 'vitest'
import { raceOnce, violationsOf } from './race-once.ts'
import { allScenarios } from './run.ts'
import { gatewayCallbackScenarios, gatewayEnv } from './scenarios/gateway-callbacks.ts'

it('no invariant of any scenario breaks under 30 and more requests at once on two nodes (A1, A10, B5, B6, C4, C5, C9, D1, D2, D3, D4, D5, D7, D8, D13, G4, SAFE-02, SAFE-03, SAFE-08, COUPONRULE-07, ORDERLIFE-31, REFUND-03, REFUND-13, STOCK-06, STOCK-07, STOCK-21, STOCK-24, STOCK-25, VAR-03, JOIN-09, JOIN-11, JOIN-12, JOIN-13, JOIN-15, JOIN-21, CLOSING-04, SETTLE-07, STAFF-09, STAFF-13, STAFF-14, TOTP-04, TOTP-07, SETTING-05, CRED-01, CRED-03)', async () => {
  const report = await raceOnce(allScenarios)
  expect(violationsOf(report)).toEqual([])
  expect(Object.keys(report.scenarios).toSorted()).toEqual(
    allScenarios.map(({ name }) => name).toSorted(),
  )
})

it('nor when one of the two is killed on the way (I2, D1, D2, D7, D8, JOIN-09, CLOSING-05)', async () => {
  const ids = ['D2', 'D7', 'D8', 'JOIN-09', 'CLOSING-05']
  const scenarios = ids.flatMap((id) =>
    allScenarios.filter((known) => known.ids.split(/[ ,]+/).includes(id)).slice(0, 1),
  )
  const report = await raceOnce(scenarios, { killEvery: 1 })
  expect(violationsOf(report)).toEqual([])
  expect(report.rounds).toBe(ids.length)
})

it('callbacks in any company pay an order once, and what is too much goes back (GATEWAY-18, GATEWAY-30, REFUND-13)', async () => {
  const report = await raceOnce(gatewayCallbackScenarios, { env: gatewayEnv })
  expect(violationsOf(report)).toEqual([])
  expect(report.rounds).toBe(gatewayCallbackScenarios.length)
})
