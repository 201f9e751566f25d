import type { FastifyRequest } from 'fastify'
import { type DocumentNotice, windowTitle } from '#contract/screens.ts'
import type { ShopSettings } from '#contract/settings.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import type { DocumentParts, DrawnScreen } from '../http/pages.ts'
import { shownShopCard } from './cards/card-address.ts'
import { documentHead, type HeadParts } from './document-head.ts'
import type { ScreenDrawing } from './screen-drawing.ts'

/** Tools of the documents of every feature. */
export interface DocumentTools {
  config: Config
  shop: () => ShopSettings
  drawing: ScreenDrawing
}

/** Gives the document of a path. */
export type DocumentHandler = (request: FastifyRequest) => Promise<DocumentParts>

const offer = '日常好物一起買，選物、燈飾、茶與咖啡，天天團購價。'

export function shopDescription({ shop }: Pick<DocumentTools, 'shop'>): string {
  return `${shop().name}：${offer}`
}

/** A document of content; `name` is what it shows, without one it is the shop's. */
export function shownDocument(
  { shop }: DocumentTools,
  parts: Omit<HeadParts, 'shopName' | 'title'> & {
    name: string | undefined
    screen: DrawnScreen | undefined
  },
): DocumentParts {
  const { name, screen, ...head } = parts
  const title = windowTitle(shop().name, name)
  return {
    status: 200,
    title,
    description: head.description,
    head: documentHead({ shopName: shop().name, title, ...head }),
    screen,
  }
}

export function homeHead(
  tools: Pick<DocumentTools, 'config' | 'shop'>,
  request: FastifyRequest,
): string {
  const own = baseUrl(request, tools.config)
  const { name } = tools.shop()
  const address = `${own}/`
  return documentHead({
    shopName: name,
    title: windowTitle(name),
    description: shopDescription(tools),
    canonical: address,
    isIndexed: true,
    type: 'website',
    card: shownShopCard(own, name),
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name,
        url: address,
        inLanguage: 'zh-TW',
        description: shopDescription(tools),
      },
    ],
  })
}

/** No content of its own, and nothing for a search engine to keep. `retryAfter` is in seconds. */
export function plainDocument(
  tools: DocumentTools,
  status: number,
  notice?: DocumentNotice,
  retryAfter?: number,
): DocumentParts {
  return {
    ...shownDocument(tools, {
      name: undefined,
      description: shopDescription(tools),
      canonical: undefined,
      isIndexed: false,
      type: 'website',
      screen: notice && tools.drawing.notice(notice),
    }),
    status,
    retryAfter,
  }
}

/** Document to retry later: a word, and the way to try again. */
export function laterDocument(
  tools: DocumentTools,
  request: FastifyRequest,
  later: { status: 429 | 503; message: string; retryAfter: number | undefined },
): DocumentParts {
  const { status, message, retryAfter } = later
  const action = { label: '重試', path: request.url }
  return plainDocument(tools, status, { message, action }, retryAfter)
}
