import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import * as schema from '#contract/admin-campaigns.schema.ts'
import { adminCampaignApi } from '#contract/admin-campaigns.ts'
import { campaignMoneys } from '#contract/campaign-states.ts'
import type { AdminCampaign } from '#contract/campaigns.ts'
import { maxChosenIds } from '#contract/catalog.schema.ts'
import type { Config } from '../../config.ts'
import { baseUrl } from '../../http/base-url.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { assertDecodable } from '../../input/assert-decodable.ts'
import { readIds, readSearchText } from '../../input/list-filters.ts'
import { readRequestedPage } from '../../input/requested-page.ts'
import { readShopNow } from '../campaigns.queries.ts'
import { authorisationDays } from '../closing/authorisation-days.ts'
import { readDelay } from '../delays/delays.queries.ts'
import { listAwaiting } from '../supply/awaited-goods.ts'
import { toAdminCampaign, toAdminDelay } from './admin-campaign-wire.ts'
import {
  findCampaignIds,
  listCampaignIds,
  listNamedLeaders,
  readCampaign,
  readCampaigns,
  type WholeCampaign,
} from './admin-campaigns.queries.ts'
import {
  archiveCampaign,
  changeCampaign,
  copyCampaign,
  createCampaign,
  nameLeaders,
} from './campaign-edit.service.ts'
import { captureDays } from './campaign-rules.ts'
import {
  type CampaignStepDeps,
  cancelCampaign,
  closeCampaign,
  extendCampaign,
  publishCampaign,
  readMissing,
  unpublishCampaign,
} from './campaign-steps.service.ts'
import { readWaiting } from './waiting.queries.ts'

export type AdminCampaignDeps = CampaignStepDeps & { db: NodePgDatabase; config: Config }

export function adminCampaignRoutes(mount: Mount, deps: AdminCampaignDeps): void {
  const { db, config } = deps
  const ownAddress = (request: FastifyRequest) => baseUrl(request, config)

  async function saved(id: string, request: FastifyRequest): Promise<AdminCampaign> {
    const found = await readCampaign(db, id)
    if (!found || found.campaign.archivedAt) throw new ShopError('CAMPAIGN_NOT_FOUND')
    return { ...(await toWire(found, request)), ...(await incomplete(found)) }
  }

  async function toWire(whole: WholeCampaign, request: FastifyRequest): Promise<AdminCampaign> {
    const { id, state } = whole.campaign
    const isDecided = state === 'succeeded' || state === 'failed'
    const waiting = isDecided ? await readWaiting(db, id) : undefined
    const delay = state === 'succeeded' ? await readDelay(db, id) : undefined
    return {
      ...toAdminCampaign(whole, ownAddress(request)),
      ...(waiting && { waiting }),
      ...(delay && { delay: toAdminDelay(delay) }),
    }
  }

  async function incomplete(whole: WholeCampaign): Promise<Pick<AdminCampaign, 'incomplete'>> {
    if (whole.campaign.state !== 'draft') return {}
    return { incomplete: await readMissing(deps, whole) }
  }

  mount(adminCampaignApi.list, schema.adminList, async ({ query }, { request }) => {
    const { state, supply } = query
    const among = supply && (await listAwaiting(db))[supply]
    const { ids, pagination } = await readRequestedPage(query, (place) =>
      listCampaignIds(db, { state, among, ...place }),
    )
    const found = await readCampaigns(db, ids)
    return {
      campaigns: await Promise.all(found.map((whole) => toWire(whole, request))),
      pagination,
      messages: [],
    }
  })

  mount(adminCampaignApi.choices, schema.adminChoices, async ({ query }, { request }) => {
    assertDecodable(request)
    const chosen = readIds(query.ids, 'ids', maxChosenIds)
    const { ids, hasMore } =
      chosen.length > 0
        ? { ids: chosen, hasMore: false }
        : await findCampaignIds(db, readSearchText(query.q))
    const found = await readCampaigns(db, ids)
    return {
      campaigns: found.map((whole) => {
        const { id, title, picture, state } = toAdminCampaign(whole, ownAddress(request))
        return { id, title, picture, state }
      }),
      has_more: hasMore,
    }
  })

  mount(adminCampaignApi.options, schema.adminOptions, async () => {
    const days = authorisationDays(deps.paymentProviders)
    return {
      money: campaignMoneys.filter((money) => money === 'pay_after_success' || days !== null),
      ...(days !== null && { capture_days: captureDays(days) }),
    }
  })

  mount(adminCampaignApi.detail, schema.adminDetail, async ({ params }, { request }) => {
    const [campaign, now] = await Promise.all([saved(params.id, request), readShopNow(db)])
    return { campaign, server_now: Math.floor(now / 1_000) }
  })

  mount(adminCampaignApi.create, schema.adminCreate, async ({ data }, { actor, request }) => {
    const input = { input: data, ownAddress: ownAddress(request) }
    const id = await createCampaign(deps, actor, input)
    return { message: '已建立團購', campaign: await saved(id, request) }
  })

  mount(
    adminCampaignApi.update,
    schema.adminUpdate,
    async ({ params: { id }, data }, { actor, request }) => {
      await changeCampaign(deps, actor, { id, input: data, ownAddress: ownAddress(request) })
      return { message: '已更新團購', campaign: await saved(id, request) }
    },
  )

  mount(adminCampaignApi.remove, schema.adminRemove, async ({ params }, { actor }) => {
    await archiveCampaign(deps, actor, params.id)
    return { message: '已刪除團購' }
  })

  mount(adminCampaignApi.copy, schema.adminStep, async ({ params }, { actor, request }) => {
    const id = await copyCampaign(deps, actor, params.id)
    return { message: '已複製團購', campaign: await saved(id, request) }
  })

  mount(adminCampaignApi.publish, schema.adminStep, async ({ params }, { actor, request }) => {
    await publishCampaign(deps, actor, params.id)
    return { message: '已發布', campaign: await saved(params.id, request) }
  })

  mount(adminCampaignApi.unpublish, schema.adminStep, async ({ params }, { actor, request }) => {
    await unpublishCampaign(deps, actor, params.id)
    return { message: '已改回草稿', campaign: await saved(params.id, request) }
  })

  mount(adminCampaignApi.close, schema.adminStep, async ({ params }, { actor, request }) => {
    await closeCampaign(deps, actor, params.id)
    return { message: '已提前結束', campaign: await saved(params.id, request) }
  })

  mount(
    adminCampaignApi.extend,
    schema.adminExtend,
    async ({ params: { id }, data }, { actor, request }) => {
      await extendCampaign(deps, actor, { id, endsAt: data.ends_at, reason: data.reason })
      return { message: '已延長', campaign: await saved(id, request) }
    },
  )

  mount(adminCampaignApi.cancel, schema.adminCancel, async ({ params, data }, { actor }) => {
    await cancelCampaign(deps, actor, { id: params.id, reason: data.reason })
    return { message: '已取消' }
  })

  mount(adminCampaignApi.namedLeaders, schema.adminNamedLeaders, async ({ params: { id } }) => {
    const [campaign, leaders] = await Promise.all([readCampaign(db, id), listNamedLeaders(db, id)])
    if (!campaign || campaign.campaign.archivedAt) throw new ShopError('CAMPAIGN_NOT_FOUND')
    return { leaders }
  })

  mount(adminCampaignApi.leaders, schema.adminLeaders, async ({ params, data }, { actor }) => {
    const { emails, expected_emails: expected } = data
    await nameLeaders(deps, actor, { id: params.id, emails, expected })
    return { message: '已更新團主' }
  })
}
