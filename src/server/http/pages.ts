import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ShopConfig } from '#contract/members.ts'
import { defaultSettings, type ShopSettings } from '#contract/settings.ts'
import { type Config, canMail } from '../config.ts'
import { pageCompression } from './compression.ts'
import { contentPolicy } from './security-headers.ts'

const yearSeconds = 365 * 24 * 3600

/**
 * Serves the built web: the one page with the configuration of this shop, and its files, whose
 * names carry the hash of their content. Without a build (development) there is no page.
 */
export async function servePages(
  app: FastifyInstance,
  config: Config,
  shopSettings: () => ShopSettings,
): Promise<void> {
  const indexFile = join(config.webDir, 'index.html')
  if (!existsSync(indexFile)) return
  const policy = contentPolicy(config)
  const html = await readFile(indexFile, 'utf8')
  let shop = shopSettings()
  let page = splitPage(html, config, shop)

  app.get('/', { schema: { hide: true }, compress: pageCompression }, async (_, reply) => {
    const current = shopSettings()
    if (current !== shop) {
      shop = current
      page = splitPage(html, config, shop)
    }
    const nonce = randomBytes(16).toString('base64')
    reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache')
    reply.header('Content-Security-Policy', policy(nonce))
    return page.before + nonceElement(nonce) + page.after
  })
  await app.register(fastifyStatic, {
    root: config.webDir,
    index: false,
    cacheControl: false,
    // The build wrote each text as br and gz too.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(`${config.webDir}/assets/`)
      reply.header(
        'Cache-Control',
        isHashed ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600',
      )
      const others = reply.getHeader('Vary')
      reply.header('Vary', others ? `${others}, Accept-Encoding` : 'Accept-Encoding')
    },
  })
}

function nonceElement(nonce: string): string {
  return `<meta property="csp-nonce" nonce="${nonce}" />`
}

/** The page around its nonce, which is another one for each request. */
function splitPage(
  html: string,
  config: Config,
  shop: ShopSettings,
): { before: string; after: string } {
  // Title, description and the frame of the first paint were built with the default name.
  const named = html.replaceAll(defaultSettings.shop.name, () => escapeHtml(shop.name))
  const filled = named.replace(
    /(<script id="shop-config"[^>]*>)[^<]*(<\/script>)/,
    (_, open: string, close: string) => `${open}${embeddedJson(shopConfig(config, shop))}${close}`,
  )
  const headEnd = filled.indexOf('</head>')
  return { before: filled.slice(0, headEnd), after: filled.slice(headEnd) }
}

function shopConfig(config: Config, shop: ShopSettings): ShopConfig {
  const { shopPath, identity, payments } = config
  const shared = { shopPath, payments, canMail: canMail(config), shop }
  if (identity.provider === 'own') return { ...shared, identity }
  const { provider, apiKey, authDomain, projectId } = identity
  return { ...shared, identity: { provider, apiKey, authDomain, projectId } }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** JSON that cannot end the script element around it. */
function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
