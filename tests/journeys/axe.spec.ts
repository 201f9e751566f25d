import { catalogScreens } from '../../scripts/lib/screens/catalog-screens.mjs'
import type { Screen } from '../../scripts/lib/screens/stage.mjs'
import { expectNoAxeViolations } from './support/axe.ts'
import { test } from './support/test.ts'

// The journeys of the cart, the checkout, the orders and the members look at their states themselves.
const groups = ['home', 'menu', 'list', 'detail', 'tracked']
const phone = { width: 390, height: 844 }

for (const group of groups) {
  const entries = Object.entries<Screen>(catalogScreens).filter(
    // A picture of the first view shows nothing that the whole screen does not have.
    ([name]) => name.split('-')[0] === group && !name.endsWith('-first-view'),
  )
  test(`axe finds nothing in any state of: ${group}, at the width of a desktop and of a phone`, async ({
    browser,
    contextOptions,
    viewport,
  }) => {
    for (const [name, { open, maxWidth }] of entries) {
      await test.step(name, async () => {
        const context = await browser.newContext({
          ...contextOptions,
          viewport: maxWidth ? phone : viewport,
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        await open(page)
        await expectNoAxeViolations(page)
        if (!maxWidth) {
          await page.setViewportSize(phone)
          await expectNoAxeViolations(page)
        }
        await context.close()
      })
    }
  })
}
