import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { adminPageSize, paginate } from '#contract/paging.ts'
import * as schema from '#contract/refunds.schema.ts'
import { adminRefundApi } from '#contract/refunds.ts'
import { parseIdempotencyKey } from '../http/idempotency.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readText } from '../input/coerced-values.ts'
import { requestedPage } from '../input/requested-page.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import { toRefund } from './refund-wire.ts'
import { listRefunds, readRefunds } from './refunds.queries.ts'
import { completeByHand, refundOrder } from './refunds.service.ts'

interface RefundDeps {
  db: NodePgDatabase
  orderSubscribers: readonly OrderSubscriber[]
}

export function refundRoutes(mount: Mount, deps: RefundDeps): void {
  const { db, orderSubscribers: subscribers } = deps

  mount(adminRefundApi.create, schema.create, async ({ params, data }, { actor, request }) => {
    const reason = readText(data.reason, 'reason')
    const refund = { orderId: params.id, amount: data.amount, reason }
    const intended = parseIdempotencyKey(request)
    const id = await refundOrder(db, refund, actor, { intended, subscribers })
    const made = (await readRefunds(db, params.id)).find((row) => row.refund.id === id)
    if (!made) throw new ShopError('REFUND_NOT_FOUND')
    return { message: '已建立退款', data: toRefund(made) }
  })

  mount(adminRefundApi.list, schema.list, async ({ query }) => {
    const page = requestedPage(query.page)
    const { rows, total } = await listRefunds(db, {
      ...(query.state && { state: query.state }),
      limit: adminPageSize,
      offset: (page - 1) * adminPageSize,
    })
    return {
      refunds: rows.map((row) => ({ ...toRefund(row), order_number: row.orderNumber })),
      pagination: paginate({ page, pageSize: adminPageSize, total }),
      messages: [],
    }
  })

  mount(adminRefundApi.complete, schema.complete, async ({ params, data }, { actor }) => {
    const { remitted_on: remittedOn, account_last5: accountLast5 } = data
    if (!isDay(remittedOn)) {
      const message = 'remitted_on 日期有誤'
      throw new ShopError('INVALID_INPUT', { message, fields: { remitted_on: message } })
    }
    await completeByHand(db, { id: params.id, remittedOn, accountLast5 }, actor, subscribers)
    return { message: '已完成退款' }
  })
}

/** A day that exists, as `yyyy-MM-dd`. */
function isDay(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}
