import { expect, type Page } from '@playwright/test'

/** Doubles the size of the text alone, and expects that nothing in `main` is cut or leaves the window. */
export async function expectLargeTextFits(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const cut = await page.evaluate(() => {
    const width = document.documentElement.clientWidth
    return [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => {
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        )
        const { left, right, width: own } = element.getBoundingClientRect()
        return hasText && own > 1 && (right > width + 1 || left < -1)
      })
      .map(({ textContent }) => textContent)
  })
  expect(cut).toEqual([])
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
}
