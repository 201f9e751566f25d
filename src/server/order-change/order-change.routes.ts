import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/order-change.schema.ts'
import { adminOrderChangeApi, orderChangeApi } from '#contract/order-change.ts'
import type { Config } from '../config.ts'
import { requireConfirmation } from '../http/caller.ts'
import type { Mount } from '../http/mount.ts'
import type { JobSender } from '../jobs/jobs.ts'
import type { PersonalLimits } from '../limits/personal-limits.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import { holderOf } from '../orders/placing/holder.ts'
import type { OnDeliveryDeps } from '../payments/paying/on-delivery.ts'
import type { PaymentProviders } from '../payments/payment-providers.ts'
import { changeOrder } from './change-order.service.ts'
import { recordBalance } from './record-balance.service.ts'

interface OrderChangeDeps extends OnDeliveryDeps {
  config: Config
  db: NodePgDatabase
  jobs: JobSender
  personalLimits: PersonalLimits
  paymentProviders: PaymentProviders
  orderSubscribers: readonly OrderSubscriber[]
}

export function orderChangeRoutes(mount: Mount, routeDeps: OrderChangeDeps): void {
  const { config, db, jobs, logistics, personalLimits } = routeDeps
  const { paymentProviders: providers, orderSubscribers: subscribers } = routeDeps
  const deps = { db, jobs, providers, subscribers, logistics }

  mount(orderChangeApi.change, schema.change, ({ params: { id }, data }, { caller, request }) => {
    const { owner, actor } = caller
    const { scale } = holderOf({ caller, request, email: '', config })
    const call = { by: 'shopper', id, owner, actor, scale } as const
    return personalLimits.writeCart(owner, () => changeOrder(deps, call, data))
  })

  mount(adminOrderChangeApi.change, schema.change, ({ params: { id }, data }, context) => {
    const { actor, caller } = context
    const requireProof = () => requireConfirmation(caller)
    return changeOrder(deps, { by: 'staff', id, actor, requireProof }, data)
  })

  mount(
    adminOrderChangeApi.recordBalance,
    schema.recordBalance,
    async ({ params: { id }, data }, { actor }) => {
      await recordBalance(db, { orderId: id, amount: data.amount }, { actor, subscribers })
      return { message: '已登記補款' }
    },
  )
}
