import { readsOf, type ScreenAddress } from '#contract/screens.ts'
import { documentData } from './api/document-data.ts'
import { prefetch } from './api/prefetch.ts'
import { brand } from './api/shop-config.ts'
import { setControlsInert } from './early-controls.ts'
import { hrefOf, spelling } from './navigation/spelling.ts'
import type { Page } from './page.ts'
import { backOffice, dashboard, listBackOfficePages, storefrontPages } from './pages.ts'
import { isBackOfficePath, paths } from './paths.ts'

/** The frame of the shop, and home's hero, as they stand in the document for the first paint. */
const templateId = 'first-paint'
const heroSelector = '[data-first-hero]'

/** Paints the storefront's frame and starts what the first page needs, before the app has loaded. */
export function startFirstScreen(address: string): void {
  const [typed = '', query = ''] = address.split('?')
  const path = typed === '' ? paths.home() : typed
  if (isBackOfficePath(path)) {
    preloadBackOffice(path)
    return
  }
  paint(path)
  const { page, params } = findPage(storefrontPages, path)
  preload(page)
  if (!documentData())
    startReads(page, { params, query: new URLSearchParams(query), home: brand.home })
}

/** The page asks again for what fails, and says so. */
function startReads(page: Page, address: ScreenAddress): void {
  const reads = page.prefetch?.(address) ?? readsOf(page.path)?.(prefetch, address)
  reads?.catch(() => undefined)
}

function preloadBackOffice(path: string): void {
  preload(backOffice)
  const isIndex = path === dashboard.path
  const pages = isIndex ? Promise.resolve([dashboard]) : listBackOfficePages()
  pages.then((known) => preload(findPage(known, path).page)).catch(() => undefined)
}

/** The router calls `load` again, and handles its failure. */
function preload({ load }: Page): void {
  load().catch(() => undefined)
}

function paint(path: string): void {
  const root = document.getElementById('root')
  // The document of a path has its content.
  if (root?.hasChildNodes()) {
    setControlsInert(root, true)
    return
  }
  const template = document.getElementById(templateId)
  if (!(template instanceof HTMLTemplateElement)) return
  // Before the import of the node, which starts the fetch of its images.
  if (path !== paths.home()) template.content.querySelector(heroSelector)?.remove()
  const frame = document.importNode(template.content, true)
  if (spelling() === 'path') {
    for (const link of frame.querySelectorAll('a')) link.href = hrefOf(link.hash.slice(1))
  }
  setControlsInert(frame, true)
  root?.append(frame)
}

/** The router's matching, for plain segments, `:names` and a last `*`; it comes with the app. */
function findPage(pages: Page[], path: string): { page: Page; params: Record<string, string> } {
  for (const page of pages) {
    const params = matchPath(page.path, path)
    if (params) return { page, params }
  }
  throw new Error('the last page has the path *')
}

function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  if (pattern === '*') return {}
  const names = pattern.replace('/*', '').split('/')
  const parts = path.split('/')
  if (names.length < parts.length && pattern.endsWith('/*')) parts.length = names.length
  if (names.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, name] of names.entries()) {
    const part = parts[index] ?? ''
    if (name.startsWith(':') && part !== '') params[name.slice(1)] = part
    else if (name !== part) return undefined
  }
  return params
}
