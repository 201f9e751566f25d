import { expect, type Page } from '@playwright/test'

/** Doubles the size of the text alone, and expects that nothing is cut or leaves the window. */
export async function expectLargeTextFits(page: Page): Promise<void> {
  expect(await findSquashedText(page)).toEqual([])
}

/**
 * The texts that leave the window or the box that clips them, or are set one character a line, when
 * the size of the text alone is doubled. Text scrolled sideways can be reached.
 */
export async function findSquashedText(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate((within) => {
    const { documentElement: root } = document
    // A phone lays out a wider page once something leaves its window.
    const windowWidth = root.clientWidth
    root.style.fontSize = '200%'

    /** The edges between which text of the element can be seen or scrolled to. */
    function edgesOf(element: Element | null): { left: number; right: number } {
      if (element === null || element === document.body) return { left: 0, right: windowWidth }
      const { overflowX } = getComputedStyle(element)
      const isCarousel = element.closest('[aria-roledescription=carousel]') !== null
      if (isCarousel || overflowX === 'auto' || overflowX === 'scroll') {
        return { left: -Infinity, right: Infinity }
      }
      const outer = edgesOf(element.parentElement)
      if (overflowX !== 'hidden' && overflowX !== 'clip') return outer
      const { left, right } = element.getBoundingClientRect()
      return { left: Math.max(left, outer.left), right: Math.min(right, outer.right) }
    }

    const squashed = [...document.querySelectorAll<HTMLElement>(`${within} *`)].filter(
      (element) => {
        const isSeen = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        // Text for screen readers alone is clipped to nothing.
        if (!isSeen || getComputedStyle(element).clipPath !== 'none') return false
        const edges = edgesOf(element)
        const size = Number.parseFloat(getComputedStyle(element).fontSize)
        return [...element.childNodes].some((node) => {
          const text = node.nodeType === Node.TEXT_NODE ? (node.textContent?.trim() ?? '') : ''
          if (!text) return false
          const range = document.createRange()
          range.selectNodeContents(node)
          const { left, right, width, height } = range.getBoundingClientRect()
          const isVertical = text.length > 1 && width < size * 1.9 && height > size * 2.4
          return isVertical || right > edges.right + 1 || left < edges.left - 1
        })
      },
    )
    root.style.fontSize = ''
    return squashed.map(({ textContent }) => textContent.slice(0, 60))
  }, within)
}
