import { catalogApi } from '#contract/catalog.ts'
import { askAhead } from './api/asked-ahead.ts'
import { galleryPictures } from './catalog/gallery-pictures.ts'
import { listChoice } from './catalog/list-choice.ts'
import { cardPictureSizes, firstPictures, mainPictureSizes } from './catalog/pictures-in-view.ts'
import { shuffled } from './catalog/shuffle.ts'
import { paths } from './paths.ts'
import { preloadPicture } from './ui/preload-picture.ts'

/** What the screen at an address waits for: its code, and what it asks for at once. */
interface Needs {
  page: () => Promise<unknown>
  ask: () => void
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
  needs?.ask()
  // Whoever shows the page asks for it again, and tells of its failure.
  needs?.page().catch(() => undefined)
  return needs !== undefined
}

/** The back office has a frame of its own. */
function paint(path: string): void {
  const template = document.getElementById(templateId)
  if (!(template instanceof HTMLTemplateElement) || path.startsWith(paths.admin())) return
  // Before the frame comes alive: an image that does is fetched, shown or not.
  if (path !== paths.home()) template.content.querySelector(heroSelector)?.remove()
  const frame = document.importNode(template.content, true)
  // Links work; nobody hears the press of a button yet.
  for (const button of frame.querySelectorAll('button')) button.inert = true
  document.getElementById('root')?.append(frame)
}

function needsOf(path: string, query: string): Needs | undefined {
  switch (path) {
    case paths.home():
      return { page: () => import('./home/home-page.tsx'), ask: askForHome }
    case paths.products(): {
      const choice = listChoice(new URLSearchParams(query))
      return {
        page: () => import('./catalog/product-list-page.tsx'),
        ask: () => {
          void askForList(choice)
          void askAhead(catalogApi.categories)
        },
      }
    }
    case paths.tracked():
      return { page: () => import('./catalog/tracked-page.tsx'), ask: () => {} }
    case paths.cart():
      return { page: () => import('./cart/cart-page.tsx'), ask: () => {} }
  }
  const id = path.startsWith(paths.product('')) ? path.slice(paths.product('').length) : ''
  if (id === '' || id.includes('/')) return undefined
  return {
    page: () => import('./catalog/product-detail-page.tsx'),
    ask: () => void askForProduct(id),
  }
}

function askForHome(): void {
  void askAhead(catalogApi.list)
  void askAhead(catalogApi.picks)
}

/** Its pictures are fetched, too, while the code that shows them is still on its way. */
async function askForList({ category, page }: ReturnType<typeof listChoice>): Promise<void> {
  const reply = await askAhead(catalogApi.list, { query: { category, page } })
  if (!reply) return
  const shown = category ? reply.products : shuffled(reply.products)
  for (const src of firstPictures(shown)) preloadPicture(src, cardPictureSizes)
}

async function askForProduct(id: string): Promise<void> {
  const reply = await askAhead(catalogApi.detail, { params: { id } })
  const [main] = reply ? galleryPictures(reply.product) : []
  if (main) preloadPicture(main, mainPictureSizes)
}
