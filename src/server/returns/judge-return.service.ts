import { maskText } from '#contract/masking.ts'
import type { ReturnWay } from '#contract/return-states.ts'
import { valueOfPieces } from '#contract/return-value.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { actorKey } from '../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../http/idempotency.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { findOrder } from '../orders/back-office/admin-orders.queries.ts'
import { changeAsStaff, type StaffCall } from '../orders/fulfilment/fulfilment.service.ts'
import { readReturns, recordReturn } from '../orders/fulfilment/return-order.service.ts'
import { orderTransitions, refusal } from '../orders/order-states.ts'
import type { OrderRow, OrderWithLines } from '../orders/order-wire.ts'
import { readWay } from './ask-return.service.ts'
import { readAsked } from './asked-lines.ts'
import { titlesOf } from './own-returns.ts'
import { tellNews } from './return-news.ts'
import { nextReturnState, type ReturnEvent } from './return-states.ts'
import { isAllBack, readGoods } from './returnable.ts'
import {
  findReturn,
  hasFeeBack,
  insertReturn,
  lockReturn,
  type ReturnWithLines,
  writeJudged,
  writeReturnState,
} from './returns.queries.ts'

export interface Judged {
  line_id: string
  to_stock: number
  written_off: number
}

export interface LockedReturn extends ReturnWithLines {
  order: OrderRow
  found: OrderWithLines
}

type ReturnAction =
  | 'return.accept'
  | 'return.refuse'
  | 'return.receive'
  | 'return.judge'
  | 'return.refund'

/** Runs a change of a return by the staff over its locked rows; what it returns goes into the audit. */
export async function changeReturn(
  call: StaffCall,
  id: string,
  action: ReturnAction,
  change: (tx: Transaction, locked: LockedReturn) => Promise<Record<string, unknown> | null>,
): Promise<void> {
  await transaction(call.db, async (tx) => {
    const known = await findReturn(tx, id)
    if (!known) throw new ShopError('RETURN_NOT_FOUND')
    await changeAsStaff({ ...call, db: tx }, known.one.orderId, action, async (part, order) => {
      const locked = await lockReturn(part, id)
      const found = await findOrder(part, order.id)
      if (!locked || !found) throw new ShopError('RETURN_NOT_FOUND')
      const before = { return: locked.one.state }
      return { result: undefined, before, audit: await change(part, { ...locked, order, found }) }
    })
  })
}

/** For a shopper who called or came: it begins accepted. Gives the id of the return. */
export async function openReturn(
  call: StaffCall & { intended: IdempotentRequest | undefined },
  orderId: string,
  input: {
    lines: readonly { line_id: string; qty: number }[]
    reason?: string | undefined
    way?: ReturnWay | undefined
  },
): Promise<string> {
  const { actor, subscribers } = call
  const { id } = await transaction(call.db, (tx) =>
    withIdempotency(tx, call.intended, () =>
      changeAsStaff({ ...call, db: tx }, orderId, 'return.open', async (part, order) => {
        if (orderTransitions[order.state].return !== 'returned') {
          throw refusal(order.state, 'return')
        }
        const found = await findOrder(part, orderId)
        if (!found) throw new ShopError('ORDER_NOT_FOUND')
        const lines = readAsked(input.lines, (await readGoods(part, found)).lines)
        const way = readWay(found, input.way)
        const reason = input.reason?.trim() ?? ''
        const one = { id: createId(), orderId, reason, way, isOfStaff: true }
        await insertReturn(part, one, lines)
        await writeReturnState(part, one.id, 'accepted')
        const step = { one, lines, titles: titlesOf(found), state: 'accepted', reason } as const
        await tellNews(part, { actor, subscribers }, step)
        const audit = { return: 'accepted', reason: maskText(reason), pieces: countOf(lines) }
        return { result: { id: one.id }, audit }
      }),
    ),
  )
  return id
}

const countOf = (lines: readonly { qty: number }[]) => lines.reduce((sum, { qty }) => sum + qty, 0)

/** Accepts or refuses a return; the shopper reads `answer`. */
export function answerReturn(
  call: StaffCall,
  id: string,
  { event, answer }: { event: 'accept' | 'refuse'; answer: string },
): Promise<void> {
  if (event === 'refuse' && answer === '') throw fieldError('reason', '請填寫不接受的原因')
  return changeReturn(call, id, `return.${event}`, async (tx, locked) => {
    const state = nextState(call, locked, event)
    if (state === undefined) return null
    await writeReturnState(tx, id, state, { answer: answer || null })
    await tell(tx, call, locked, { state, answer })
    return { return: state, reason: maskText(answer) }
  })
}

/** Undefined where there is nothing to do. */
export function nextState(call: StaffCall, { one }: ReturnWithLines, event: ReturnEvent) {
  const state = nextReturnState(one.state, event, actorKey(call.actor))
  return state === one.state ? undefined : state
}

