import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/refunds.schema.ts'
import { adminRefundApi, refundApi } from '#contract/refunds.ts'
import { requireConfirmation } from '../../http/caller.ts'
import { parseIdempotencyKey } from '../../http/idempotency.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readText } from '../../input/coerced-values.ts'
import { isDay } from '../../input/is-day.ts'
import { readRequestedPage } from '../../input/requested-page.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import type { PaymentProviders } from '../payment-providers.ts'
import {
  askAgain,
  completeByHand,
  giveRefundAccount,
  recordSeen,
  redirectRefund,
} from './refund-care.service.ts'
import { toStaffRefund } from './refund-wire.ts'
import { listRefunds, readRefunds } from './refunds.queries.ts'
import { refundOrder } from './refunds.service.ts'

interface RefundRouteDeps {
  db: NodePgDatabase
  jobs: JobSender
  paymentProviders: PaymentProviders
  orderSubscribers: readonly OrderSubscriber[]
}

export function refundRoutes(mount: Mount, routeDeps: RefundRouteDeps): void {
  const { db, jobs, paymentProviders: providers, orderSubscribers: subscribers } = routeDeps
  const deps = { db, jobs, providers, subscribers }

  mount(adminRefundApi.create, schema.create, async ({ params, data }, context) => {
    const reason = readText(data.reason, 'reason')
    const refund = { orderId: params.id, amount: data.amount, reason, to: data.to }
    const { actor, caller, request } = context
    const intended = parseIdempotencyKey(request)
    const requireProof = () => requireConfirmation(caller)
    const id = await refundOrder(db, refund, actor, { ...deps, intended, requireProof })
    const made = (await readRefunds(db, params.id)).find((row) => row.refund.id === id)
    if (!made) throw new ShopError('REFUND_NOT_FOUND')
    return { message: '已建立退款', data: toStaffRefund(made, actor) }
  })

  mount(refundApi.account, schema.account, async ({ params: { id }, data }, { caller }) => {
    const holder = readText(data.name, 'name')
    const { bank_code: bankCode, account } = data
    await giveRefundAccount(db, { id, owner: caller.owner }, { bankCode, account, holder })
    return { message: '已儲存退款帳戶' }
  })

  mount(adminRefundApi.list, schema.list, async ({ query }, { actor }) => {
    const filter = query.state && { state: query.state }
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listRefunds(db, { ...filter, ...place }),
    )
    return {
      refunds: rows.map((row) => ({ ...toStaffRefund(row, actor), order_number: row.orderNumber })),
      pagination,
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

  mount(adminRefundApi.retry, schema.redirect, async ({ params: { id } }, { actor }) => {
    await redirectRefund(db, { id, event: 'retry' }, actor, deps)
    return { message: '已重新排入退款' }
  })

  mount(adminRefundApi.byHand, schema.redirect, async ({ params: { id } }, { actor }) => {
    await redirectRefund(db, { id, event: 'by_hand' }, actor, deps)
    return { message: '已改為人工退款' }
  })

  mount(adminRefundApi.drop, schema.redirect, async ({ params: { id } }, { actor }) => {
    await redirectRefund(db, { id, event: 'drop' }, actor, deps)
    return { message: '已標記為不再需要' }
  })

  mount(adminRefundApi.ask, schema.redirect, async ({ params: { id } }, { actor }) => {
    await askAgain(db, id, actor, deps)
    return { message: '已重新查詢' }
  })

  mount(adminRefundApi.seenDone, schema.redirect, async ({ params: { id } }, { actor }) => {
    await recordSeen(db, { id, event: 'seen_done' }, actor, deps)
    return { message: '已記為已退款' }
  })

  mount(adminRefundApi.seenNotDone, schema.redirect, async ({ params: { id } }, { actor }) => {
    await recordSeen(db, { id, event: 'seen_not_done' }, actor, deps)
    return { message: '已記為未退款' }
  })
}
