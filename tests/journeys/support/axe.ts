import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Every rule that axe knows, on what the screen shows now; what still fades in is let finish. Without
 * legacy mode a second page merges the frames, which no screen has.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // Chromium leaves `finished` of some short animations pending for good, so their state is asked.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || !Number.isFinite(effect?.getComputedTiming().endTime),
      ),
  )
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join('\n  ')}`)
  expect(found).toEqual([])
}
