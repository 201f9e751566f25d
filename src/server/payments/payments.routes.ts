import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/payments.schema.ts'
import { paymentApi } from '#contract/payments.ts'
import { parseIdempotencyKey } from '../http/idempotency.ts'
import type { Mount } from '../http/mount.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { payOrder } from './payments.service.ts'

interface PaymentDeps {
  db: NodePgDatabase
  paymentProvider: PaymentProvider
  orderSubscribers: readonly OrderSubscriber[]
}

export function paymentRoutes(mount: Mount, deps: PaymentDeps): void {
  const { db, paymentProvider: provider, orderSubscribers: subscribers } = deps

  mount(paymentApi.pay, schema.pay, async ({ params }, { caller, request }) => {
    const { owner, actor } = caller
    const order = { owner, actor, id: params.id }
    await payOrder(db, order, { provider, subscribers, intended: parseIdempotencyKey(request) })
    return { message: '付款完成' }
  })
}
