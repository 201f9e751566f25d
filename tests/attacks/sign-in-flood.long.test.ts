import { expect, it } from 'vitest'
import { runSignInFlood } from './sign-in-flood.ts'

it('lets members and administrators in during a flood of sign-ins, and slows guesses down (SAFE-04, SAFE-07)', async () => {
  const report = await runSignInFlood({ others: 15, guesses: 60 })
  expect(report).toMatchObject({ othersIn: 15, administratorIn: true, knownNetworkIn: true })
  expect(report.floodRefused).toBeGreaterThan(0)
  // 30 before the account counts as under attack; from then on one in five seconds at the most.
  expect(report.guessesCompared).toBeLessThan(50)
  expect(report.otherNetworkInMs).toBeLessThan(60_000)
})
