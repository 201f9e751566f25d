import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/returns.schema.ts'
import { returnApi } from '#contract/returns.ts'
import { parseIdempotencyKey } from '../http/idempotency.ts'
import type { Mount } from '../http/mount.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import { askReturn, sendReturn, withdrawReturn } from './ask-return.service.ts'

interface ReturnRouteDeps {
  db: NodePgDatabase
  orderSubscribers: readonly OrderSubscriber[]
}

/** Returns of the shopper's own orders; the reply of an order has them. */
export function returnRoutes(mount: Mount, routeDeps: ReturnRouteDeps): void {
  const { db, orderSubscribers: subscribers } = routeDeps

  mount(returnApi.ask, schema.ask, async ({ params: { id }, data }, { caller, request }) => {
    const { owner, actor } = caller
    const { lines, reason, way, to, carrier, tracking_number: trackingNumber } = data
    const asked = { lines, reason, way, to, carrier, trackingNumber }
    const intended = parseIdempotencyKey(request)
    const options = { intended, subscribers }
    const returnId = await askReturn(db, { id, owner, actor }, asked, options)
    return { message: '已送出退貨申請', return_id: returnId }
  })

  mount(returnApi.send, schema.send, async ({ params: { id, returnId }, data }, { caller }) => {
    const { owner, actor } = caller
    const { carrier, tracking_number: trackingNumber } = data
    await sendReturn(db, { id, owner, actor }, returnId, { carrier, trackingNumber })
    return { message: '已儲存貨運單號' }
  })

  mount(returnApi.withdraw, schema.withdraw, async ({ params: { id, returnId } }, { caller }) => {
    const { owner, actor } = caller
    await withdrawReturn(db, { id, owner, actor }, returnId, subscribers)
    return { message: '已取消退貨申請' }
  })
}
