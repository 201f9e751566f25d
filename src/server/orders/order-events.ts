import type { ReturnState, ReturnWay } from '#contract/return-states.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Actor } from '../http/actor.ts'
import type { OrderTransitionEvent } from './order-states.ts'
import type { Contact } from './order-user.ts'

interface OfOneOrder {
  orderId: string
  actor: Actor
}

interface OfAttempt extends OfOneOrder {
  attemptId: string
  /** In whole NT$. */
  amount: number
}

export interface Pieces {
  /** As in `stock`. */
  variantId: string
  qty: number
}

/** Pieces of a line that are not shipped any more. */
export interface LeftOut extends Pieces {
  lineId: string
  title: string
}

/** In Chinese, unless the caller gives the sign between them. */
export function piecesText(pieces: readonly Pick<LeftOut, 'title' | 'qty'>[], sign = '、'): string {
  return pieces.map(({ title, qty }) => `${title} × ${qty}`).join(sign)
}

/** A step of a return, as its mail tells it; the timeline keeps it. */
export interface ReturnNews {
  caseId: string
  state: ReturnState
  way: ReturnWay | null
  pieces: Pick<LeftOut, 'title' | 'qty'>[]
  /** The words of the shop. */
  answer?: string
  /** In whole NT$, with the part of it that comes back as credit and points. */
  refund?: number
  credit?: number
}

/** The events for rooms that orders may not import: each has a subscriber, or is not here. */
export type OrderEvent =
  /** `customer`: the key of the customer. */
  | ({
      type: 'order.placed'
      total: number
      customer: string
      contact: Pick<Contact, 'name' | 'email' | 'tel'>
    } & OfOneOrder)
  /** The staff changed name, telephone or e-mail address; `former`: null once it was taken out. */
  | ({ type: 'order.contact_changed'; customer: string; former: string | null } & OfOneOrder)
  /** A number that was taken lets it wait longer for its payment. */
  | ({ type: 'order.extended' } & OfOneOrder)
  /** Its goods or its delivery are others now; totals in whole NT$. */
  | ({ type: 'order.changed'; before: number; refund: number } & OfOneOrder)
  /** Sent in one parcel with others it has so much less of a fee, in whole NT$. */
  | ({ type: 'order.fee_lowered'; amount: number } & OfOneOrder)
  /** It is paid when it is picked up: the shop works on it before. */
  | ({ type: 'order.on_delivery' } & OfOneOrder)
  | ({ type: 'order.paid'; total: number; cause: OrderTransitionEvent } & OfOneOrder)
  /** All that a change has added to its price, in whole NT$. */
  | ({ type: 'order.balance_paid'; amount: number } & OfOneOrder)
  | ({ type: 'order.unpaid'; total: number; cause: OrderTransitionEvent } & OfOneOrder)
  | ({ type: 'order.cancelled'; cause: OrderTransitionEvent; reason: string | null } & OfOneOrder)
  /** `isHandedOut`: to the shopper, who came for it. `isAlong`: in the parcel of another order. */
  | ({
      type: 'order.shipped'
      parcelId: string
      pieces: Pieces[]
      isHandedOut?: true
      isAlong?: true
    } & OfOneOrder)
  /** The pieces that are in no parcel are not shipped any more. */
  | ({ type: 'order.rest_closed'; pieces: LeftOut[] } & OfOneOrder)
  /** A run that shipped them is undone. */
  | ({ type: 'order.unshipped'; pieces: Pieces[] } & OfOneOrder)
  | ({ type: 'order.delivered' } & OfOneOrder)
  /** A parcel waits in a store; `until`: the last day, `YYYY-MM-DD` of Taipei. */
  | ({ type: 'order.at_store'; store: string; until: string } & OfOneOrder)
  /** The shopper has to choose another store. */
  | ({ type: 'order.store_closed'; store: string } & OfOneOrder)
  | ({ type: 'order.completed' } & OfOneOrder)
  /**
   * `lines`: the goods that the refund is for, as far as they were named; in whole NT$. `to`: as what
   * it is given; absent: the way it was paid.
   */
  | ({
      type: 'order.returned'
      refund: number
      reason: string
      toStock: Pieces[]
      lines?: readonly { lineId: string; qty: number; amount: number }[]
      to?: 'source' | 'credit'
    } & OfOneOrder)
  /** A return was asked for, or goes on; its goods are not judged yet, or its money goes back. */
  | ({ type: 'order.return_news'; news: ReturnNews } & OfOneOrder)
  /** Money of it was captured or is to go back, or a failed refund is no longer needed. */
  | ({ type: 'order.money_moved' } & OfOneOrder)
  /** `isOfOrder`: whether the refunded payment counts for the order. `isCredit`: taken as 購物金. */
  | ({
      type: 'order.refunded'
      amount: number
      isOfOrder: boolean
      isCredit?: true
    } & OfOneOrder)
  /** The shopper wrote; `isFirst`: no other message waits for an answer. */
  | ({ type: 'order.asked'; text: string; isFirst: boolean } & OfOneOrder)
  | ({ type: 'order.answered'; text: string } & OfOneOrder)
  /** The amount is reserved on a card, for an order that is charged later. */
  | ({ type: 'order.authorised' } & OfAttempt)
  /** A reserved amount cannot be charged; the reservation of an order to authorise is released. */
  | ({ type: 'order.capture_failed'; reason: string } & OfAttempt)
  /** Unpaid orders that were cancelled together; whoever cancelled them informs the shoppers. */
  | { type: 'orders.cancelled'; orderIds: string[]; actor: Actor; reason: string }

/** Runs in the transaction of the change; a throw rolls it back. */
export type OrderSubscriber = (tx: Transaction, event: OrderEvent) => Promise<void>

/** Calls the subscribers one after the other, in their order. */
export async function publishOrderEvent(
  tx: Transaction,
  subscribers: readonly OrderSubscriber[],
  event: OrderEvent,
): Promise<void> {
  for (const subscriber of subscribers) await subscriber(tx, event)
}
