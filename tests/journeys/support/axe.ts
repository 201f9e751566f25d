import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Every rule that axe knows, on what the screen shows now; what still fades in is let finish. Without
 * legacy mode a second page merges the frames, which no screen has.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join('\n  ')}`)
  expect(found).toEqual([])
}
