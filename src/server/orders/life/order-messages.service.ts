import { and, eq, isNull, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { orderEvents, orders } from '../../db/tables/orders.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError } from '../../input/coerced-values.ts'
import { changeAsStaff, type StaffCall } from '../fulfilment/fulfilment.service.ts'
import { type OrderSubscriber, publishOrderEvent } from '../order-events.ts'
import { lockOwnOrder } from '../order-state.queries.ts'
import { recordOrderEvent } from '../orders.queries.ts'

/** Messages that a shopper may write about one order before the shop answers. */
const maxUnanswered = 10

/** A message of the shopper is an event of the order: it is exported and erased with it. */
export async function askAboutOrder(
  db: NodePgDatabase,
  message: { id: string; owner: string; actor: Actor; text: string },
  options: { intended: IdempotentRequest | undefined; subscribers: readonly OrderSubscriber[] },
): Promise<void> {
  const { id, owner, actor } = message
  const text = readMessage(message.text)
  await transaction(db, (tx) =>
    withIdempotency(tx, options.intended, async () => {
      if (!(await lockOwnOrder(tx, { owner, id }))) throw new ShopError('ORDER_NOT_FOUND')
      if ((await countUnanswered(tx, id)) >= maxUnanswered) {
        throw new ShopError('TOO_MANY_MESSAGES')
      }
      const isFirst = await noteAsked(tx, id)
      await recordOrderEvent(tx, { orderId: id, kind: 'asked', actor, detail: { text } })
      const asked = { type: 'order.asked', orderId: id, actor, text, isFirst } as const
      await publishOrderEvent(tx, options.subscribers, asked)
      return { orderId: id }
    }),
  )
}

/** Also to a shopper who has asked nothing. */
export function answerShopper(
  call: StaffCall & { intended: IdempotentRequest | undefined },
  id: string,
  input: string,
): Promise<unknown> {
  const text = readMessage(input)
  return transaction(call.db, (tx) =>
    withIdempotency(tx, call.intended, async () => {
      await changeAsStaff({ ...call, db: tx }, id, 'order.answer', async (part) => {
        const { actor, subscribers } = call
        await part.update(orders).set({ askedAt: null }).where(eq(orders.id, id))
        await recordOrderEvent(part, { orderId: id, kind: 'answered', actor, detail: { text } })
        const answered = { type: 'order.answered', orderId: id, actor, text } as const
        await publishOrderEvent(part, subscribers, answered)
        return { result: undefined, audit: { length: text.length } }
      })
      return { orderId: id }
    }),
  )
}

/** The messages of the shopper need no answer. */
export function settleMessages(call: StaffCall, id: string): Promise<void> {
  return changeAsStaff(call, id, 'order.settle', async (tx, order) => {
    if (order.askedAt === null) return { result: undefined, audit: null }
    await tx.update(orders).set({ askedAt: null }).where(eq(orders.id, id))
    return { result: undefined, audit: { is_answered: false } }
  })
}

function readMessage(input: string): string {
  const text = input.trim()
  if (text === '') throw fieldError('text', '請輸入內容')
  return text
}

/** Those since the shop answered or settled the last ones. */
async function countUnanswered(tx: Transaction, orderId: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(*)::int as n from ${orderEvents} join ${orders} on orders.id = order_id
    where order_id = ${orderId} and kind = 'asked' and at >= asked_at`)
  return rows[0]?.n ?? 0
}

/** Whether no other message waits. */
async function noteAsked(tx: Transaction, orderId: string): Promise<boolean> {
  const rows = await tx
    .update(orders)
    .set({ askedAt: sql`now()` })
    .where(and(eq(orders.id, orderId), isNull(orders.askedAt)))
    .returning({ id: orders.id })
  return rows.length > 0
}
