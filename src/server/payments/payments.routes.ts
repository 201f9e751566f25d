import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/payments.schema.ts'
import { paymentApi } from '#contract/payments.ts'
import { parseIdempotencyKey } from '../http/idempotency.ts'
import type { Mount } from '../http/mount.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { payOrder } from './payments.service.ts'

interface PaymentDeps {
  db: NodePgDatabase
  paymentProvider: PaymentProvider
}

export function paymentRoutes(mount: Mount, { db, paymentProvider }: PaymentDeps): void {
  mount(paymentApi.pay, schema.pay, async ({ params }, { caller, request }) => {
    const order = { owner: caller.owner, id: params.id }
    await payOrder(db, paymentProvider, order, parseIdempotencyKey(request))
    return { message: '付款完成' }
  })
}
