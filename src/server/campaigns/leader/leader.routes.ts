import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import { paginate, storefrontPageSize } from '#contract/paging.ts'
import * as schema from '#contract/participations.schema.ts'
import { commissionApi, leaderApi } from '#contract/participations.ts'
import { t } from '#contract/translate.ts'
import type { Config } from '../../config.ts'
import { baseUrl } from '../../http/base-url.ts'
import type { Caller } from '../../http/caller.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { requestedPage } from '../../input/requested-page.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { PersonalLimits } from '../../limits/personal-limits.ts'
import type { Settings } from '../../settings/settings.ts'
import { findGroup } from '../campaigns.queries.ts'
import { turnGroup } from '../closing/closing.jobs.ts'
import { memberOf } from '../join/participations.routes.ts'
import { takesLineOrders } from '../line-orders/line-group.ts'
import type { GroupGuesses } from '../storefront/group-guesses.ts'
import { toConsole, toLedGroup } from './console-wire.ts'
import { listConsolePlaces, listLedWithoutPlace, listOwnCommission } from './leader.queries.ts'
import { closeOwnTeam, handOut, remindUnpaid } from './leader.service.ts'

interface LeaderRouteDeps {
  config: Config
  db: NodePgDatabase
  jobs: JobSender
  personalLimits: PersonalLimits
  groupGuesses: GroupGuesses
  settings: Settings
}

function remindedText({ reminded, unreachable }: { reminded: number; unreachable: number }) {
  const told = t('已提醒 {reminded} 人', { reminded })
  if (unreachable === 0) return told
  return t('{told}；另有 {unreachable} 人沒有信箱，請複製付款提醒傳給他們', { told, unreachable })
}

export function leaderRoutes(mount: Mount, deps: LeaderRouteDeps): void {
  const { config, db, jobs, personalLimits, groupGuesses, settings } = deps
  const callOf = (code: string, caller: Caller) => {
    return { code, memberId: memberOf(caller), actor: caller.actor }
  }
  /** A group that the caller does not lead is as unknown as one that is not there. */
  async function asLeader<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const isUnknown = error instanceof ShopError && error.code === 'GROUP_NOT_FOUND'
      throw isUnknown ? await groupGuesses.refuse(request) : error
    }
  }

  mount(leaderApi.list, schema.ledGroups, async ({ query }, { caller, request }) => {
    const page = requestedPage(query.page)
    const asked = {
      memberId: memberOf(caller),
      limit: storefrontPageSize,
      offset: (page - 1) * storefrontPageSize,
    }
    const { rows, total } = await personalLimits.read({ caller, request }, () =>
      listLedWithoutPlace(db, asked),
    )
    const own = baseUrl(request, config)
    return {
      groups: rows.map((row) => toLedGroup(row, own)),
      pagination: paginate({ page, pageSize: storefrontPageSize, total }),
      messages: [],
    }
  })

  mount(leaderApi.console, schema.leaderConsole, async ({ params: { code } }, context) => {
    const { caller, request } = context
    const memberId = memberOf(caller)
    return personalLimits.read({ caller, request }, async () => {
      const facts = await findGroup(db, code)
      if (facts?.group.leaderId !== memberId) throw await groupGuesses.refuse(request)
      const places = await listConsolePlaces(db, facts.group.id)
      return {
        console: toConsole(
          { facts, places, takesLineOrders: takesLineOrders(settings.get().order, 'leader') },
          baseUrl(request, config),
        ),
        server_now: Math.floor(facts.now / 1_000),
      }
    })
  })

  mount(leaderApi.close, schema.closeOwn, async ({ params: { code } }, { caller, request }) => {
    const call = callOf(code, caller)
    await asLeader(request, () => closeOwnTeam({ config, db, jobs }, call))
    jobs.wake(turnGroup)
    return { message: '已提前結束' }
  })

  mount(leaderApi.remind, schema.remind, async ({ params: { code } }, { caller, request }) => {
    const call = callOf(code, caller)
    const told = await asLeader(request, () => remindUnpaid({ config, db, jobs }, call))
    return { message: remindedText(told) }
  })

  mount(leaderApi.handOut, schema.handOut, async ({ params, data }, { caller, request }) => {
    const call = callOf(params.code, caller)
    const place = { id: params.participationId, isHandedOut: data.is_handed_out }
    await asLeader(request, () => handOut({ db }, call, place))
    return { message: '已更新' }
  })

  mount(commissionApi.list, schema.commission, async ({ query }, { caller, request }) => {
    const page = requestedPage(query.page)
    const asked = {
      memberId: memberOf(caller),
      limit: storefrontPageSize,
      offset: (page - 1) * storefrontPageSize,
    }
    const { rows, total, balance } = await personalLimits.read({ caller, request }, () =>
      listOwnCommission(db, asked),
    )
    return {
      entries: rows.map(({ kind, amount, orderId, note, at }) => ({
        kind,
        amount,
        ...(orderId !== null && { order_id: orderId }),
        note,
        at: toEpochSeconds(at),
      })),
      balance,
      pagination: paginate({ page, pageSize: storefrontPageSize, total }),
      messages: [],
    }
  })
}
