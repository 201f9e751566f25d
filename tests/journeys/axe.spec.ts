import { catalogScreens } from '../../scripts/lib/screens/catalog-screens.mjs'
import type { Screen } from '../../scripts/lib/screens/stage.mjs'
import { expectNoAxeViolations } from './support/axe.ts'
import { test } from './support/test.ts'

// The journeys of the cart, the checkout, the orders and the members look at their states themselves.
const groups = ['home', 'menu', 'list', 'detail', 'tracked']
const phone = { width: 390, height: 844 }
// The short run looks at each state on a phone, and at the first of each group on a desktop as well.
const isLong = process.env.TEST_LONG === '1'

for (const group of groups) {
  const entries = Object.entries<Screen>(catalogScreens).filter(
    // A picture of the first view shows nothing that the whole screen does not have.
    ([name]) => name.split('-')[0] === group && !name.endsWith('-first-view'),
  )
  test(`axe finds nothing in any state of: ${group}`, async ({
    browser,
    contextOptions,
    viewport,
  }) => {
    for (const [number, [name, { open, maxWidth }]] of entries.entries()) {
      const isOfBoth = !maxWidth && (isLong || number === 0)
      const widths = isOfBoth && viewport ? [viewport, phone] : [phone]
      await test.step(name, async () => {
        const context = await browser.newContext({
          ...contextOptions,
          viewport: widths[0],
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        await open(page)
        for (const width of widths) {
          await page.setViewportSize(width)
          await expectNoAxeViolations(page)
        }
        await context.close()
      })
    }
  })
}
