import { expect, it, onTestFinished } from 'vitest'
import { checks, openDefended } from './defence-checks.ts'

it('F1 F4 F6 F8 G4 every one of these defences stands', async () => {
  const { address, close } = await openDefended()
  onTestFinished(close)
  // The last one uses a budget up that the others need.
  const names = Object.keys(checks).toSorted((name) => (name.includes('limited') ? 1 : -1))
  for (const name of names) expect([name, await checks[name]?.(address)]).toEqual([name, true])
})
