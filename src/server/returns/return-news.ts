import type { ReturnState } from '#contract/return-states.ts'
import type { OrderEventKind } from '../db/tables/orders.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Actor } from '../http/actor.ts'
import { type OrderSubscriber, publishOrderEvent } from '../orders/order-events.ts'
import { recordOrderEvent } from '../orders/orders.queries.ts'
import type { ReturnCase, ReturnLine } from './returns.queries.ts'

/** That the goods are judged is told by `recordReturn`. */
const kinds: Partial<Record<ReturnState, OrderEventKind>> = {
  asked: 'return_asked',
  accepted: 'return_accepted',
  refused: 'return_refused',
  withdrawn: 'return_withdrawn',
  received: 'return_received',
  refunded: 'return_done',
}

/** Records a step of a return in the timeline of its order, and tells the subscribers. */
export async function tellNews(
  tx: Transaction,
  { actor, subscribers }: { actor: Actor; subscribers: readonly OrderSubscriber[] },
  step: {
    one: Pick<ReturnCase, 'id' | 'orderId' | 'way'>
    lines: readonly Pick<ReturnLine, 'lineId' | 'qty'>[]
    titles: ReadonlyMap<string, string>
    state: ReturnState
    /** As somebody wrote it, for the timeline. */
    reason?: string
    /** The words of the shop. */
    answer?: string
    /** In whole NT$, with the part of it that comes back as credit and points. */
    refund?: number
    credit?: number
  },
): Promise<void> {
  const { one, lines, titles, state, reason = '', answer = '', refund, credit = 0 } = step
  const { id: caseId, orderId, way } = one
  // With a refund, the reason is the shop's: why the amount is another one.
  const said = state === 'refunded' ? answer || reason : answer
  const pieces = lines.map(({ lineId, qty }) => ({ title: titles.get(lineId) ?? '', qty }))
  const news = {
    ...{ caseId, state, way, pieces },
    ...(said !== '' && { answer: said }),
    ...(refund !== undefined && { refund }),
    ...(credit > 0 && { credit }),
  }
  const kind = kinds[state]
  const text = answer || reason
  if (kind) {
    const detail = { news, ...(text !== '' && { reason: text }) }
    await recordOrderEvent(tx, { orderId, kind, actor, detail })
  }
  await publishOrderEvent(tx, subscribers, { type: 'order.return_news', orderId, actor, news })
}
