import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maskText } from '#contract/masking.ts'
import * as schema from '#contract/reconciliation.schema.ts'
import { adminReconciliationApi, type Difference } from '#contract/reconciliation.ts'
import { recordAudit } from '../../audit/audit.ts'
import { transaction } from '../../db/transaction.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { Mount } from '../../http/mount.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readText } from '../../input/coerced-values.ts'
import { readRequestedPage } from '../../input/requested-page.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { Semaphore } from '../../limits/semaphore.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { countRefusedToday, listCallbacks } from '../gateway.queries.ts'
import type { PaymentProviders } from '../payment-providers.ts'
import {
  type DifferenceRow,
  findDifference,
  insertResolved,
  listDifferences,
  listResolvedDifferences,
  readCheckedAt,
} from './differences.queries.ts'
import { queryNow } from './query-now.service.ts'
import { settlementRoutes } from './settlement.routes.ts'

interface ReconciliationDeps {
  db: NodePgDatabase
  jobs: JobSender
  paymentProviders: PaymentProviders
  orderSubscribers: readonly OrderSubscriber[]
  filePlace: Semaphore
}

export function reconciliationRoutes(mount: Mount, routeDeps: ReconciliationDeps): void {
  const { db, jobs, paymentProviders: providers, orderSubscribers: subscribers } = routeDeps

  mount(adminReconciliationApi.list, schema.list, async ({ query }) => {
    const { kind } = query
    const list = query.resolved ? listResolvedDifferences : listDifferences
    const [{ rows, pagination }, checkedAt, refused] = await Promise.all([
      readRequestedPage(query, (place) => list(db, { kind, ...place })),
      readCheckedAt(db),
      countRefusedToday(db),
    ])
    return {
      differences: rows.map(toDifference),
      ...(checkedAt && { checked_at: toEpochSeconds(checkedAt) }),
      refused_callbacks: refused,
      pagination,
      messages: [],
    }
  })

  mount(adminReconciliationApi.resolve, schema.resolve, async ({ params, data }, { actor }) => {
    const note = readText(data.note, 'note')
    await transaction(db, async (tx) => {
      const found = await findDifference(tx, params.id)
      if (!found) throw new ShopError('DIFFERENCE_NOT_FOUND')
      if (!(await insertResolved(tx, found, note))) return
      const { id, kind, orderNumber, productTitle, tradeNo, ours, theirs, note: cause } = found
      const title = orderNumber ?? productTitle ?? tradeNo ?? cause ?? kind
      await recordAudit(tx, actor, {
        action: 'reconciliation.resolve',
        subject: { kind: 'difference', id, title },
        after: { kind, ours, theirs, note: maskText(note) },
      })
    })
    return { message: '已標記為已處理' }
  })

  mount(adminReconciliationApi.query, schema.query, async ({ params }, { actor }) => {
    const data = await queryNow({ db, jobs, providers, subscribers }, params.id, actor)
    return { message: '已向金流查詢', data }
  })

  mount(adminReconciliationApi.callbacks, schema.callbacks, async ({ query }) => {
    const { outcome } = query
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listCallbacks(db, { outcome, ...place }),
    )
    return {
      callbacks: rows.map(({ id, provider, kind, receivedAt, outcome, reason, times, body }) => ({
        id,
        provider,
        kind,
        received_at: toEpochSeconds(receivedAt),
        ...(outcome && { outcome }),
        ...(reason && { reason }),
        ...(times > 1 && { times }),
        body: printable(body),
      })),
      pagination,
      messages: [],
    }
  })

  settlementRoutes(mount, routeDeps)
}

/** Bytes that are no printable ASCII as `\x00`. */
function printable(body: Buffer): string {
  return body
    .toString('latin1')
    .replace(/[^\x20-\x7e]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

function toDifference(row: DifferenceRow): Difference {
  const { id, kind, orderId, orderNumber, attemptId, productId, productTitle, tradeNo } = row
  const { ours, theirs, since, note, resolvedAt } = row
  return {
    id,
    kind,
    ...(orderId && { order_id: orderId }),
    ...(orderNumber && { order_number: orderNumber }),
    ...(attemptId && tradeNo && { attempt_id: attemptId }),
    ...(productId && { product_id: productId }),
    ...(productTitle && { product_title: productTitle }),
    ...(tradeNo && { trade_no: tradeNo }),
    ...(ours !== null && { ours }),
    ...(theirs !== null && { theirs }),
    since: toEpochSeconds(since),
    ...(note && { note }),
    ...(resolvedAt && { resolved_at: toEpochSeconds(resolvedAt) }),
  }
}
