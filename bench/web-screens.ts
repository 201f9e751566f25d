import type { BrowserContext, Page } from '@playwright/test'
import { untilTakenOver } from '../tests/journeys/support/documents.ts'
import { openBrowser, timeMainThread } from './web-browser.ts'
import {
  enterAsMember,
  enterBackOffice,
  enterWithOrders,
  fillCart,
  firstProductPath,
  groupDocument,
  productDocument,
} from './web-stage.ts'

interface Screen {
  name: string
  path: string | ((context: BrowserContext) => Promise<string>)
  /** The server draws it, and the application takes it over. */
  isDocument?: boolean
  prepare?: (page: Page, address: string) => Promise<unknown>
}

const inCart = (page: Page) => fillCart(page.context())
const asAdministrator = (page: Page, address: string) => enterBackOffice(page.context(), address)

const screens: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'list', path: '/#/main/prods' },
  { name: 'detail', path: firstProductPath },
  { name: 'list document', path: '/main/prods', isDocument: true },
  { name: 'detail document', path: productDocument, isDocument: true },
  { name: 'group document', path: groupDocument, isDocument: true },
  { name: 'cart', path: '/#/main/cart', prepare: inCart },
  {
    name: 'checkout',
    path: '/#/main/cart/info',
    prepare: async (page) => {
      await inCart(page)
      await enterAsMember(page)
    },
  },
  { name: 'orders', path: '/#/main/order', prepare: enterWithOrders },
  { name: 'member login', path: '/#/main/memberLogin' },
  { name: 'admin login', path: '/#/main/loginBackend' },
  { name: 'admin products', path: '/#/backend/product', prepare: asAdministrator },
  { name: 'admin coupons', path: '/#/backend/coupon', prepare: asAdministrator },
  { name: 'admin orders', path: '/#/backend/order', prepare: asAdministrator },
]

/** Bytes are those on the wire, headers and all. */
export interface ScreenMeasured {
  name: string
  requests: number
  bytes: number
  scriptBytes: number
  pictureBytes: number
  /** Work of the page's main thread until the network rested, in ms of its own time. */
  mainThreadMs: number
  /** Of the whole visit, scrolled to its end. */
  layoutShift: number
}

/** Each screen opened in a browser that knows nothing of the shop yet. */
export async function measureScreens(address: string): Promise<ScreenMeasured[]> {
  const measured: ScreenMeasured[] = []
  for (const screen of screens) {
    const row = await measureScreen(screen, address)
    console.error(`${row.name}: ${row.requests} requests, ${row.bytes} bytes`)
    measured.push(row)
  }
  return measured
}

async function measureScreen(screen: Screen, address: string): Promise<ScreenMeasured> {
  const browser = await openBrowser(address)
  try {
    const page = await browser.context.newPage()
    await screen.prepare?.(page, address)
    const path = typeof screen.path === 'string' ? screen.path : await screen.path(browser.context)
    await page.goto('about:blank')
    const traffic = await countTraffic(page)
    const mainThreadMs = await timeMainThread(page)
    await page.addInitScript(watchLayoutShift)
    await page.goto(path)
    // On a busy machine the network may rest before the code has run.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (screen.isDocument) await untilTakenOver(page)
    await page.locator('[data-first-hero]').waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    const loaded = { ...traffic(), mainThreadMs: await mainThreadMs() }
    await scrollThrough(page)
    await page.waitForLoadState('networkidle')
    const layoutShift = await page.evaluate(() => Number(document.documentElement.dataset.shift))
    return { name: screen.name, ...loaded, layoutShift }
  } finally {
    await browser.close()
  }
}

async function countTraffic(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const kinds = new Map<string, string>()
  const sum = { requests: 0, bytes: 0, scriptBytes: 0, pictureBytes: 0 }
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    // Pictures that the page holds in itself come from nowhere.
    if (encodedDataLength === 0) return
    sum.requests += 1
    sum.bytes += encodedDataLength
    if (kind === 'Script') sum.scriptBytes += encodedDataLength
    if (kind === 'Image') sum.pictureBytes += encodedDataLength
  })
  return () => ({ ...sum })
}

/** Runs in the page. Keeps the sum in the document, where it is read from. */
function watchLayoutShift(): void {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      }
      if (!hadRecentInput) sum += value
    }
    document.documentElement.dataset.shift = String(sum)
  }).observe({ type: 'layout-shift', buffered: true })
  addEventListener('DOMContentLoaded', () => {
    document.documentElement.dataset.shift ??= '0'
  })
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    }
  })
}
