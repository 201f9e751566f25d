import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/campaigns.schema.ts'
import { campaignApi, groupApi } from '#contract/campaigns.ts'
import { language } from '#contract/translate.ts'
import { cacheKey } from '../../cache/response-cache.ts'
import type { Config } from '../../config.ts'
import { baseUrl } from '../../http/base-url.ts'
import { runIn } from '../../http/language.ts'
import type { Mount } from '../../http/mount.ts'
import { OpenReply } from '../../http/open-reply.ts'
import { RawReply } from '../../http/raw-reply.ts'
import { requestedPage } from '../../input/requested-page.ts'
import type { CampaignCache } from '../campaign-cache.ts'
import { findGroup, isGroup } from '../campaigns.queries.ts'
import { toGroup } from '../group-wire.ts'
import type { GroupGuesses } from './group-guesses.ts'
import type { LiveGroups } from './live-groups.ts'
import { readCampaign, readCampaignList, readGroup } from './storefront-reads.ts'

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
    const choice = {
      tab: query.state ?? 'open',
      productId: query.product_id,
      page: requestedPage(query.page),
    } as const
    return campaignCache.read(cacheKey(request, config), () =>
      readCampaignList(db, choice, baseUrl(request, config)),
    )
  })

  mount(campaignApi.detail, schema.detail, async ({ params: { id } }, { request }) =>
    campaignCache.read(cacheKey(request, config), () =>
      readCampaign(db, id, baseUrl(request, config)),
    ),
  )

  mount(groupApi.detail, schema.group, async ({ params: { code } }, { request }) =>
    campaignCache.read(cacheKey(request, config), () =>
      readGroup(db, code, {
        own: baseUrl(request, config),
        refuse: () => groupGuesses.refuse(request),
      }),
    ),
  )

  mount(groupApi.events, schema.groupEvents, async ({ params: { code } }, { request, reply }) => {
    liveGroups.takeStreamPlace(reply.raw, request.ip)
    const own = baseUrl(request, config)
    const of = language()
    // Also after a change, of which no request tells.
    const read = () =>
      runIn(of, async () => {
        const found = await findGroup(db, code)
        return found && { group: toGroup(found, own), now: found.now }
      })
    if (!(await isGroup(db, code))) throw await groupGuesses.refuse(request)
    if (request.method === 'HEAD') return new RawReply({ type: eventStream, body: '' })
    const lastEventId = Number(request.headers['last-event-id']) || 0
    return new OpenReply({
      type: eventStream,
      start: (response) =>
        liveGroups.open(response, { code, own: `${own}\n${of}`, lastEventId }, read),
    })
  })
}
