import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/campaign-delays.schema.ts'
import { adminCampaignDelayApi, campaignDelayApi } from '#contract/campaign-delays.ts'
import type { Config } from '../../config.ts'
import { baseUrl } from '../../http/base-url.ts'
import type { Mount } from '../../http/mount.ts'
import type { PersonalLimits } from '../../limits/personal-limits.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import type { CampaignStepDeps } from '../back-office/campaign-steps.service.ts'
import { memberOf } from '../join/participations.routes.ts'
import { announceDelay, answerDelay } from './delays.service.ts'

interface DelayDeps extends CampaignStepDeps {
  config: Config
  db: NodePgDatabase
  personalLimits: PersonalLimits
  orderSubscribers: readonly OrderSubscriber[]
}

/** Goods that leave later than was said, and the answers of those who wait. */
export function delayRoutes(mount: Mount, deps: DelayDeps): void {
  const { config, db, personalLimits, orderSubscribers: subscribers } = deps
  mount(
    adminCampaignDelayApi.announce,
    schema.announceDelay,
    async ({ params, data }, { actor }) => {
      await announceDelay(deps, actor, {
        id: params.id,
        shipsOn: data.ships_on,
        reason: data.reason,
      })
      return { message: '已通知等待出貨的跟團者' }
    },
  )

  mount(campaignDelayApi.answer, schema.answerDelay, ({ params, data }, { caller, request }) => {
    const { owner, actor } = caller
    const place = { id: params.id, memberId: memberOf(caller), owner, actor, answer: data.answer }
    const ownAddress = baseUrl(request, config)
    return personalLimits.writeCart(owner, () =>
      answerDelay(db, place, { ownAddress, subscribers }),
    )
  })
}
