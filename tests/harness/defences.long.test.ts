import { expect, it, onTestFinished } from 'vitest'
import { checks, openDefended } from './defence-checks.ts'

it.each(Object.entries(checks))('a shop without "%s" is noticed', async (name, check) => {
  const { address, close } = await openDefended(name)
  onTestFinished(close)
  expect(await check(address)).toBe(false)
})
