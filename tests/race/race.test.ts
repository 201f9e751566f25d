import { expect, it } from 'vitest'
import type { Report } from './report.ts'
import { allScenarios, race } from './run.ts'
import { campaignScenarios } from './scenarios/campaigns.ts'
import { couponLimitScenarios } from './scenarios/coupon-limits.ts'
import { gatewayCallbackScenarios, gatewayEnv } from './scenarios/gateway-callbacks.ts'
import { joinScenarios } from './scenarios/joins.ts'
import { orderLifeScenarios } from './scenarios/order-life.ts'
import { orderScenarios } from './scenarios/orders.ts'
import { paymentScenarios } from './scenarios/payments.ts'
import { staffScenarios } from './scenarios/staff.ts'
import { stockScenarios } from './scenarios/stock.ts'

/** Seconds, on a machine that has nothing else to do. */
const timeoutMs = 400_000

const violationsOf = ({ violations }: Report) =>
  violations.map(({ scenario, sentence }) => `${scenario}: ${sentence}`)

it(
  'A1 A10 B5 B6 C4 C5 C9 D1 D2 D4 D5 D7 D8 D13 G4 SAFE-02 SAFE-03 SAFE-08 30 at once break no invariant of any scenario (seed 20261121)',
  async () => {
    const rounds = { from: 0, to: allScenarios.length, isSequential: true }
    const report = await race({ ...rounds, seed: 20_261_121, nodes: 1, killEvery: 0 })
    expect(violationsOf(report)).toEqual([])
    expect(Object.keys(report.scenarios).toSorted()).toEqual(
      allScenarios.map(({ name }) => name).toSorted(),
    )
  },
  timeoutMs,
)

it(
  'I2 D1 D2 D7 D8 nor do they on two nodes of which one is killed on the way (seed 20261122)',
  async () => {
    const scenarios = [...orderScenarios, ...paymentScenarios]
    const rounds = { from: 1, to: scenarios.length + 1, isSequential: true, scenarios }
    const report = await race({ ...rounds, seed: 20_261_122, nodes: 2, killEvery: 5 })
    expect(violationsOf(report)).toEqual([])
    expect(report.rounds).toBe(scenarios.length)
  },
  timeoutMs,
)

it(
  'the states, the stock and the money of an order agree after 30 changes at once on two nodes (ORDERLIFE-31, REFUND-03, REFUND-13, seed 20261122)',
  async () => {
    const report = await race({
      from: 0,
      to: 3 * orderLifeScenarios.length,
      seed: 20_261_122,
      nodes: 2,
      killEvery: 0,
      isSequential: true,
      scenarios: orderLifeScenarios,
    })
    expect(violationsOf(report)).toEqual([])
    expect(report.rounds).toBe(3 * orderLifeScenarios.length)
  },
  timeoutMs,
)

it(
  'callbacks in any company pay an order once, and what is too much goes back (GATEWAY-18, GATEWAY-30, REFUND-13, seed 20261122)',
  async () => {
    const scenarios = gatewayCallbackScenarios
    const rounds = { from: 0, to: 3 * scenarios.length, isSequential: true, env: gatewayEnv }
    const report = await race({ ...rounds, seed: 20_261_122, nodes: 2, killEvery: 0, scenarios })
    expect(violationsOf(report)).toEqual([])
    expect(report.rounds).toBe(3 * scenarios.length)
  },
  timeoutMs,
)

const limitedCoupons = {
  from: 0,
  to: couponLimitScenarios.length,
  isSequential: true,
  scenarios: couponLimitScenarios,
  nodes: 2,
  killEvery: 0,
} as const

it(
  'of 200 checkouts on two nodes exactly as many have a coupon as it may be used (COUPONRULE-07, D3, seed 20261122)',
  async () => {
    const report = await race({ ...limitedCoupons, seed: 20_261_122 })
    expect(violationsOf(report)).toEqual([])
    expect(report.rounds).toBe(couponLimitScenarios.length)
  },
  timeoutMs,
)

