import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { languageTags } from '#contract/language.ts'
import { embeddedJson, escapeHtml } from '#contract/markup.ts'
import type { ShopConfig } from '#contract/members.ts'
import {
  defaultSettings,
  type ShopTerms,
  type ShownBrand,
  type ShownShop,
} from '#contract/settings.ts'
import { isEnglish, type Language, language } from '#contract/translate.ts'
import { logoIconUrl } from '#contract/uploads.ts'
import type { Config } from '../config.ts'

const yearSeconds = 365 * 24 * 3600
const noscript = /<noscript>[\s\S]*?<\/noscript>/

/** Parts of a document beside the page of the whole shop. */
export interface DocumentParts {
  status: number
  /** Seconds after which the document may be there. */
  retryAfter?: number | undefined
  /** The elements that tell of the page, title and description too, escaped. */
  head: string
  /** Without it the page draws its frame by itself. */
  screen?: DrawnScreen | undefined
  /** Of a random order: another request is answered in another one. */
  seed?: number | undefined
}

/** A screen as markup, and what it was drawn from as JSON that can stand in a script element. */
export interface DrawnScreen {
  markup: string
  data: string
}

/** The one page with the configuration of this shop, and documents made of it. */
export interface ShopPage {
  /** The screen stands for those without script: fragments, too, open the address of home. */
  home(parts: DocumentParts): string
  document(parts: DocumentParts): string
}

/** Facts of the page that environment and settings decide together. */
export type PageFacts = Required<Pick<ShopConfig, 'payments' | 'canMail'>> &
  Pick<ShopConfig, 'lineLogin' | 'lineMessages' | 'liffId'>

/** The settings that every document carries: the same object until something of it changes. */
export interface PageLook {
  shop: ShownShop
  brand: ShownBrand
  facts: PageFacts
  terms: ShopTerms
}

/**
 * Undefined without a build (development): then there is no page. `drawFrame` gives the first paint
 * of the storefront.
 */
export async function openShopPage<Look extends PageLook>(
  config: Config,
  look: () => Look,
  drawFrame: (look: Look) => string,
): Promise<ShopPage | undefined> {
  const indexFile = join(config.webDir, 'index.html')
  if (!existsSync(indexFile)) return undefined
  const html = await readFile(indexFile, 'utf8')
  const filled = new Map<Language, { shown: Look; before: string; after: string }>()

  /** In the language of now; filled anew when the settings have changed. */
  function page() {
    const current = look()
    const known = filled.get(language())
    if (known?.shown === current) return known
    const parts = splitPage(html, config, current, drawFrame(current))
    const made = { shown: current, ...parts }
    filled.set(language(), made)
    return made
  }

  return {
    home({ head, screen }) {
      const { before, after } = page()
      const content = screen && `<noscript>${screen.markup}</noscript>`
      return before + head + (content ? after.replace(noscript, () => content) : after)
    },
    document({ head, screen }) {
      const { before, after } = page()
      return before + head + (screen ? dataScript(screen) + withScreen(after, screen) : after)
    },
  }
}

/** The page with its screen in it, which then neither draws a frame nor asks for script. */
function withScreen(after: string, { markup }: DrawnScreen): string {
  return after
    .replace(noscript, '')
    .replace(/<template id="first-paint">[\s\S]*<\/template>/, '')
    .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
}

/** In the head, where nothing of the content can stand before it, around it, or for it. */
function dataScript({ data }: DrawnScreen): string {
  return `<script id="document-data" type="application/json">${data}</script>`
}

/** Serves the files of the built web, whose names carry the hash of their content. */
export async function serveFiles(
  app: FastifyInstance,
  config: Pick<Config, 'webDir'>,
): Promise<void> {
  if (!existsSync(config.webDir)) return
  await app.register(fastifyStatic, {
    root: config.webDir,
    index: false,
    // The page is sent filled, by its routes; what the build notes for itself is nobody's.
    allowedPath: (path) => path !== '/index.html' && !path.startsWith('/.'),
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

/** The page, split at the end of its head, where the elements of a document are inserted. */
function splitPage(
  html: string,
  config: Config,
  look: PageLook,
  frame: string,
): { before: string; after: string } {
  const { shop, brand } = look
  const named = html
    .replace(/<title>[^<]*<\/title>|<meta name="description"[^>]*>/g, '')
    .replace(/<html lang="[^"]*"/, `<html lang="${languageTags[language()]}"`)
    .replace(noscript, (text) => (isEnglish() ? englishNoscript : text))
    .replaceAll(defaultSettings.shop.name, () => escapeHtml(shop.name))
    .replace(framePlace, (place) => place.replace('><', () => `>${frame}<`))
    .replace(/(<meta name="theme-color" content=")[^"]*/, `$1${brand.paper}`)
  const worn = brand.logo ? named.replace(iconLinks, logoLinks(brand.logo)) : named
  const filled = worn.replace(
    /(<script id="shop-config"[^>]*>)[^<]*(<\/script>)/,
    (_, open: string, close: string) => `${open}${embeddedJson(shopConfig(config, look))}${close}`,
  )
  const headEnd = filled.indexOf('</head>')
  // After the theme's own sheet, and before the first paint: no other brand is ever seen.
  const sheet = brand.sheet
    ? `<link rel="stylesheet" href="${brand.sheet}" id="brand-sheet" />`
    : ''
  return { before: filled.slice(0, headEnd) + sheet, after: filled.slice(headEnd) }
}

const englishNoscript = `<noscript><p class="mx-auto max-w-page p-6">The <a class="underline" href="/en/main/prods">products</a> and <a class="underline" href="/en/main/groups">group buys</a> of ${defaultSettings.shop.name} can be viewed without JavaScript; to buy, turn it on in your browser and load this page again.</p></noscript>`

const framePlace = '<template id="first-paint"></template>'
const iconLinks = /<link rel="icon"[\s\S]*<link rel="apple-touch-icon"[^>]*>/

function logoLinks(logo: string): string {
  const icon = (rel: string, size: 32 | 180 | 192) =>
    `<link rel="${rel}" href="${logoIconUrl(logo, size)}" sizes="${size}x${size}" />`
  return [icon('icon', 32), icon('icon', 192), icon('apple-touch-icon', 180)].join('')
}

function shopConfig(config: Config, { shop, brand, facts, terms }: PageLook): ShopConfig {
  const { shopPath, identity, publicUrl } = config
  const shared = {
    shopPath,
    ...facts,
    shop,
    brand,
    terms,
    ...(publicUrl !== null && { publicUrl }),
  }
  if (identity.provider === 'own') return { ...shared, identity }
  const { provider, apiKey, authDomain, projectId } = identity
  return { ...shared, identity: { provider, apiKey, authDomain, projectId } }
}
