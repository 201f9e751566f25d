import { expect, it } from 'vitest'
import type { Report } from './report.ts'
import { allScenarios, type RaceOptions, race } from './run.ts'
import type { Scenario } from './scenario.ts'
import { campaignScenarios } from './scenarios/campaigns.ts'
import { couponLimitScenarios } from './scenarios/coupon-limits.ts'
import { gatewayCallbackScenarios, gatewayEnv } from './scenarios/gateway-callbacks.ts'
import { joinScenarios } from './scenarios/joins.ts'
import { orderScenarios } from './scenarios/orders.ts'
import { paymentScenarios } from './scenarios/payments.ts'

/** On a machine that has much else to do. */
const timeoutMs = 400_000

/** A round of each scenario on two nodes, in turn; starting the nodes is most of a short race. */
async function raceOnce(
  scenarios: readonly Scenario[],
  options: Partial<RaceOptions> = {},
): Promise<Report> {
  const rounds = { from: 0, to: scenarios.length, isSequential: true }
  return race({ ...rounds, seed: 20_261_122, nodes: 2, killEvery: 0, scenarios, ...options })
}

const violationsOf = ({ violations }: Report) =>
  violations.map(({ scenario, sentence }) => `${scenario}: ${sentence}`)

it(
  'no invariant of any scenario breaks under 30 and more requests at once on two nodes (A1, A10, B5, B6, C4, C5, C9, D1, D2, D3, D4, D5, D7, D8, D13, G4, SAFE-02, SAFE-03, SAFE-08, COUPONRULE-07, ORDERLIFE-31, REFUND-03, REFUND-13, STOCK-06, STOCK-07, STOCK-21, STOCK-24, STOCK-25, JOIN-09, JOIN-11, JOIN-12, JOIN-13, JOIN-15, JOIN-21, CLOSING-04, SETTLE-07, STAFF-09, STAFF-13, STAFF-14, TOTP-04, TOTP-07, SETTING-05)',
  async () => {
    const report = await raceOnce(allScenarios)
    expect(violationsOf(report)).toEqual([])
    expect(Object.keys(report.scenarios).toSorted()).toEqual(
      allScenarios.map(({ name }) => name).toSorted(),
    )
  },
  timeoutMs,
)

it(
  'nor when one of the two is killed on the way (I2, D1, D2, D7, D8, JOIN-09, CLOSING-05)',
  async () => {
    const scenarios = [
      ...orderScenarios,
      ...paymentScenarios,
      ...joinScenarios.filter(({ ids }) => ids.includes('JOIN-09')),
      ...campaignScenarios.filter(({ ids }) => ids.includes('CLOSING-05')),
    ]
    const report = await raceOnce(scenarios, { killEvery: 1 })
    expect(violationsOf(report)).toEqual([])
    expect(report.rounds).toBe(scenarios.length)
  },
  timeoutMs,
)

it(
  'callbacks in any company pay an order once, and what is too much goes back (GATEWAY-18, GATEWAY-30, REFUND-13)',
  async () => {
    const report = await raceOnce(gatewayCallbackScenarios, { env: gatewayEnv })
    expect(violationsOf(report)).toEqual([])
    expect(report.rounds).toBe(gatewayCallbackScenarios.length)
  },
  timeoutMs,
)

/** A mutant is found out by its first violation. */
const untilViolation = (_: number, { violations }: Report) => violations.length === 0

it(
  'a shop that counts the uses of a coupon without its lock is found out (COUPONRULE-07)',
  async () => {
    const options = { mutant: 'coupon lock', onRound: untilViolation }
    const report = await raceOnce(couponLimitScenarios, options)
    expect(violationsOf(report).join('\n')).toMatch(/orders have a coupon of/)
  },
  timeoutMs,
)

it(
  'a shop whose carts are not locked is found out (D1)',
  async () => {
    // Within one node the writes of a cart wait for each other in memory.
    const scenarios = orderScenarios.filter(({ name }) => name.endsWith('without a key'))
    const options = { to: 5, mutant: 'cart lock', onRound: untilViolation }
    const report = await raceOnce(scenarios, options)
    expect(violationsOf(report).join('\n')).toMatch(/orders were made|succeeded, not one/)
  },
  timeoutMs,
)
