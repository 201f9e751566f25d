import { catalogApi } from '#contract/catalog.ts'
import { askAhead } from './api/asked-ahead.ts'
import { endpointUrl } from './api/endpoint-url.ts'
import { listChoice } from './catalog/list-choice.ts'
import { paths } from './paths.ts'

/** What the screen at an address waits for: its code, and what it asks for at once. */
interface Needs {
  page: () => Promise<unknown>
  questions: string[]
}

/** The frame of the shop, and home's hero, as they stand in the document for the first paint. */
const templateId = 'first-paint'
const heroSelector = '[data-first-hero]'

/**
 * Paints what needs no code, and starts everything that the first screen needs, while the code of
 * the shop is still on its way. Tells whether the code of the screen is on its way, too.
 */
export function startFirstScreen(hash: string): boolean {
  const [path = '/', query = ''] = hash.slice(1).split('?')
  paint(path === '' ? paths.home() : path)
  const needs = needsOf(path === '' ? paths.home() : path, query)
  for (const url of needs?.questions ?? []) askAhead(url)
  // Whoever shows the page asks for it again, and tells of its failure.
  needs?.page().catch(() => undefined)
  return needs !== undefined
}

/** The back office has a frame of its own. */
function paint(path: string): void {
  const template = document.getElementById(templateId)
  if (!(template instanceof HTMLTemplateElement) || path.startsWith(paths.admin())) return
  const frame = document.importNode(template.content, true)
  if (path !== paths.home()) frame.querySelector(heroSelector)?.remove()
  // Links work; nobody hears the press of a button yet.
  for (const button of frame.querySelectorAll('button')) button.inert = true
  document.getElementById('root')?.append(frame)
}

function needsOf(path: string, query: string): Needs | undefined {
  const all = endpointUrl(catalogApi.all.path, {})
  switch (path) {
    case paths.home():
      return { page: () => import('./home/home-page.tsx'), questions: [all] }
    case paths.products(): {
      const { category, page } = listChoice(new URLSearchParams(query))
      const list = endpointUrl(catalogApi.list.path, { query: { category, page } })
      return { page: () => import('./catalog/product-list-page.tsx'), questions: [list, all] }
    }
    case paths.tracked():
      return { page: () => import('./catalog/tracked-page.tsx'), questions: [] }
    case paths.cart():
      return { page: () => import('./cart/cart-page.tsx'), questions: [] }
  }
  const id = path.startsWith(paths.product('')) ? path.slice(paths.product('').length) : ''
  if (id === '' || id.includes('/')) return undefined
  const detail = endpointUrl(catalogApi.detail.path, { params: { id } })
  return { page: () => import('./catalog/product-detail-page.tsx'), questions: [detail] }
}
