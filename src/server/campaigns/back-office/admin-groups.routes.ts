import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import * as schema from '#contract/admin-campaigns.schema.ts'
import {
  adminCommissionApi,
  adminGroupApi,
  adminMemberGroupApi,
} from '#contract/admin-campaigns.ts'
import type { Config } from '../../config.ts'
import type { StaffActor } from '../../http/actor.ts'
import { baseUrl } from '../../http/base-url.ts'
import { parseIdempotencyKey } from '../../http/idempotency.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readRequestedPage } from '../../input/requested-page.ts'
import type { Settings } from '../../settings/settings.ts'
import { readShopNow } from '../campaigns.queries.ts'
import { decideShortfall } from '../closing/shortfall.ts'
import { listBalances } from '../commission/commission.queries.ts'
import { pardonMember, payOut } from '../commission/commission.service.ts'
import { takesLineOrders } from '../line-orders/line-group.ts'
import { leaderName, seesPersons, toAdminGroup, toAdminParticipation } from './admin-group-wire.ts'
import { isGroup, listGroups, listPlaces } from './admin-groups.queries.ts'
import type { CampaignStepDeps } from './campaign-steps.service.ts'
import { cancelGroup, closeGroupEarly, nameLeader } from './group-care.service.ts'

export type AdminGroupDeps = CampaignStepDeps & {
  db: NodePgDatabase
  config: Config
  settings: Settings
}

export function adminGroupRoutes(mount: Mount, deps: AdminGroupDeps): void {
  const { db, config, settings } = deps
  const viewer = (request: FastifyRequest, actor: StaffActor) => ({
    ownAddress: baseUrl(request, config),
    seesPersons: seesPersons(actor),
  })

  mount(adminGroupApi.list, schema.adminGroups, async ({ query }, { request, actor }) => {
    const filter = {
      campaignId: query.campaign_id,
      isAtRisk: query.at_risk === '1',
      isShort: query.shortfall === '1',
    }
    const [now, { rows, pagination }] = await Promise.all([
      readShopNow(db),
      readRequestedPage(query, (place) => listGroups(db, filter, place)),
    ])
    return {
      groups: rows.map((row) =>
        toAdminGroup(row, {
          ...viewer(request, actor),
          takesLineOrders: takesLineOrders(settings.get().order, 'staff'),
        }),
      ),
      pagination,
      messages: [],
      server_now: Math.floor(now / 1_000),
    }
  })

  mount(
    adminGroupApi.participations,
    schema.adminParticipations,
    async ({ params, query }, { request, actor }) => {
      if (!(await isGroup(db, params.id))) throw new ShopError('GROUP_NOT_FOUND')
      const of = { groupId: params.id, state: query.state }
      const { rows, pagination } = await readRequestedPage(query, (place) =>
        listPlaces(db, of, place),
      )
      return {
        participations: rows.map((row) => toAdminParticipation(row, viewer(request, actor))),
        pagination,
        messages: [],
      }
    },
  )

  mount(adminGroupApi.close, schema.adminRemove, async ({ params }, { actor }) => {
    await closeGroupEarly(deps, actor, params.id)
    return { message: '已提前結束' }
  })

  mount(adminGroupApi.cancel, schema.adminCancel, async ({ params, data }, { actor }) => {
    await cancelGroup(deps, actor, { id: params.id, reason: data.reason })
    return { message: '已取消' }
  })

  mount(adminGroupApi.leader, schema.adminLeader, async ({ params, data }, { actor }) => {
    await nameLeader(deps, actor, { id: params.id, email: data.email })
    return { message: '已更新團主' }
  })

  mount(adminGroupApi.shortfall, schema.adminShortfall, async ({ params, data }, { actor }) => {
    const { decision } = data
    await decideShortfall(deps, actor, { id: params.id, decision })
    return { message: decision === 'ship' ? '已決定照常出貨' : '已開始取消並退款' }
  })

  mount(adminCommissionApi.list, schema.adminCommission, async ({ query }, { actor }) => {
    const { rows, pagination } = await readRequestedPage(query, (place) => listBalances(db, place))
    const leaders = rows.map(({ leaderId, name, email, ...sums }) => ({
      leader_id: leaderId,
      name: leaderName({ name, email }, seesPersons(actor)),
      ...sums,
    }))
    return {
      leaders,
      pagination,
      messages: [],
    }
  })

  mount(adminCommissionApi.payout, schema.adminPayout, async ({ data }, { actor, request }) => {
    const call = { db, actor, intended: parseIdempotencyKey(request) }
    const { leader_id: leaderId, amount, note } = data
    await payOut(call, { leaderId, amount, note })
    return { message: '已登記支付' }
  })

  mount(adminMemberGroupApi.pardon, schema.adminPardon, async ({ params }, { actor }) => {
    await pardonMember(db, actor, params.uid)
    return { message: '已解除限制' }
  })
}
