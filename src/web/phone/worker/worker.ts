import { inLanguage, languageOfPath, languageTags } from '#contract/language.ts'
import { isKeptFile, keyOf, pageKind } from './kept-pages.ts'
import type { FetchEvent, PageClient, WorkerScope } from './scope.ts'

/** The address of the entry script, which is another one in each build. */
declare const __BUILD__: string

const scope = globalThis as unknown as WorkerScope
const build = __BUILD__
const assetsName = `assets ${build}`
const pagesName = `pages ${build}`
const offlinePath = '/offline'
const maxPages = 20
const byAddress = { ignoreVary: true }

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('fetch', answer)
scope.addEventListener('message', (event) => event.waitUntil(hear(event.data, event.source)))

async function install(): Promise<void> {
  await keepOfflinePage(offlinePath)
  // Only a shop that is read in English has it.
  await keepOfflinePage(inLanguage('en', offlinePath)).catch(() => undefined)
  // Nothing of an earlier build is answered any more: pages of it hear that they are old.
  await scope.skipWaiting()
}

/** With its style sheets, since it is shown when nothing can be fetched. */
async function keepOfflinePage(path: string): Promise<void> {
  const reply = await fetch(path, { cache: 'no-cache' })
  if (!reply.ok) throw new Error(`the offline page was answered with ${reply.status}`)
  const html = await reply.text()
  const sheets = [...html.matchAll(/<link rel="stylesheet"[^>]*? href="([^"]+)"/g)]
  const cache = await caches.open(assetsName)
  await cache.addAll(sheets.map(([, address = '']) => address))
  await cache.put(path, toKept(reply, html))
}

async function activate(): Promise<void> {
  await scope.registration.navigationPreload?.enable()
  const own = [assetsName, pagesName]
  const names = await caches.keys()
  await Promise.all(names.filter((name) => !own.includes(name)).map((name) => caches.delete(name)))
  await scope.clients.claim()
  for (const page of await scope.clients.matchAll({ type: 'window' })) {
    page.postMessage({ build, isNew: true })
  }
}

function answer(event: FetchEvent): void {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(answerPage(event, url))
  else if (isKeptFile(url.pathname)) event.respondWith(answerAsset(request))
}

/** From the network; a copy is shown only where there is none, and never because that is slow. */
async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const kind = pageKind(url)
  try {
    const reply = (await event.preloadResponse) ?? (await fetch(event.request))
    if (kind === 'copy') event.waitUntil(keepPage(url, reply.clone()).catch(() => undefined))
    return reply
  } catch (error) {
    const pages = await caches.open(pagesName)
    const copy = kind === 'copy' && (await pages.match(keyOf(url), byAddress))
    if (copy) return copy
    const assets = await caches.open(assetsName)
    const ofLanguage = inLanguage(languageOfPath(url.pathname), offlinePath)
    const offline =
      kind &&
      ((await assets.match(ofLanguage, byAddress)) ?? (await assets.match(offlinePath, byAddress)))
    if (offline) return offline
    throw error
  }
}

async function keepPage(url: URL, reply: Response): Promise<void> {
  const cache = await caches.open(pagesName)
  const key = keyOf(url)
  // The shop has taken it down.
  if (reply.status === 404 || reply.status === 410) await cache.delete(key, byAddress)
  const isDocument = reply.headers.get('content-type')?.startsWith('text/html')
  if (reply.status !== 200 || reply.redirected || !isDocument) return
  const html = await reply.text()
  // A node of another release has answered: its files are not among ours.
  if (!html.includes(`"${build}"`)) return
  await cache.delete(key, byAddress)
  await cache.put(key, toKept(reply, html.replace('<html ', '<html data-copy ')))
  const keys = await cache.keys()
  const oldest = keys.slice(0, Math.max(0, keys.length - maxPages))
  await Promise.all(oldest.map((one) => cache.delete(one, byAddress)))
}

/** A copy of a text, with the policy of its content. */
function toKept(reply: Response, text: string): Response {
  const headers = new Headers(reply.headers)
  for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) headers.delete(name)
  return new Response(text, { headers })
}

async function answerAsset(request: Request): Promise<Response> {
  const cache = await caches.open(assetsName)
  const kept = await cache.match(request, byAddress)
  if (kept) return kept
  const reply = await fetch(request)
  // A disk that is full keeps nobody from the shop.
  if (reply.status === 200) await cache.put(request, reply.clone()).catch(() => undefined)
  return reply
}

interface OfPage {
  build: string
  keep: { assets: string[]; page: string }
}

/** A page asks which build this is, and has its own files kept, which may be older than the worker. */
async function hear(message: unknown, page: PageClient | null): Promise<void> {
  page?.postMessage({ build })
  const { build: theirs, keep } = message as OfPage
  if (theirs !== build) return
  const assets = await caches.open(assetsName)
  const files = keep.assets.filter(isKeptFile)
  await Promise.all(files.map((path) => keepFile(assets, path).catch(() => undefined)))
  const url = new URL(keep.page, location.origin)
  if (pageKind(url) !== 'copy') return
  const pages = await caches.open(pagesName)
  if (await pages.match(keyOf(url), byAddress)) return
  await keepPage(url, await fetch(keyOf(url)))
}

async function keepFile(assets: Cache, path: string): Promise<void> {
  if (!(await assets.match(path, byAddress))) await assets.add(path)
}

interface Shown {
  title: string
  body: string
  path: string
  tag: string
}

scope.addEventListener('push', (event) => {
  const message = event.data?.json() as Shown | undefined
  if (!message) return
  const { title, body, path, tag } = message
  const icon = '/apple-touch-icon.png'
  const shown = { body, tag, icon, lang: languageTags[languageOfPath(path)], data: { path } }
  event.waitUntil(scope.registration.showNotification(title, shown))
})

scope.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const { path } = notification.data as Pick<Shown, 'path'>
  event.waitUntil(openPage(new URL(path, location.origin).href))
})

async function openPage(address: string): Promise<void> {
  const open = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = open.find(({ url }) => url === address)
  // Another page may have something typed in it.
  await (page ? page.focus() : scope.clients.openWindow(address))
}
