/** The part of a service worker's global scope that the worker uses; the web is typed for pages. */
export interface WorkerScope {
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled?: boolean }): Promise<PageClient[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}

export interface PageClient {
  url: string
  focus(): Promise<unknown>
  postMessage(message: unknown): void
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void
}

export interface FetchEvent extends Extendable {
  request: Request
  /** The answer to what the browser has asked while the worker started. */
  preloadResponse: Promise<Response | undefined>
  respondWith(reply: Promise<Response>): void
}

interface WorkerEvents {
  install: Extendable
  activate: Extendable
  fetch: FetchEvent
  message: Extendable & { data: unknown; source: PageClient | null }
  push: Extendable & { data: { json(): unknown } | null }
  notificationclick: Extendable & { notification: Notification }
}
