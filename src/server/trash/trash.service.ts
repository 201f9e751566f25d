import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { shopErrors } from '#contract/errors.ts'
import { type TrashKind, trashKinds } from '#contract/trash.ts'
import { restoreArticle } from '../articles/articles.queries.ts'
import { recordAudit } from '../audit/audit.ts'
import { restoreProduct } from '../catalog/admin-catalog.queries.ts'
import { restoreCoupon } from '../coupons/admin-coupons.service.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { requirePermission, type StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { restorePage } from '../info-pages/info-pages.service.ts'
import { restoreOrders } from '../orders/back-office/admin-orders.queries.ts'
import { countDeletedOrders, findDeleted } from './trash.queries.ts'

interface Restored {
  count: number
  failed: { id: string; reason: string }[]
}

/** How one archived entry of a kind comes back; undefined when there is none of this id. */
const restorers: Record<
  TrashKind,
  (
    tx: Transaction,
    id: string,
    actor: StaffActor,
  ) => Promise<{ id: string; title: string } | undefined>
> = {
  product: restoreProduct,
  coupon: restoreCoupon,
  order: async (tx, id, actor) => {
    const [order] = await restoreOrders(tx, { id }, actor)
    return order && { id, title: order.number }
  },
  article: restoreArticle,
  page: restorePage,
}
const notFound = {
  product: 'PRODUCT_NOT_FOUND',
  coupon: 'ADMIN_COUPON_NOT_FOUND',
  order: 'ORDER_NOT_FOUND',
  article: 'ARTICLE_NOT_FOUND',
  page: 'PAGE_NOT_FOUND',
} as const satisfies Record<TrashKind, keyof typeof shopErrors>

/** Each by itself, so that one which cannot come back keeps no other; a single one throws. */
export async function restoreEntries(
  db: NodePgDatabase,
  actor: StaffActor,
  { kind, ids }: { kind: TrashKind; ids: readonly string[] },
): Promise<Restored> {
  requirePermission(actor, trashKinds[kind].write)
  const failed: Restored['failed'] = []
  for (const id of ids) {
    try {
      await transaction(db, (tx) => restoreEntry(tx, actor, { kind, id }))
    } catch (error) {
      if (!(error instanceof ShopError) || ids.length === 1) throw error
      failed.push({ id, reason: shopErrors[error.code].message })
    }
  }
  return { count: ids.length - failed.length, failed }
}

/**
 * Throws COUPON_CODE_TAKEN, PAGE_SLUG_TAKEN, and the refusal of the kind where no such entry is archived.
 */
export async function restoreEntry(
  tx: Transaction,
  actor: StaffActor,
  { kind, id }: { kind: TrashKind; id: string },
): Promise<void> {
  const restored = await restorers[kind](tx, id, actor)
  if (!restored) throw new ShopError(notFound[kind])
  await recordAudit(tx, actor, { action: 'trash.restore', subject: { kind, ...restored } })
}

/** All that one deletion took; what somebody has restored since stays as it is. */
export async function restoreDeletion(
  db: NodePgDatabase,
  actor: StaffActor,
  deletion: string,
): Promise<Restored> {
  const taken = await findDeleted(db, deletion)
  if (!taken) throw new ShopError('DELETION_NOT_FOUND')
  const { kind, id } = taken
  if (kind !== 'order') return restoreEntries(db, actor, { kind, ids: [id] })
  requirePermission(actor, trashKinds.order.write)
  const count = await restoreDeletedOrders(db, actor, deletion)
  if (count === 0) throw new ShopError('DELETION_NOT_FOUND')
  return { count, failed: [] }
}

/** Orders of one transaction: no statement reaches its time limit, however many there are. */
const restoreStep = 500

/** In steps, as they were archived; gives how many came back. */
async function restoreDeletedOrders(
  db: NodePgDatabase,
  actor: StaffActor,
  deletion: string,
): Promise<number> {
  const step = { deletion, after: '', limit: restoreStep }
  for (let count = 0; ; ) {
    const restored = await transaction(db, (tx) => restoreNext(tx, step, actor))
    count += restored.length
    const last = restored.at(-1)
    if (!last || restored.length < step.limit) return count
    step.after = last.id
  }
}

/** The audit entry comes with the first step; it says how many orders were to come back. */
async function restoreNext(
  tx: Transaction,
  step: { deletion: string; after: string; limit: number },
  actor: StaffActor,
): Promise<{ id: string; number: string }[]> {
  if (step.after !== '') return restoreOrders(tx, step, actor)
  const total = await countDeletedOrders(tx, step.deletion)
  const restored = await restoreOrders(tx, step, actor)
  const [first] = restored
  if (!first) return []
  await recordAudit(tx, actor, {
    action: 'trash.restore',
    subject:
      total === 1
        ? { kind: 'order', id: first.id, title: first.number }
        : { kind: 'order', title: `${total} 筆訂單` },
    after: { restored: total },
  })
  return restored
}
