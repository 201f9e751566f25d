import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Carrier } from '#contract/order-states.ts'
import type { RefundTarget, ReturnWay } from '#contract/return-states.ts'
import { t } from '#contract/translate.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { type Actor, actorKey } from '../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../http/idempotency.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import { lockOwnOrder } from '../orders/order-state.queries.ts'
import type { OrderWithLines } from '../orders/order-wire.ts'
import { findOwnOrder, recordOrderEvent } from '../orders/orders.queries.ts'
import { readAsked } from './asked-lines.ts'
import { isCreditOn } from './credit.ts'
import { titlesOf } from './own-returns.ts'
import { tellNews } from './return-news.ts'
import { nextReturnState } from './return-states.ts'
import { isExcluded, readGoods, readReturnable, waysOf } from './returnable.ts'
import {
  countReturnsOf,
  insertReturn,
  lockReturn,
  type ReturnWithLines,
  writeParcel,
  writeReturnState,
} from './returns.queries.ts'

/** Returns that one order may have: each of them is work for the shop. */
const maxReturns = 20

interface OwnOrder {
  id: string
  owner: string
  actor: Actor
}

export interface AskedReturn {
  lines: readonly { line_id: string; qty: number }[]
  reason?: string | undefined
  way?: ReturnWay | undefined
  to?: RefundTarget | undefined
  carrier?: Carrier | undefined
  trackingNumber?: string | undefined
}

/** Gives the id of the return. */
export async function askReturn(
  db: NodePgDatabase,
  of: OwnOrder,
  asked: AskedReturn,
  options: {
    intended: IdempotentRequest | undefined
    subscribers: readonly OrderSubscriber[]
  },
): Promise<string> {
  const { actor } = of
  const { subscribers } = options
  const result = await transaction(db, (tx) =>
    withIdempotency(tx, options.intended, async () => {
      const found = await lockOwn(tx, of)
      const lines = await judgeAsked(tx, found, asked)
      const way = readWay(found, asked.way)
      const to = asked.to ?? 'source'
      if (to === 'credit' && !(await isCreditOn(tx, found))) {
        throw fieldError('to', '目前無法退成購物金')
      }
      const id = createId()
      const reason = asked.reason?.trim() ?? ''
      const { carrier = null, trackingNumber = '' } = asked
      const one = { id, orderId: of.id, reason, way, refundTo: to, carrier, trackingNumber }
      await insertReturn(tx, one, lines)
      const step = { one, lines, titles: titlesOf(found), state: 'asked', reason } as const
      await tellNews(tx, { actor, subscribers }, step)
      return { id }
    }),
  )
  return result.id
}

async function lockOwn(tx: Transaction, { owner, id }: OwnOrder): Promise<OrderWithLines> {
  const isOwn = await lockOwnOrder(tx, { owner, id })
  const found = isOwn && (await findOwnOrder(tx, { owner, id }))
  if (!found) throw new ShopError('ORDER_NOT_FOUND')
  return found
}

async function judgeAsked(tx: Transaction, found: OrderWithLines, asked: AskedReturn) {
  const returnable = await readReturnable(tx, found)
  if (!returnable) throw new ShopError('RETURN_REFUSED')
  const { why_not: message } = returnable
  if (message !== undefined) throw new ShopError('RETURN_REFUSED', { message })
  if ((await countReturnsOf(tx, found.order.id)) >= maxReturns) {
    throw new ShopError('RETURN_REFUSED', { message: '這筆訂單的退貨次數過多，請在訂單頁留言' })
  }
  const { lines } = await readGoods(tx, found)
  const pieces = readAsked(asked.lines, lines)
  const excluded = lines.find((line) => isExcluded(line) && pieces.some(isOf(line)))
  if (excluded) {
    const text = t('「{title}」依法不適用七天鑑賞期', { title: excluded.title })
    throw new ShopError('RETURN_REFUSED', { message: text })
  }
  return pieces
}

const isOf =
  ({ lineId }: { lineId: string }) =>
  (piece: { lineId: string }) =>
    piece.lineId === lineId

/** Without a wish it is the usual way of the order. */
export function readWay({ order }: OrderWithLines, way: ReturnWay | undefined): ReturnWay {
  const [usual = 'pickup', ...others] = waysOf(order)
  if (way === undefined) return usual
  if (way !== usual && !others.includes(way)) throw fieldError('way', '這筆訂單不能用這種方式退回')
  return way
}

/** Locks the order first, as every change of an order does. */
async function lockOwnReturn(
  tx: Transaction,
  of: OwnOrder,
  returnId: string,
): Promise<{ found: OrderWithLines; known: ReturnWithLines }> {
  const found = await lockOwn(tx, of)
  const known = await lockReturn(tx, returnId)
  if (known?.one.orderId !== of.id) throw new ShopError('RETURN_NOT_FOUND')
  return { found, known }
}

export function withdrawReturn(
  db: NodePgDatabase,
  of: OwnOrder,
  returnId: string,
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  const { actor } = of
  return transaction(db, async (tx) => {
    const { found, known } = await lockOwnReturn(tx, of, returnId)
    const { one, lines } = known
    const state = nextReturnState(one.state, 'withdraw', actorKey(actor))
    if (state === one.state) return
    await writeReturnState(tx, one.id, state)
    const step = { one, lines, titles: titlesOf(found), state } as const
    await tellNews(tx, { actor, subscribers }, step)
  })
}

/** The shopper names the parcel in which the goods come. */
export function sendReturn(
  db: NodePgDatabase,
  of: OwnOrder,
  returnId: string,
  parcel: { carrier: Carrier | undefined; trackingNumber: string },
): Promise<void> {
  const { carrier = null, trackingNumber } = parcel
  if (trackingNumber === '') throw fieldError('tracking_number', '請填寫貨運單號')
  return transaction(db, async (tx) => {
    const { known } = await lockOwnReturn(tx, of, returnId)
    const { id, orderId, state, way } = known.one
    // Only what may still be withdrawn is still with the shopper.
    nextReturnState(state, 'withdraw', actorKey(of.actor))
    if (way !== 'parcel' || state === 'withdrawn') throw new ShopError('RETURN_STATE')
    await writeParcel(tx, id, { carrier, trackingNumber })
    const detail = { carrier, trackingNumber }
    await recordOrderEvent(tx, { orderId, kind: 'return_sent', actor: of.actor, detail })
  })
}
