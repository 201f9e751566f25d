import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as orderSchema from '#contract/order-life.schema.ts'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import * as schema from '#contract/returns.schema.ts'
import { adminReturnApi } from '#contract/returns.ts'
import { mayDo } from '../http/actor.ts'
import { requireConfirmation } from '../http/caller.ts'
import { parseIdempotencyKey } from '../http/idempotency.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readText } from '../input/coerced-values.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { findOrder } from '../orders/back-office/admin-orders.queries.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import type { PaymentProviders } from '../payments/payment-providers.ts'
import { answerReturn, judgeReturn, openReturn, receiveReturn } from './judge-return.service.ts'
import { titlesOf } from './own-returns.ts'
import { returnOrderOnce } from './record-return.service.ts'
import { refundCase } from './refund-return.service.ts'
import { readSums } from './return-sums.ts'
import { toListedReturn, toStaffReturn } from './return-wire.ts'
import { countReturns, findReturn, listReturns } from './returns.queries.ts'

interface AdminReturnDeps {
  db: NodePgDatabase
  jobs: JobSender
  paymentProviders: PaymentProviders
  orderSubscribers: readonly OrderSubscriber[]
}

export function adminReturnRoutes(mount: Mount, routeDeps: AdminReturnDeps): void {
  const { db, jobs, orderSubscribers: subscribers, paymentProviders: providers } = routeDeps

  mount(adminReturnApi.list, schema.list, async ({ query }, { actor }) => {
    const filter = {
      view: query.view || ('asked' as const),
      q: query.q ?? '',
      seesPersons: mayDo(actor, 'person.read'),
    }
    const [{ rows, pagination }, counts] = await Promise.all([
      readRequestedPage(query, (place) => listReturns(db, filter, place)),
      countReturns(db),
    ])
    return {
      returns: rows.map((row) => toListedReturn(row, actor)),
      pagination,
      messages: [],
      counts: Object.fromEntries(Object.entries(counts).map(([view, { count }]) => [view, count])),
    }
  })

  mount(adminReturnApi.detail, schema.detail, async ({ params: { id } }, { actor }) => {
    const known = await findReturn(db, id)
    const found = known && (await findOrder(db, known.one.orderId))
    if (!found) throw new ShopError('RETURN_NOT_FOUND')
    const { number, contactName: name } = found.order
    const isOpen = known.one.endedAt === null
    const { lines: _, ...sums } = await readSums(db, known, found)
    const row = { ...known, number, name }
    return {
      return: toStaffReturn(
        row,
        { titles: titlesOf(found), sums: isOpen ? sums : undefined },
        actor,
      ),
    }
  })

  mount(adminReturnApi.open, schema.open, async ({ params: { id }, data }, context) => {
    const { actor, request } = context
    const call = { db, actor, subscribers, intended: parseIdempotencyKey(request) }
    const { lines, reason, way } = data
    const returnId = await openReturn(call, id, { lines, reason, way })
    return { message: '已開立退貨', return_id: returnId }
  })

  mount(adminReturnApi.accept, schema.accept, async ({ params: { id }, data }, { actor }) => {
    const answer = data.answer?.trim() ?? ''
    await answerReturn({ db, actor, subscribers }, id, { event: 'accept', answer })
    return { message: '已接受退貨' }
  })

  mount(adminReturnApi.refuse, schema.refuse, async ({ params: { id }, data }, { actor }) => {
    const answer = data.reason?.trim() ?? ''
    await answerReturn({ db, actor, subscribers }, id, { event: 'refuse', answer })
    return { message: '已回覆不接受退貨' }
  })

  mount(adminReturnApi.receive, schema.receive, async ({ params: { id }, data }, context) => {
    const { actor, request } = context
    const call = { db, actor, subscribers, intended: parseIdempotencyKey(request) }
    await receiveReturn(call, id, data.lines)
    return { message: data.lines ? '已登記收到並檢查' : '已登記收到商品' }
  })

  mount(adminReturnApi.judge, schema.judge, async ({ params: { id }, data }, context) => {
    const { actor, request } = context
    const call = { db, actor, subscribers, intended: parseIdempotencyKey(request) }
    await judgeReturn(call, id, data.lines)
    return { message: '已登記檢查結果' }
  })

  mount(adminReturnApi.refund, schema.refund, async ({ params: { id }, data }, context) => {
    const { actor, caller, request } = context
    const requireProof = () => requireConfirmation(caller)
    const intended = parseIdempotencyKey(request)
    const call = { db, actor, subscribers, intended, requireProof }
    const input = { amount: data.amount, reason: data.reason?.trim() ?? '' }
    await refundCase(call, { jobs, providers, subscribers }, id, input)
    return { message: '已辦理退款' }
  })

  // One whose goods are back already, with all of it at once.
  mount(adminOrderLifeApi.return, orderSchema.adminReturn, async ({ params, data }, context) => {
    const { actor, request } = context
    const reason = readText(data.reason, 'reason')
    const call = { db, actor, subscribers, intended: parseIdempotencyKey(request) }
    await returnOrderOnce(call, params.id, { ...data, reason })
    return { message: '已登記退貨' }
  })
}
