import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import type { Campaign, CampaignSummary, Group } from '#contract/campaigns.ts'
import { shopErrors } from '#contract/errors.ts'
import type { PrecompressedResponse } from '../cache/precompressed-response.ts'
import type { CampaignCache } from '../campaigns/campaign-cache.ts'
import { type CampaignTab, campaignTabs } from '../campaigns/campaigns.queries.ts'
import type { GroupGuesses } from '../campaigns/storefront/group-guesses.ts'
import {
  readCampaign,
  readCampaignList,
  readGroup,
} from '../campaigns/storefront/storefront-reads.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import type { DocumentParts } from '../http/pages.ts'
import { ShopError } from '../http/shop-error.ts'
import { requestedPage } from '../input/requested-page.ts'
import { campaignDescription, campaignJsonLd } from './campaign-head.ts'
import { shownCard, shownShopCard } from './cards/card-address.ts'
import { campaignCard } from './cards/card-content.ts'
import {
  type DocumentHandler,
  type DocumentTools,
  laterDocument,
  plainDocument,
  shopDescription,
  shownDocument,
} from './document-parts.ts'
import { parseReply } from './screen-drawing.ts'

/** Tools to read campaigns and groups. */
export interface CampaignReads {
  config: Config
  db: NodePgDatabase
  campaignCache: CampaignCache
  groupGuesses: GroupGuesses
}

type CampaignDeps = DocumentTools & CampaignReads

const tabNames: Record<CampaignTab, string> = {
  open: '開團中',
  scheduled: '即將開團',
  ended: '已結束',
}
const unknownGroup = {
  message: '找不到這個團',
  action: { label: '看開團中的團購', path: '/main/groups' },
}

export function campaignListDocument(deps: CampaignDeps): DocumentHandler {
  const { config, db, campaignCache, drawing } = deps
  return async (request) => {
    const own = baseUrl(request, config)
    const query = new URL(request.url, own).searchParams
    const tab = campaignTabs.find((known) => known === query.get('state')) ?? 'open'
    const page = lenientPage(query.get('page'))
    const key = `${own}\n${tab}\n${page}`
    const list = await campaignCache.read(`document campaigns\n${key}`, () =>
      readCampaignList(db, { tab, page }, own),
    )
    const { campaigns } = parseReply(list) as { campaigns: CampaignSummary[] }
    const shown = new URLSearchParams({
      ...(tab !== 'open' && { state: tab }),
      ...(page > 1 && { page: String(page) }),
    }).toString()
    const address = shown ? `/main/groups?${shown}` : '/main/groups'
    return shownDocument(deps, {
      name: tabNames[tab],
      description: shopDescription(deps),
      canonical: `${own}${address}`,
      isIndexed: page === 1 || campaigns.length > 0,
      type: 'website',
      card: shownShopCard(own, deps.shop().name),
      screen: drawing.draw(`campaigns\n${key}`, {
        address,
        replies: [
          {
            key: ['GET {shop}/campaigns', { query: { state: tab, page: String(page) } }],
            response: list,
          },
        ],
      }),
    })
  }
}

/** The campaign of a pool shows its one group. */
export function campaignDocument(deps: CampaignDeps): DocumentHandler {
  return async (request) => {
    const { id } = request.params as { id: string }
    return orUnknown(deps, request, async () => {
      const found = await readCampaignOf(deps, request, id)
      const group = found.campaign.code
        ? await readGroupOf(deps, request, found.campaign.code)
        : undefined
      return groupDocumentOf(deps, request, { ...found, group, path: campaignPath(id) })
    })
  }
}

export function groupDocument(deps: CampaignDeps): DocumentHandler {
  return async (request) => {
    const { code } = request.params as { code: string }
    return orUnknown(deps, request, async () => {
      const group = await readGroupOf(deps, request, code)
      const found = await readCampaignOf(deps, request, group.group.campaign.id)
      return groupDocumentOf(deps, request, { ...found, group, path: groupPath(code) })
    })
  }
}

interface FoundCampaign {
  campaign: Campaign
  response: PrecompressedResponse
}
interface FoundGroup {
  group: Group
  response: PrecompressedResponse
}

export async function readCampaignOf(
  { config, db, campaignCache }: CampaignReads,
  request: FastifyRequest,
  id: string,
): Promise<FoundCampaign> {
  const own = baseUrl(request, config)
  const response = await campaignCache.read(`document campaign\n${own}\n${id}`, () =>
    readCampaign(db, id, own),
  )
  return { ...(parseReply(response) as { campaign: Campaign }), response }
}

export async function readGroupOf(
  { config, db, campaignCache, groupGuesses }: CampaignReads,
  request: FastifyRequest,
  code: string,
): Promise<FoundGroup> {
  const own = baseUrl(request, config)
  const refuse = () => groupGuesses.refuse(request)
  const response = await campaignCache.read(`document group\n${own}\n${code}`, () =>
    readGroup(db, code, { own, refuse }),
  )
  return { ...(parseReply(response) as { group: Group }), response }
}

function groupDocumentOf(
  deps: CampaignDeps,
  request: FastifyRequest,
  shown: FoundCampaign & { group: FoundGroup | undefined; path: string },
): DocumentParts {
  const own = baseUrl(request, deps.config)
  const { campaign, response, group, path } = shown
  const { id, title } = campaign
  // A team is for those who have its link; the group of a pool is its campaign.
  const isTeam = group !== undefined && campaign.kind === 'team'
  const canonical = `${own}${isTeam ? path : campaignPath(id)}`
  return shownDocument(deps, {
    name: title,
    description: campaignDescription(campaign, group?.group),
    canonical,
    isIndexed: !isTeam && !campaign.is_archived,
    type: 'product',
    card: shownCard(
      own,
      group
        ? `group/${encodeURIComponent(group.group.code)}`
        : `campaign/${encodeURIComponent(id)}`,
      campaignCard(campaign, group?.group, { shop: deps.shop().name, own }),
    ),
    jsonLd: campaignJsonLd(campaign, { group: group?.group, canonical }),
    screen: deps.drawing.draw(`${own}\n${path}`, {
      address: path,
      replies: [
        { key: ['GET {shop}/campaign/:id', { params: { id } }], response },
        ...(group
          ? [
              {
                key: ['GET {shop}/group/:code', { params: { code: group.group.code } }],
                response: group.response,
              },
            ]
          : []),
      ],
    }),
  })
}

async function orUnknown(
  tools: DocumentTools,
  request: FastifyRequest,
  make: () => Promise<DocumentParts>,
): Promise<DocumentParts> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof ShopError) || error.status >= 500) throw error
    const { code, status, retryAfter } = error
    if (code !== 'TOO_MANY_REQUESTS') return plainDocument(tools, status, unknownGroup)
    const { message } = shopErrors[code]
    return laterDocument(tools, request, { status: 429, message, retryAfter })
  }
}

function lenientPage(value: string | null): number {
  try {
    return requestedPage(value ?? undefined)
  } catch {
    return 1
  }
}

function campaignPath(id: string): string {
  return `/main/groups/detail/${encodeURIComponent(id)}`
}

function groupPath(code: string): string {
  return `/g/${encodeURIComponent(code)}`
}
