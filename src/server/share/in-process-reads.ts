import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import { articleApi } from '#contract/articles.ts'
import { campaignApi, groupApi } from '#contract/campaigns.ts'
import { catalogApi } from '#contract/catalog.ts'
import {
  type Endpoint,
  type EndpointInput,
  type EndpointReply,
  type EndpointSchema,
  readKey,
} from '#contract/endpoint.ts'
import { infoPageApi } from '#contract/info-pages.ts'
import type { Ask } from '#contract/screens.ts'
import { language } from '#contract/translate.ts'
import { readArticle, readArticles } from '../articles/article-reads.ts'
import type { PrecompressedResponse } from '../cache/precompressed-response.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { TimedResponse } from '../cache/timed-response.ts'
import type { CampaignCache } from '../campaigns/campaign-cache.ts'
import type { GroupGuesses } from '../campaigns/storefront/group-guesses.ts'
import {
  readCampaign,
  readCampaignList,
  readGroup,
} from '../campaigns/storefront/storefront-reads.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import {
  readCategories,
  readListChoice,
  readPicks,
  readProduct,
  readProductList,
} from '../catalog/storefront-reads.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import { readInfoPage, readPagesOnProducts } from '../info-pages/info-page-reads.ts'
import { requestedPage } from '../input/requested-page.ts'

export interface ReadDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
  campaignCache: CampaignCache
  groupGuesses: GroupGuesses
}

/** A reply with the key under which the web keeps it. */
export interface ReadReply {
  key: readonly [string, unknown]
  response: PrecompressedResponse
}

interface Asking {
  request: FastifyRequest
  /** The address that the caller knows the shop by. */
  own: string
}

/** The public reads of one request. */
export interface RequestReads {
  ask: Ask
  /** The questions so far that were answered, in their order. */
  replies(): Promise<ReadReply[]>
}

/** `seed` is of what is shown in a random order, or chosen at random. */
export type OpenReads = (request: FastifyRequest, seed?: number) => RequestReads

/** Answers the public reads of screens and cards from the caches, without a request of their own. */
export function createInProcessReads(deps: ReadDeps): OpenReads {
  const { config, db, catalog, campaignCache, groupGuesses } = deps
  type Answer = (input: unknown, asking: Asking) => Promise<object>
  const answers = new Map<
    unknown,
    { cache: Pick<ResponseCache, 'read'>; answer: Answer; isRandom: boolean }
  >()

  function answer<S extends EndpointSchema>(
    endpoint: Endpoint<S>,
    cache: Pick<ResponseCache, 'read'>,
    read: (
      input: EndpointInput<S>,
      asking: Asking,
    ) => Promise<
      | Omit<EndpointReply<S>, 'success'>
      | TimedResponse<Omit<EndpointReply<S>, 'success' | 'server_now'>>
    >,
  ): void {
    const isRandom = (endpoint as Endpoint) === catalogApi.picks
    answers.set(endpoint, { cache, answer: read as Answer, isRandom })
  }

  answer(catalogApi.list, catalog, ({ query }, { own }) =>
    readProductList(db, readListChoice(query), own),
  )
  answer(catalogApi.categories, catalog, (_, { own }) => readCategories(db, own))
  answer(catalogApi.picks, catalog, (_, { own }) => readPicks(db, own))
  answer(catalogApi.detail, catalog, ({ params }, { own }) => readProduct(db, params.id, own))
  answer(articleApi.list, catalog, ({ query }, { own }) =>
    readArticles(db, requestedPage(query.page), { isPublicOnly: true, own }),
  )
  answer(articleApi.detail, catalog, ({ params }, { own }) =>
    readArticle(db, params.id, { isPublicOnly: true, own }),
  )
  answer(infoPageApi.detail, catalog, ({ params, query }, { own }) =>
    readInfoPage(db, { slug: params.slug, preview: query.preview, own }),
  )
  answer(infoPageApi.onProducts, catalog, (_, { own }) => readPagesOnProducts(db, own))
  answer(campaignApi.list, campaignCache, ({ query }, { own }) =>
    readCampaignList(db, { tab: query.state ?? 'open', page: requestedPage(query.page) }, own),
  )
  answer(campaignApi.detail, campaignCache, ({ params }, { own }) =>
    readCampaign(db, params.id, own),
  )
  answer(groupApi.detail, campaignCache, ({ params }, { own, request }) =>
    readGroup(db, params.code, { own, refuse: () => groupGuesses.refuse(request) }),
  )

  return (request, seed) => {
    const own = baseUrl(request, config)
    const asked: { key: ReadReply['key']; response: Promise<PrecompressedResponse> }[] = []
    return {
      ask: async <S extends EndpointSchema>(endpoint: Endpoint<S>, input: EndpointInput<S>) => {
        const known = answers.get(endpoint)
        if (!known) throw new Error(`no answer to ${endpoint.path}`)
        const key = readKey(endpoint, input)
        const cached = `document ${own} ${language()} ${JSON.stringify(key)} ${known.isRandom ? seed : ''}`
        const response = known.cache.read(cached, () => known.answer(input, { request, own }))
        asked.push({ key, response })
        // The caches hold what the answer of this endpoint gave.
        return parseReply(await response) as EndpointReply<S>
      },
      replies: async () => {
        const settled = await Promise.allSettled(
          asked.map(async ({ key, response }) => ({ key, response: await response })),
        )
        return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      },
    }
  }
}

export function parseReply(response: PrecompressedResponse): object {
  const reply: object = JSON.parse(response.text)
  if (!(response instanceof TimedResponse)) return reply
  return { success: true, ...reply, server_now: response.serverNow }
}