export function tell(
  tx: Transaction,
  call: StaffCall,
  { one, lines, found }: LockedReturn,
  step: Pick<Parameters<typeof tellNews>[2], 'state' | 'reason' | 'answer' | 'refund' | 'credit'>,
): Promise<void> {
  return tellNews(tx, call, { one, lines, titles: titlesOf(found), ...step })
}

/** The goods are back; with what was found of them they are judged at once. */
export function receiveReturn(
  call: StaffCall & { intended: IdempotentRequest | undefined },
  id: string,
  judged: readonly Judged[] | undefined,
): Promise<void> {
  return once(call, async (tx) => {
    const part = { ...call, db: tx }
    await changeReturn(part, id, 'return.receive', async (inner, locked) => {
      const state = nextState(call, locked, 'receive')
      if (state === undefined) return null
      await writeReturnState(inner, id, state)
      await tell(inner, call, locked, { state })
      return { return: state }
    })
    if (judged) await judge(part, id, judged)
  })
}

export function judgeReturn(
  call: StaffCall & { intended: IdempotentRequest | undefined },
  id: string,
  judged: readonly Judged[],
): Promise<void> {
  return once(call, (tx) => judge({ ...call, db: tx }, id, judged))
}

/** Once for each `Idempotency-Key`. */
export async function once(
  call: StaffCall & { intended: IdempotentRequest | undefined },
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await transaction(call.db, (tx) =>
    withIdempotency(tx, call.intended, async () => {
      await work(tx)
      return {}
    }),
  )
}

/**
 * Counts the goods that came back: in the stock, in the timeline of the order, and at what was paid.
 * Pieces that did not come may be asked for again.
 */
function judge(call: StaffCall, id: string, judged: readonly Judged[]): Promise<void> {
  return changeReturn(call, id, 'return.judge', async (tx, locked) => {
    const state = nextState(call, locked, 'judge')
    if (state === undefined) return null
    const { one, lines, order, found } = locked
    const orderId = order.id
    const counted = lines.map((line) => ({ ...line, ...countJudged(line, judged) }))
    const stranger = judged.find(({ line_id }) => lines.every(({ lineId }) => lineId !== line_id))
    if (stranger) throw fieldError('lines', `這筆退貨沒有項目 ${stranger.line_id}`)
    if (counted.every(({ toStock, writtenOff }) => toStock + writtenOff === 0)) {
      throw fieldError('lines', '請填寫退回的件數；沒有收到商品時，請改按「不接受」')
    }
    const { lines: goods, fee } = await readGoods(tx, found)
    for (const line of counted) {
      const known = goods.find(({ lineId }) => lineId === line.lineId)
      const amount = known ? valueOfPieces(known, line.toStock + line.writtenOff) : 0
      await writeJudged(tx, id, { ...line, amount })
    }
    const pieces = new Map(
      counted.map(({ lineId, toStock, writtenOff }) => [lineId, toStock + writtenOff]),
    )
    const isAll = isAllBack(goods, pieces)
    const feeBack = isAll && fee > 0 && !(await hasFeeBack(tx, orderId)) ? fee : 0
    await writeReturnState(tx, id, state, { fee: feeBack })
    const back = counted.flatMap(({ lineId: line_id, toStock, writtenOff }) => [
      ...(toStock > 0 ? [{ line_id, qty: toStock, to_stock: true }] : []),
      ...(writtenOff > 0 ? [{ line_id, qty: writtenOff, to_stock: false }] : []),
    ])
    const recorded = await readReturns(tx, orderId)
    const reason = one.reason || '退貨'
    const isWhole = await recordReturn(
      tx,
      order,
      { reason, refund: 0, lines: back, recorded, caseId: id },
      call,
    )
    const sums = { toStock: sumOf(counted, 'toStock'), writtenOff: sumOf(counted, 'writtenOff') }
    return { return: state, ...sums, ...(isWhole && { order: 'returned' }) }
  })
}

function countJudged(line: { lineId: string; qty: number }, judged: readonly Judged[]) {
  const ofLine = judged.filter(({ line_id }) => line_id === line.lineId)
  const toStock = ofLine.reduce((sum, one) => sum + one.to_stock, 0)
  const writtenOff = ofLine.reduce((sum, one) => sum + one.written_off, 0)
  if (toStock + writtenOff > line.qty)
    throw new ShopError('RETURN_TOO_MUCH', { message: '退回的件數超過申請的件數' })
  return { toStock, writtenOff }
}

function sumOf(
  lines: readonly { toStock: number; writtenOff: number }[],
  key: 'toStock' | 'writtenOff',
): number {
  return lines.reduce((sum, line) => sum + line[key], 0)
}
