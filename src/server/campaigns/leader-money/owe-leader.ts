import type { LeaderSending, Supply } from '#contract/campaign-states.ts'
import { leaderAheadMethod, leaderMethod } from '#contract/payments.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { oweToLeader } from '../../orders/order-state.queries.ts'
import type { OrderRow } from '../../orders/order-wire.ts'
import { payNothing } from '../../payments/paying/pay-nothing.ts'
import type { PaymentDeps } from '../../payments/payment-deps.ts'
import { shopActor } from '../closing/closing-deps.ts'
import { type MovableParticipation, moveParticipations } from '../moves.queries.ts'
import { awaitGoods } from '../supply/awaited-goods.ts'
import { readPlaceSums } from './leader-money.queries.ts'

type Place = Omit<MovableParticipation, 'state'> & { orderId: string }

/**
 * Places whose group has just succeeded, and which wait for their payment, owe their leader from now
 * on; where goods leave at success, the shop works on their locked orders at once.
 */
export async function oweLeader(
  tx: Transaction,
  deps: Pick<PaymentDeps, 'subscribers'>,
  of: {
    sending: LeaderSending | null
    supply: Supply
    places: readonly Place[]
    orders: readonly OrderRow[]
    totals: ReadonlyMap<string, number>
  },
): Promise<void> {
  const { sending, supply, places, orders, totals } = of
  const ids = places.map(({ orderId }) => orderId)
  await oweToLeader(tx, ids, leaderMethod)
  for (const order of orders.filter(({ id }) => ids.includes(id))) {
    // A coupon rounds the price of a few dollars down to nothing.
    if (totals.get(order.id) !== 0) continue
    await payNothing(tx, deps, { order: { ...order, total: 0 }, actor: shopActor })
  }
  const owing = places.filter(({ orderId }) => totals.get(orderId) !== 0)
  if (sending === 'success') await goAhead(tx, owing, { supply, actor: shopActor })
}

/** The shop works on these orders before it has their money; they wait for their payment. */
export async function goAhead(
  tx: Transaction,
  places: readonly Place[],
  { supply, actor }: { supply: Supply; actor: Actor },
): Promise<void> {
  if (places.length === 0) return
  const ids = places.map(({ orderId }) => orderId)
  await oweToLeader(tx, ids, leaderAheadMethod)
  if (supply === 'order') for (const orderId of ids) await awaitGoods(tx, orderId)
  const moved = places.map((place) => ({ ...place, state: 'awaiting_payment' as const }))
  await moveParticipations(tx, moved, { event: 'pay', actor })
}

/** A tick was taken back before its order was prepared: it waits for its payment again. */
export async function goBack(tx: Transaction, place: Place, actor: Actor): Promise<void> {
  await oweToLeader(tx, [place.orderId], leaderMethod)
  await moveParticipations(tx, [{ ...place, state: 'confirmed' }], {
    event: 'unpay',
    actor,
    set: { payBy: null },
  })
}

/** The payment of this order was taken back; its place waits for one again. */
export async function oweAgain(
  tx: Transaction,
  of: Place & { sending: LeaderSending; supply: Supply; actor: Actor },
): Promise<void> {
  const { sending, supply, actor, ...place } = of
  await oweToLeader(tx, [place.orderId], leaderMethod)
  const [sums] = await readPlaceSums(tx, { orderId: place.orderId })
  const isTicked = sums !== undefined && sums.received >= sums.expected
  if (sending === 'success' || (sending === 'tick' && isTicked)) {
    await goAhead(tx, [place], { supply, actor })
  }
}
