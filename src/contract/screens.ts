import { articleApi } from './articles.ts'
import { campaignTabs } from './campaign-tabs.ts'
import { type Campaign, campaignApi, groupApi } from './campaigns.ts'
import { catalogApi } from './catalog.ts'
import type { Endpoint, EndpointInput, EndpointReply, EndpointSchema } from './endpoint.ts'
import { infoPageApi } from './info-pages.ts'
import { listChoice, listQuery } from './list-choice.ts'
import { type AddressQuery, parsePageNumber } from './paging.ts'
import { defaultShownBrand, type HomeBlockKind, type ShownBrand } from './settings.ts'

/**
 * The paths of the screens, as patterns, and what stands at each without script: a document of its
 * own, the same frame for everybody, or the back office, which has none.
 */
export const screens = {
  '/': 'home',
  '/main/prods': 'products',
  '/main/prods/detail/:id': 'product',
  '/main/articles': 'articles',
  '/main/articles/:id': 'article',
  '/main/page/:slug': 'infoPage',
  '/main/search': 'frame',
  '/main/cancelRestock': 'frame',
  '/main/newsletter': 'frame',
  '/main/newsletter/cancel': 'frame',
  '/main/track': 'frame',
  '/main/privacy': 'frame',
  '/main/terms': 'frame',
  '/main/cart': 'frame',
  '/main/cart/info': 'frame',
  '/main/cart/pay/:orderId': 'frame',
  '/main/order': 'frame',
  '/main/order/:id': 'frame',
  '/main/order/:id/change': 'frame',
  '/main/order/:id/return': 'frame',
  '/main/orderLookup': 'frame',
  '/main/memberLogin': 'frame',
  '/main/member': 'frame',
  '/main/member/credit': 'frame',
  '/main/groups': 'campaigns',
  '/main/groups/detail/:id': 'campaign',
  '/g/:code': 'group',
  '/main/member/groups': 'frame',
  '/main/member/selling/:id': 'frame',
  '/main/member/groups/:code': 'frame',
  '/main/member/groups/:code/account': 'frame',
  '/main/member/groups/:code/line-orders': 'frame',
  '/main/handOut': 'frame',
  '/main/staffInvitation': 'frame',
  '/main/firstAdmin': 'frame',
  '/main/loginBackend': 'frame',
  '/main/forgotBackend': 'frame',
  '/main/resetBackend': 'frame',
  '/backend': 'backOffice',
} as const

export interface ScreenAddress {
  params: { id?: string; code?: string; slug?: string }
  query: AddressQuery
  /** The blocks of home. */
  home?: Pick<ShownBrand['home'], 'blocks' | 'category'>
}

/** Gives the reply to a public read; rejects without one. */
export type Ask = <S extends EndpointSchema>(
  endpoint: Endpoint<S>,
  input: EndpointInput<S>,
) => Promise<EndpointReply<S>>

/**
 * The public reads of each screen's first view: the web prefetches them, the server draws the
 * document from them. The query of the first one is that of the address.
 */
export const screenReads = {
  home: (ask: Ask, { home = defaultShownBrand.home }: ScreenAddress) => {
    const { blocks, category } = home
    const has = (kind: HomeBlockKind) => blocks.includes(kind)
    return Promise.all([
      has('new') && ask(catalogApi.list, { query: {} }),
      has('campaigns') && ask(campaignApi.list, { query: { state: 'open', page: '1' } }),
      has('picks') && ask(catalogApi.picks, {}),
      has('bestselling') && ask(catalogApi.list, { query: { sort: 'bestselling' } }),
      has('category') && category && ask(catalogApi.list, { query: { category } }),
    ])
  },
  products: (ask: Ask, { query }: ScreenAddress) =>
    Promise.all([
      ask(catalogApi.list, { query: listQuery(listChoice(query)) }),
      ask(catalogApi.categories, {}),
    ]),
  product: (ask: Ask, { params: { id = '' } }: ScreenAddress) =>
    Promise.all([ask(catalogApi.detail, { params: { id } }), ask(infoPageApi.onProducts, {})]),
  articles: (ask: Ask, { query }: ScreenAddress) =>
    ask(articleApi.list, { query: { page: String(parsePageNumber(query)) } }),
  article: (ask: Ask, { params: { id = '' } }: ScreenAddress) =>
    ask(articleApi.detail, { params: { id } }),
  infoPage: (ask: Ask, { params: { slug = '' }, query }: ScreenAddress) =>
    ask(infoPageApi.detail, { params: { slug }, query: previewQuery(query) }),
  campaigns: (ask: Ask, { query }: ScreenAddress) => {
    const { state, page } = campaignChoice(query)
    return ask(campaignApi.list, { query: { state, page: String(page) } })
  },
  /** The campaign of a pool shows its one group. */
  campaign: async (ask: Ask, { params: { id = '' } }: ScreenAddress) => {
    const { campaign } = await ask(campaignApi.detail, { params: { id } })
    const { code } = campaign
    const [shown] = await Promise.all([
      code === undefined ? undefined : ask(groupApi.detail, { params: { code } }),
      readOnlyProduct(ask, campaign),
    ])
    return { campaign, group: shown?.group }
  },
  group: async (ask: Ask, { params: { code = '' } }: ScreenAddress) => {
    const { group } = await ask(groupApi.detail, { params: { code } })
    const { campaign } = await ask(campaignApi.detail, { params: { id: group.campaign.id } })
    await readOnlyProduct(ask, campaign)
    return { campaign, group }
  },
}

/** A campaign of one product shows what the page of that one tells, where it still has a page. */
async function readOnlyProduct(ask: Ask, { products }: Campaign): Promise<void> {
  const [only, ...others] = products
  if (!only || others.length > 0) return
  await ask(catalogApi.detail, { params: { id: only.product_id } }).catch(() => undefined)
}

export type ReadScreen = keyof typeof screenReads
export type ScreenReplies<K extends ReadScreen> = Awaited<ReturnType<(typeof screenReads)[K]>>

type Read = (ask: Ask, address: ScreenAddress) => Promise<unknown>
const kinds: Record<string, string> = screens
const reads: Record<string, Read> = screenReads

/** The reads of the screen with this pattern, where it has any. */
export function readsOf(pattern: string): Read | undefined {
  return reads[kinds[pattern] ?? '']
}

/** The word of the link to a draft, where the address has one. */
export function previewQuery(query: AddressQuery): { preview?: string } {
  const preview = query.get('preview')
  return preview ? { preview } : {}
}

/** The chosen tab and page of the list of campaigns. */
export function campaignChoice(query: AddressQuery) {
  const state = campaignTabs.find((tab) => tab === query.get('state')) ?? 'open'
  return { state, page: parsePageNumber(query) }
}

/** Data of a document: the replies that its screen would ask for, by endpoint and input. */
export interface DocumentData {
  /** The path with its language and query. */
  address: string
  /** Of the random order of a list, where it shows one. */
  seed?: number
  /** The time of the database when it was drawn, in epoch seconds, where the screen shows time. */
  serverNow?: number
  /** As the query cache of the web keeps them. */
  replies: { key: readonly unknown[]; reply: unknown }[]
}

/** The text of a document without a screen, and where it leads on to. */
export interface DocumentNotice {
  message: string
  action: { label: string; path: string }
}
