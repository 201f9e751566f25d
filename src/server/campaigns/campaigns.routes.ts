import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/campaigns.schema.ts'
import { campaignApi, groupApi } from '#contract/campaigns.ts'
import { paginate, storefrontPageSize } from '#contract/paging.ts'
import { cacheKey } from '../cache/response-cache.ts'
import { TimedResponse } from '../cache/timed-response.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { OpenReply } from '../http/open-reply.ts'
import { RawReply } from '../http/raw-reply.ts'
import { ShopError } from '../http/shop-error.ts'
import { requestedPage } from '../input/requested-page.ts'
import type { CampaignCache } from './campaign-cache.ts'
import {
  findGroup,
  findPublicCampaign,
  isGroup,
  listCampaigns,
  readShopNow,
} from './campaigns.queries.ts'
import type { GroupGuesses } from './group-guesses.ts'
import { toCampaign, toGroup, toSummary } from './group-wire.ts'
import type { LiveGroups } from './live-groups.ts'

interface CampaignDeps {
  config: Config
  db: NodePgDatabase
  campaignCache: CampaignCache
  groupGuesses: GroupGuesses
  liveGroups: LiveGroups
}

const eventStream = 'text/event-stream; charset=utf-8'

export function campaignRoutes(mount: Mount, deps: CampaignDeps): void {
  const { config, db, campaignCache, groupGuesses, liveGroups } = deps

  mount(campaignApi.list, schema.list, async ({ query }, { request }) => {
    const page = requestedPage(query.page)
    return campaignCache.read(cacheKey(request, config), async () => {
      const asked = {
        tab: query.state ?? 'open',
        productId: query.product_id,
        limit: storefrontPageSize,
        offset: (page - 1) * storefrontPageSize,
      }
      const [now, { rows, total }] = await Promise.all([readShopNow(db), listCampaigns(db, asked)])
      const own = baseUrl(request, config)
      const reply = {
        campaigns: rows.map((row) => toSummary(row, row.group, own)),
        pagination: paginate({ page, pageSize: storefrontPageSize, total }),
        messages: [],
      }
      return new TimedResponse(reply, { now })
    })
  })

  mount(campaignApi.detail, schema.detail, async ({ params: { id } }, { request }) =>
    campaignCache.read(cacheKey(request, config), async () => {
      const [now, found] = await Promise.all([readShopNow(db), findPublicCampaign(db, id)])
      if (!found) throw new ShopError('CAMPAIGN_NOT_FOUND')
      const campaign = toCampaign(found, found.group, baseUrl(request, config))
      return new TimedResponse({ campaign }, { now })
    }),
  )

  mount(groupApi.detail, schema.group, async ({ params: { code } }, { request }) =>
    campaignCache.read(cacheKey(request, config), async () => {
      const found = await findGroup(db, code)
      if (!found) throw await groupGuesses.refuse(request)
      const group = toGroup(found, baseUrl(request, config))
      return new TimedResponse({ group }, { now: found.now, group: code })
    }),
  )

  mount(groupApi.events, schema.groupEvents, async ({ params: { code } }, { request }) => {
    const { ip } = request
    liveGroups.assertRoom(ip)
    const own = baseUrl(request, config)
    const read = async () => {
      const found = await findGroup(db, code)
      return found && { group: toGroup(found, own), now: found.now }
    }
    if (!(await isGroup(db, code))) throw await groupGuesses.refuse(request)
    if (request.method === 'HEAD') return new RawReply({ type: eventStream, body: '' })
    const lastEventId = Number(request.headers['last-event-id']) || 0
    return new OpenReply({
      type: eventStream,
      start: (response) => liveGroups.open(response, { code, own, ip, lastEventId }, read),
    })
  })
}
