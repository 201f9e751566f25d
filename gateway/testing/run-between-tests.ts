import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type RunningGateway, startGateway } from '../start-gateway.ts'
import { TestShop } from './test-shop.ts'

/** A Friday. Tests set the clock, since the closing at 20:15 is decided by it. */
export const noon = new Date('2026-11-20T12:00:00+08:00')

/** One shop for a file, and a gateway for each test, which begins at noon with all switches off. */
export function runBetweenTests<Test extends { running: RunningGateway; shop: TestShop }>(
  test: Test,
  onStart?: (test: Test) => void,
): Test {
  beforeAll(async () => {
    test.shop = await TestShop.open()
  })
  beforeEach(async () => {
    await test.running?.close()
    test.running = await startGateway({ now: noon })
    test.shop.answer = {}
    test.shop.received = []
    onStart?.(test)
  })
  afterAll(async () => {
    await test.running.close()
    await test.shop.close()
  })
  return test
}
