import type { Page } from '@playwright/test'

/** The controls that a finger would miss: lower or narrower than 44 px. */
export function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main [role=tab], main select')]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect()
        return width > 1 && (width < 43.5 || height < 43.5)
      })
      .map(
        (control) =>
          `${control.ariaLabel ?? control.textContent}: ${control.offsetWidth} × ${control.offsetHeight}`,
      ),
  )
}