it(
  'a shop that counts the uses of a coupon without its lock is found out (COUPONRULE-07, seed 20261122)',
  async () => {
    const report = await race({ ...limitedCoupons, seed: 20_261_122, mutant: 'coupon lock' })
    expect(violationsOf(report).join('\n')).toMatch(/orders have a coupon of/)
  },
  timeoutMs,
)

it(
  'two nodes sell one piece to one of 500, and five products to 30 without a deadlock (STOCK-06, STOCK-07, STOCK-21, STOCK-24, STOCK-25, seed 20261123)',
  async () => {
    const rounds = { from: 0, to: stockScenarios.length, isSequential: true }
    const scenarios = stockScenarios
    const report = await race({ ...rounds, seed: 20_261_123, nodes: 2, killEvery: 0, scenarios })
    expect(violationsOf(report)).toEqual([])
    expect(report.rounds).toBe(stockScenarios.length)
  },
  timeoutMs,
)

it(
  'of 500 who join for the last unit one has it, a limit, one place each and a coupon hold on two nodes (JOIN-09, JOIN-11, JOIN-12, JOIN-13, JOIN-15, seed 20261122)',
  async () => {
    const rounds = { from: 0, to: joinScenarios.length, isSequential: true }
    const scenarios = joinScenarios
    const report = await race({ ...rounds, seed: 20_261_122, nodes: 2, killEvery: 0, scenarios })
    expect(violationsOf(report)).toEqual([])
    expect(report.rounds).toBe(joinScenarios.length)
  },
  timeoutMs,
)

it(
  'never more than one has the last unit when a node is killed meanwhile (JOIN-09, I2, seed 20261123)',
  async () => {
    const scenarios = joinScenarios.filter(({ ids }) => ids.includes('JOIN-09'))
    const rounds = { from: 1, to: 3, isSequential: true, scenarios }
    const report = await race({ ...rounds, seed: 20_261_123, nodes: 2, killEvery: 1 })
    expect(violationsOf(report)).toEqual([])
  },
  timeoutMs,
)

it(
  'D1 a shop whose carts are not locked is found out (seed 20261121)',
  async () => {
    const report = await race({
      from: 1,
      to: 5,
      seed: 20_261_121,
      // Within one node the writes of a cart wait for each other in memory.
      nodes: 2,
      killEvery: 0,
      mutant: 'cart lock',
      scenarios: orderScenarios.filter(({ name }) => name.endsWith('without a key')),
    })
    expect(violationsOf(report).join('\n')).toMatch(/orders were made|succeeded, not one/)
  },
  timeoutMs,
)

it(
  'owners, invitations, codes and settings hold on two nodes (STAFF-09, STAFF-13, STAFF-14, TOTP-04, TOTP-07, SETTING-05, seed 20261122)',
  async () => {
    const report = await race({
      from: 0,
      to: 2 * staffScenarios.length,
      seed: 20_261_122,
      nodes: 2,
      killEvery: 0,
      isSequential: true,
      scenarios: staffScenarios,
    })
    expect(violationsOf(report)).toEqual([])
    expect(report.rounds).toBe(2 * staffScenarios.length)
  },
  timeoutMs,
)

it(
  'a group comes out once, whoever leaves, pays or closes it at the same time on two nodes (CLOSING-04, JOIN-21, SETTLE-07, seed 20261122)',
  async () => {
    const report = await race({
      from: 1,
      to: campaignScenarios.length + 1,
      seed: 20_261_122,
      nodes: 2,
      killEvery: 0,
      isSequential: true,
      scenarios: campaignScenarios,
    })
    expect(violationsOf(report)).toEqual([])
    expect(report.rounds).toBe(campaignScenarios.length)
  },
  timeoutMs,
)

it(
  'it also does when a node is killed on the way (CLOSING-05, seed 20261123)',
  async () => {
    const scenarios = campaignScenarios.filter(({ ids }) => ids.includes('CLOSING-05'))
    const rounds = { from: 1, to: 3, isSequential: true, scenarios }
    const report = await race({ ...rounds, seed: 20_261_123, nodes: 2, killEvery: 1 })
    expect(violationsOf(report)).toEqual([])
    expect(report.rounds).toBe(2)
  },
  timeoutMs,
)
