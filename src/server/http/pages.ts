import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ShopConfig } from '#contract/members.ts'
import { type Config, canMail } from '../config.ts'
import { pageCompression } from './compression.ts'
import { embeddedJson, escapeHtml } from './markup.ts'
import { contentPolicy } from './security-headers.ts'

const yearSeconds = 365 * 24 * 3600

/** What a document of a path has beside the page of the whole shop. */
export interface DocumentParts {
  status: number
  title: string
  description: string
  /** Elements of the head, escaped. */
  head: string
  /** Without it the page draws its frame by itself. */
  screen?: DrawnScreen | undefined
}

/** A screen as markup, and what it was drawn from as JSON that can stand in a script element. */
export interface DrawnScreen {
  markup: string
  data: string
}

/** The one page with the configuration of this shop, and documents made of it. */
export interface ShopPage {
  sendHome(reply: FastifyReply): string
  sendDocument(reply: FastifyReply, document: DocumentParts): string
}

/** Undefined without a build (development): then there is no page. */
export async function openShopPage(config: Config): Promise<ShopPage | undefined> {
  const indexFile = join(config.webDir, 'index.html')
  if (!existsSync(indexFile)) return undefined
  const policy = contentPolicy(config)
  const html = fillConfig(await readFile(indexFile, 'utf8'), config)
  const page = splitPage(html)

  function begin(reply: FastifyReply): string {
    const nonce = randomBytes(16).toString('base64')
    reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache')
    reply.header('Content-Security-Policy', policy(nonce))
    return nonceElement(nonce)
  }
  return {
    sendHome(reply) {
      return page.before + begin(reply) + page.after
    },
    sendDocument(reply, { status, title, description, head, screen }) {
      const nonce = begin(reply.code(status))
      const named = page.before
        .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
        .replace(/(<meta name="description" content=")[^"]*/, (_, open: string) => {
          return `${open}${escapeHtml(description)}`
        })
      return named + head + nonce + (screen ? filled(page.after, screen) : page.after)
    },
  }
}

/** The page with its screen in it, which then neither draws a frame nor asks for script. */
function filled(after: string, { markup, data }: DrawnScreen): string {
  return after
    .replace(/<noscript>[\s\S]*?<\/noscript>/, '')
    .replace(/<template id="first-paint">[\s\S]*<\/template>/, '')
    .replace('<div id="root"></div>', () => {
      const drawnFrom = `<script id="document-data" type="application/json">${data}</script>`
      return `<div id="root">${markup}</div>${drawnFrom}`
    })
}

/**
 * Serves the built web: the one page, and its files, whose names carry the hash of their content.
 */
export async function servePages(app: FastifyInstance, config: Config): Promise<void> {
  const page = await openShopPage(config)
  if (!page) return
  app.get('/', { schema: { hide: true }, compress: pageCompression }, async (_, reply) =>
    page.sendHome(reply),
  )
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
function splitPage(html: string): { before: string; after: string } {
  const headEnd = html.indexOf('</head>')
  return { before: html.slice(0, headEnd), after: html.slice(headEnd) }
}

function fillConfig(html: string, config: Config): string {
  return html.replace(
    /(<script id="shop-config"[^>]*>)[^<]*(<\/script>)/,
    (_, open: string, close: string) => `${open}${embeddedJson(shopConfig(config))}${close}`,
  )
}

function shopConfig(config: Config): ShopConfig {
  const { shopPath, identity, payments, publicUrl } = config
  const shared = {
    shopPath,
    payments,
    canMail: canMail(config),
    ...(publicUrl !== null && { publicUrl }),
  }
  if (identity.provider === 'own') return { ...shared, identity }
  const { provider, apiKey, authDomain, projectId } = identity
  return { ...shared, identity: { provider, apiKey, authDomain, projectId } }
}
