import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { campaignCard } from '#contract/campaign-head.ts'
import { campaignApi } from '#contract/campaigns.ts'
import { type CardContent, cardHash, cardPath, shopCard } from '#contract/card.ts'
import { catalogApi } from '#contract/catalog.ts'
import type { Site } from '#contract/page-head.ts'
import { productCard } from '#contract/product-head.ts'
import { screenReads } from '#contract/screens.ts'
import type { Config } from '../../config.ts'
import { baseUrl } from '../../http/base-url.ts'
import type { PageLook } from '../../http/pages.ts'
import { ShopError } from '../../http/shop-error.ts'
import { assertStorable } from '../../input/json-body.ts'
import { networksOf } from '../../limits/network.ts'
import { createSemaphore } from '../../limits/semaphore.ts'
import type { Log } from '../../log.ts'
import type { PictureStore } from '../../uploads/store.ts'
import type { OpenReads } from '../in-process-reads.ts'
import { type CardDrawer, createCardDrawer } from './card-drawer.ts'

interface CardDeps {
  config: Config
  openReads: OpenReads
  pictures: Pick<PictureStore, 'open'>
  look: () => PageLook
  log: Log
}

/** Gives what is on the card of a subject now. */
type ReadContent = (id: string, request: CardRequest) => Promise<CardContent>

/** `v` is the id of a variant, for the card of a product. */
type CardRequest = FastifyRequest<{ Querystring: { v?: string } }>

const drawnAtOnce = 2
const maxCardBytes = 16 * 1024 * 1024
/** `{id}-{hash}.jpg`, where an id may have a hyphen itself. */
const fileName = /^(.{1,200})-([0-9a-f]{16})\.jpg$/

/**
 * Cards are kept in memory alone, by the hash of what is on them: those who ask keep them for a
 * year, and one that fell out of memory is drawn again in 0.2 s.
 */
export function cardRoutes(app: FastifyInstance, deps: CardDeps): void {
  const { config, openReads, look } = deps
  const drawer = createCardDrawer(deps.log, drawnAtOnce)
  app.addHook('onClose', () => drawer.close())
  const read = createDrawnCards(deps.pictures, drawer)
  const siteOf = (request: FastifyRequest): Site => {
    const { shop, brand } = look()
    return { own: baseUrl(request, config), shop: shop.name, brand }
  }
  const contents: Record<string, ReadContent> = {
    product: async (id, request) => {
      const { ask } = openReads(request)
      const { product } = await ask(catalogApi.detail, { params: { id } })
      return productCard(product, siteOf(request), request.query.v ?? null)
    },
    campaign: async (id, request) => {
      const { ask } = openReads(request)
      const { campaign } = await ask(campaignApi.detail, { params: { id } })
      return campaignCard({ campaign }, siteOf(request))
    },
    group: async (code, request) => {
      const { ask } = openReads(request)
      const shown = await screenReads.group(ask, { params: { code }, query: new URLSearchParams() })
      return campaignCard(shown, siteOf(request))
    },
  }
  const options = { schema: { hide: true }, compress: false } as const

  app.get('/cards/shop.jpg', options, async (request, reply) =>
    send(reply, await read(shopCard(siteOf(request)), request.ip), 'public, max-age=3600'),
  )
  for (const [kind, readContent] of Object.entries(contents)) {
    app.get(`/cards/${kind}/:file`, options, async (request: CardRequest, reply) => {
      const { file } = request.params as { file: string }
      const [, id, hash] = fileName.exec(file) ?? []
      if (!id || !hash) throw new ShopError('UNKNOWN_PATH')
      assertStorable(id)
      const content = await readContent(id, request)
      if (hash !== cardHash(content)) {
        const { search } = new URL(request.url, 'http://card')
        const now = cardPath(`${kind}/${encodeURIComponent(id)}`, content) + search
        return reply.header('Cache-Control', 'no-cache').redirect(now, 302)
      }
      return send(reply, await read(content, request.ip), 'public, max-age=31536000, immutable')
    })
  }
}

function send(reply: FastifyReply, card: Buffer, cacheControl: string): FastifyReply {
  reply.headers({
    'Content-Type': 'image/jpeg',
    'Cache-Control': cacheControl,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  return reply.send(card)
}

function createDrawnCards(pictures: Pick<PictureStore, 'open'>, drawer: CardDrawer) {
  const drawn = new LRUCache<string, Buffer>({
    maxSize: maxCardBytes,
    sizeCalculation: ({ length }) => length,
  })
  const drawing = new Map<string, Promise<Buffer>>()
  const withDrawingSlot = createSemaphore({
    name: 'card',
    concurrency: drawnAtOnce,
    maxWaiting: 50,
    refusal: () => new ShopError('UNAVAILABLE', { retryAfter: 5 }),
  })

  async function draw(hash: string, content: CardContent, ip: string): Promise<Buffer> {
    try {
      return await withDrawingSlot(async () => {
        const file = content.picture ?? content.logo
        const stored = file === undefined ? undefined : await pictures.open(file)
        const card = await drawer.draw(content, stored && (await buffer(stored.stream)))
        drawn.set(hash, card)
        return card
      }, networksOf(ip).widest)
    } finally {
      drawing.delete(hash)
    }
  }

  return async (content: CardContent, ip: string): Promise<Buffer> => {
    const hash = cardHash(content)
    const known = drawn.get(hash)
    if (known) return known
    const running = drawing.get(hash) ?? draw(hash, content, ip)
    drawing.set(hash, running)
    return running
  }
}
