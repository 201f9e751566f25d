import { catalogScreens } from '../../scripts/lib/screens/catalog-screens.mjs'
import type { Screen } from '../../scripts/lib/screens/stage.mjs'
import { expectNoAxeViolations } from './support/axe.ts'
import { test } from './support/test.ts'

// The journeys of the cart, the checkout, the orders and the members look at their states themselves.
const groups = ['home', 'menu', 'list', 'detail', 'tracked']

for (const group of groups) {
  const entries = Object.entries<Screen>(catalogScreens).filter(
    ([name]) => name.split('-')[0] === group,
  )
  test(`axe finds nothing in any state of: ${group}`, { tag: '@phone' }, async ({
    browser,
    contextOptions,
    viewport,
  }) => {
    test.setTimeout(120_000)
    for (const [name, screen] of entries) {
      if (screen.maxWidth && (viewport?.width ?? 0) > screen.maxWidth) continue
      await test.step(name, async () => {
        const context = await browser.newContext({ ...contextOptions, reducedMotion: 'reduce' })
        const page = await context.newPage()
        await screen.open(page)
        await expectNoAxeViolations(page)
        await context.close()
      })
    }
  })
}
