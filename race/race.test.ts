import { expect, it } from 'vitest'
import { race } from './run.ts'
import { orderScenarios } from './scenarios/orders.ts'

it('C4 C9 D1 D2 D4 D7 D8 D13 B6 30 at once, on one node, break no invariant (seed 20261121)', async () => {
  const report = await race({ from: 1, to: 19, seed: 20_261_121, nodes: 1, killEvery: 0 })
  expect(report.lines().filter((line) => line.startsWith('VIOLATION'))).toEqual([])
  expect(report.rounds).toBe(18)
})

it('I2 D1 D8 nor do they on two nodes of which one is killed on the way (seed 20261122)', async () => {
  const report = await race({ from: 1, to: 9, seed: 20_261_122, nodes: 2, killEvery: 5 })
  expect(report.lines().filter((line) => line.startsWith('VIOLATION'))).toEqual([])
  expect(report.rounds).toBe(8)
})

it('D1 a shop whose carts are not locked is found out (seed 20261121)', async () => {
  const report = await race({
    from: 1,
    to: 5,
    seed: 20_261_121,
    nodes: 1,
    killEvery: 0,
    without: 'cart lock',
    scenarios: orderScenarios.filter(({ name }) => name.endsWith('without a key')),
  })
  expect(report.violations.map(({ sentence }) => sentence).join('\n')).toMatch(
    /orders were made|succeeded, not one/,
  )
})
