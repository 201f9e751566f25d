import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { PageLook } from '../http/pages.ts'
import { ShopError } from '../http/shop-error.ts'

/**
 * In place of the worker while the shop is not offered on phones: browsers that have it ask for it
 * with their next page, run this, and have none any more.
 */
const leavingWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
}
`

/** The worker of the shop's pages, as the build made it. */
export function workerRoutes(
  app: FastifyInstance,
  { config, look }: { config: Pick<Config, 'webDir'>; look: () => PageLook },
): void {
  app.get('/worker.js', { schema: { hide: true } }, async (_, reply) => {
    reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'no-cache')
    const { shop, brand } = look()
    if (shop.on_phones !== true) return leavingWorker
    const text = await readFile(join(config.webDir, 'worker.js'), 'utf8').catch(() => undefined)
    if (text === undefined) throw new ShopError('UNKNOWN_PATH')
    // Another look makes it another worker, which then keeps the page for offline anew.
    const worn = JSON.stringify([shop.name, brand.sheet, brand.logo])
    return `${text}\n// ${createHash('sha256').update(worn).digest('hex').slice(0, 16)}\n`
  })
}
