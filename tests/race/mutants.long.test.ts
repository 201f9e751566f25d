import { expect, it } from 'vitest'
import { raceOnce, violationsOf } from './race-once.ts'
import type { Report } from './report.ts'
import { couponLimitScenarios } from './scenarios/coupon-limits.ts'
import { orderScenarios } from './scenarios/orders.ts'

/** A mutant is found out by its first violation. */
const untilViolation = (_: number, { violations }: Report) => violations.length === 0

it('a shop that counts the uses of a coupon without its lock is found out (COUPONRULE-07)', async () => {
  const options = { mutant: 'coupon lock', onRound: untilViolation }
  const report = await raceOnce(couponLimitScenarios, options)
  expect(violationsOf(report).join('\n')).toMatch(/orders have a coupon of/)
})

it('a shop whose carts are not locked is found out (D1)', async () => {
  // Within one node the writes of a cart wait for each other in memory.
  const scenarios = orderScenarios.filter(({ name }) => name.endsWith('without a key'))
  const options = { to: 5, mutant: 'cart lock', onRound: untilViolation }
  const report = await raceOnce(scenarios, options)
  expect(violationsOf(report).join('\n')).toMatch(/orders were made|succeeded, not one/)
})
