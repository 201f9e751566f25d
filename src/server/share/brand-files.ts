import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { logoIconSizes, logoIconUrl } from '#contract/uploads.ts'
import type { Config } from '../config.ts'
import { ShopError } from '../http/shop-error.ts'
import type { Settings } from '../settings/settings.ts'
import { toMaskable } from '../uploads/maskable-icon.ts'
import type { PictureStore } from '../uploads/store.ts'

interface BrandDeps {
  config: Pick<Config, 'webDir'>
  settings: Pick<Settings, 'look' | 'refresh'>
  pictures: Pick<PictureStore, 'open'>
}

const options = { schema: { hide: true } } as const
const unlinked = 'public, max-age=3600'

/** The style sheet of the brand, and the files that browsers and telephones ask for by name. */
export async function brandFileRoutes(
  app: FastifyInstance,
  { config, settings, pictures }: BrandDeps,
): Promise<void> {
  /** One read at a time, however many ask. */
  function refreshSoon(): Promise<void> {
    refreshing ??= settings.refresh().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
  let refreshing: Promise<void> | undefined

  app.get<{ Params: { file: string } }>('/brand/:file', options, async (request, reply) => {
    const isShown = () => settings.look().brand.sheet === `/brand/${request.params.file}`
    // Another node may have heard of a change first.
    if (!isShown()) await refreshSoon()
    const { css } = settings.look()
    reply.type('text/css; charset=utf-8')
    // The sheet of a document from before the last change: better today's than none.
    reply.header(
      'Cache-Control',
      isShown() ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    )
    return css
  })

  async function sendIcon(reply: FastifyReply, size: (typeof logoIconSizes)[number]) {
    const { logo } = settings.look().brand
    const icon = logoIconUrl(logo, size).replace('/uploads/', '')
    const stored = await pictures.open(icon)
    if (!stored) throw new ShopError('UNKNOWN_PATH')
    reply.type('image/png').header('Cache-Control', unlinked).header('Content-Length', stored.size)
    return reply.send(stored.stream)
  }

  /** The theme's own file, until the shop has a logo. */
  for (const [file, size, type] of [
    ['favicon.ico', 32, 'image/x-icon'],
    ['apple-touch-icon.png', 180, 'image/png'],
  ] as const) {
    app.get(`/${file}`, { ...options, compress: false }, async (_, reply) => {
      if (settings.look().brand.logo !== '') return sendIcon(reply, size)
      const bytes = await readFile(join(config.webDir, file)).catch(() => undefined)
      if (!bytes) throw new ShopError('UNKNOWN_PATH')
      return reply.type(type).header('Cache-Control', unlinked).send(bytes)
    })
  }

  app.get('/maskable-icon.png', { ...options, compress: false }, async (_, reply) => {
    const { logo } = settings.look().brand
    const stored = logo && (await pictures.open(logoIconUrl(logo, 512).replace('/uploads/', '')))
    if (!stored) throw new ShopError('UNKNOWN_PATH')
    const bytes = await toMaskable(Buffer.concat(await stored.stream.toArray()))
    return reply.type('image/png').header('Cache-Control', unlinked).send(bytes)
  })

  app.get('/manifest.webmanifest', options, async (_, reply) => {
    const { shop, brand } = settings.look()
    const { logo, paper, description } = brand
    reply.type('application/manifest+json').header('Cache-Control', unlinked)
    const picture = (src: string, size: number, purpose?: string) => ({
      src,
      sizes: `${size}x${size}`,
      type: 'image/png',
      ...(purpose && { purpose }),
    })
    return JSON.stringify({
      id: '/',
      name: shop.name,
      short_name: shop.name.split(' ')[0],
      ...(description && { description }),
      lang: 'zh-Hant-TW',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: paper,
      theme_color: paper,
      icons: logo
        ? [
            ...logoIconSizes.slice(1).map((size) => picture(logoIconUrl(logo, size), size)),
            picture(`/maskable-icon.png?of=${logo.slice(9, 17)}`, 512, 'maskable'),
          ]
        : [
            picture('/icon-192.png', 192, 'any maskable'),
            picture('/icon-512.png', 512, 'any maskable'),
            { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
          ],
    })
  })
}
