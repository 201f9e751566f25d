import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Every rule that axe knows, on what the screen shows now; what still fades in is brought to its end. Without
 * legacy mode a second page merges the frames, which no screen has.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // Chromium leaves some short animations running for good, so their end is not awaited but set.
  await page.waitForFunction(() => {
    const running = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      )
    for (const animation of running) animation.finish()
    return running.length === 0
  })
  // A colour that begins to change during the reading would be judged half way.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, *::before, *::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
  })
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join('\n  ')}`)
  expect(found).toEqual([])
}
