import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { formatMoney } from '#contract/money.ts'
import { maxMerged } from '#contract/order-merge.ts'
import { t } from '#contract/translate.ts'
import { recordAudit } from '../../audit/audit.ts'
import { createId } from '../../db/id.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Actor, StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { subjectOf } from '../order-subject.ts'
import type { OrderRow } from '../order-wire.ts'
import { findOwnOrder, recordOrderEvent } from '../orders.queries.ts'
import {
  isAnyPacked,
  leaveOut,
  lockParcels,
  readMates,
  writeParcel,
} from './parcel-mates.queries.ts'
import { planMerge } from './plan-merge.ts'
import { type MergedBy, readSameRecipient } from './same-recipient.queries.ts'

type MergeCall =
  | { by: 'shopper'; id: string; owner: string; actor: Actor }
  | { by: 'staff'; id: string; actor: StaffActor }

interface MergeInput {
  with: readonly string[]
  expected_saving?: number | undefined
}

/**
 * Has orders sent in one parcel from now on. Money moves once the parcel is packed, so taking it apart
 * before that changes none. Those that are in it already stay; again, it does nothing.
 */
export function mergeOrders(db: NodePgDatabase, call: MergeCall, input: MergeInput): Promise<void> {
  return transaction(db, async (tx) => {
    const { order, locked, mates } = await lockMerged(tx, call, input.with)
    const added = [...new Set(input.with)].filter((id) => !mates.includes(id))
    if (added.length === 0) return
    refusePrepared(call, locked, mates)
    const who: MergedBy = call.by === 'staff' ? { by: 'staff' } : call
    const offered = (await readSameRecipient(tx, [order.id], who)).get(order.id) ?? []
    if (added.some((id) => !offered.includes(id))) {
      throw new ShopError('ORDER_CHANGED', { message: '可以併單的訂單已有變更，請重新整理後再試' })
    }
    if (mates.length + added.length > maxMerged) {
      throw new ShopError('ORDER_STATE', {
        message: t('一個包裹最多 {maxMerged} 筆訂單', { maxMerged }),
      })
    }
    const { fee, leftOut } = await planMerge(tx, { packed: mates, added })
    const [refused] = leftOut
    if (refused) {
      throw new ShopError('ORDER_STATE', {
        message: t('訂單 {number} 無法併單：{reason}', {
          number: refused.number,
          reason: refused.reason,
        }),
      })
    }
    refuseOtherSaving(fee.saving, input.expected_saving)
    const all = [...mates, ...added]
    const shipsWith = order.shipsWith ?? createId()
    await writeParcel(tx, all, shipsWith)
    await leaveOut(tx, shipsWith, all)
    await record(
      tx,
      call,
      locked.filter(({ id }) => all.includes(id)),
      'merged',
    )
  })
}

/** Has the orders of a parcel sent one by one again, until it is packed; again, it does nothing. */
export function splitParcel(db: NodePgDatabase, call: MergeCall): Promise<void> {
  return transaction(db, async (tx) => {
    const { order, locked, mates } = await lockMerged(tx, call, [])
    const { shipsWith } = order
    if (shipsWith === null) return
    if (await isAnyPacked(tx, mates)) {
      const message = '包裹已出貨或已建立寄件單，請先取消寄件單再分開寄'
      throw new ShopError('ORDER_STATE', { message })
    }
    refusePrepared(call, locked, mates)
    const together = locked.filter((one) => one.shipsWith === shipsWith)
    await writeParcel(
      tx,
      together.map(({ id }) => id),
      null,
    )
    await record(tx, call, together, 'taken_apart')
  })
}

/** Locks the order, those of its parcel and those that are named. */
async function lockMerged(tx: Transaction, call: MergeCall, named: readonly string[]) {
  const { id } = call
  // Nobody takes the lock of somebody else's order.
  const ids = call.by === 'staff' ? [id, ...named] : await listOwn(tx, call.owner, [id, ...named])
  if (!ids.includes(id)) throw new ShopError('ORDER_NOT_FOUND')
  const locked = await lockParcels(tx, ids)
  const order = locked.find((one) => one.id === id)
  if (!order || order.deletedAt) throw new ShopError('ORDER_NOT_FOUND')
  const mates = (await readMates(tx, [id])).get(id) ?? [id]
  return { order, locked, mates }
}

async function listOwn(tx: Transaction, owner: string, ids: readonly string[]): Promise<string[]> {
  const found = await Promise.all(ids.map((id) => findOwnOrder(tx, { owner, id })))
  return ids.filter((_, index) => found[index])
}

/** The staff may be packing it. */
function refusePrepared(
  { by }: MergeCall,
  locked: readonly OrderRow[],
  mates: readonly string[],
): void {
  const isPrepared = ({ id, state }: OrderRow) =>
    mates.includes(id) && state !== 'placed' && state !== 'paid'
  if (by === 'shopper' && locked.some(isPrepared)) throw new ShopError('ORDER_NOT_CHANGEABLE')
}

function refuseOtherSaving(saving: number, expected: number | undefined): void {
  if (expected === undefined || expected === saving) return
  const message =
    saving === 0
      ? '併單後運費不變，請確認後再送出'
      : t('併單可省的運費已變更為 {saving}，請確認後再送出', { saving: formatMoney(saving) })
  throw new ShopError('ORDER_CHANGED', { message })
}

/** In the timeline of each; the audit has it under the order that the call named. */
async function record(
  tx: Transaction,
  call: MergeCall,
  orders: readonly OrderRow[],
  kind: 'merged' | 'taken_apart',
): Promise<void> {
  const { actor } = call
  for (const order of orders) {
    const numbers = orders.filter((one) => one !== order).map(({ number }) => number)
    await recordOrderEvent(tx, { orderId: order.id, kind, actor, detail: { numbers } })
    if (call.by !== 'staff' || order.id !== call.id) continue
    const action = kind === 'merged' ? 'order.merge' : 'order.split'
    await recordAudit(tx, call.actor, { action, subject: subjectOf(order), after: { numbers } })
  }
}
