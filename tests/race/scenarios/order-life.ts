import { type OrderState, orderStateLabels } from '#contract/order-states.ts'
import { orderTransitions } from '../../../src/server/orders/order-states.ts'
import { stockDisagreements } from '../../../src/server/testing/stock-disagreements.ts'
import { counted } from '../counted-product.ts'
import {
  burstSize,
  mustOnlyAnswer,
  mustSucceedOnce,
  type Round,
  type Scenario,
  shuffled,
  times,
  withStatus,
} from '../scenario.ts'
import { call, createOrder, newGuest, type Shopper } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

const pieces = 3
const onHand = 10

interface Ordered {
  shopper: Shopper
  id: string
  productId: string
}

/** An order of three pieces of a product of which there are ten. */
async function ordered(
  { harness, random }: Round,
  shopper: Shopper = newGuest(random),
): Promise<Ordered> {
  const product = await counted(harness, onHand)
  const id = await createOrder(harness, shopper, product, pieces)
  return { shopper, id, productId: product.id }
}

interface Stored {
  state: OrderState
  total: number
  /** Of payments that count, and of refunds that did not fail, in NT$. */
  paid: number
  refunded: number
  refunds: number
  parcels: number
  /** Of its lines. */
  pieces: number
  /** Added by a change and paid by nobody, in NT$. */
  balance: number
  steps: { before: OrderState; after: OrderState }[]
  onHand: number
  held: number
}

async function read({ harness }: Round, { id, productId }: Ordered): Promise<Stored> {
  const [stored] = await harness.query<Stored>(
    `select state, total::int as total, balance_due::int as balance,
       (select coalesce(sum(amount), 0)::int from payments
        where order_id = orders.id and status = 'succeeded') as paid,
       (select coalesce(sum(amount), 0)::int from refunds
        where order_id = orders.id and refunds.state not in ('failed', 'dropped')) as refunded,
       (select count(*)::int from refunds where order_id = orders.id) as refunds,
       (select count(*)::int from parcels where order_id = orders.id) as parcels,
       (select sum(qty)::int from order_lines where order_id = orders.id) as pieces,
       (select coalesce(json_agg(json_build_object('before', detail #>> '{before,state}',
          'after', detail #>> '{after,state}') order by id), '[]')
        from order_events where order_id = orders.id
          and detail #>> '{after,state}' is not null) as steps,
       stock.on_hand as "onHand", stock.held
     from orders, stock where orders.id = $1 and stock.product_id = $2`,
    [id, productId],
  )
  must(stored !== undefined, 'the order is gone')
  return stored
}

/** The timeline is a path of the table of states; stock and money agree with its end. */
async function mustBeConsistent(round: Round, order: Ordered): Promise<Stored> {
  const stored = await read(round, order)
  const { state, steps, total, paid, refunded, parcels, pieces } = stored
  let at: OrderState = 'placed'
  for (const { before, after } of steps) {
    mustEqual(before, at, 'the state before a step')
    const outcomes: string[] = Object.values(orderTransitions[before])
    must(outcomes.includes(after), `a step from ${before} to ${after}`)
    at = after
  }
  mustEqual(state, at, 'the state, and the end of the timeline')
  const isShipped = state === 'shipped'
  const isHeld = state === 'placed' || state === 'paid' || state === 'preparing'
  mustEqual(
    [stored.onHand, stored.held],
    [isShipped ? onHand - pieces : onHand, isHeld ? pieces : 0],
    `on hand and held of an order that is ${state}`,
  )
  mustEqual(await round.harness.query(stockDisagreements), [], 'stock that does not agree')
  const isKept = state !== 'placed' && state !== 'cancelled'
  mustEqual(
    paid - refunded,
    isKept ? total - stored.balance : 0,
    `the money of an order that is ${state}`,
  )
  mustEqual(parcels, isShipped ? 1 : 0, `parcels of an order that is ${state}`)
  return stored
}

const shipping = { carrier: 'tcat' }
const stateNames = Object.values(orderStateLabels).map((label) => `「${label}」`)

const everything: Scenario = {
  name: 'one order paid, cancelled, prepared, shipped, switched and archived',
  ids: 'ORDERLIFE-31 I2',
  weight: 5,
  async run(round) {
    const { harness, random } = round
    const order = await ordered(round)
    const { id, shopper } = order
    const requests = times(burstSize, (index) => {
      switch (index % 5) {
        case 0:
          return call('POST', `/pay/${id}`, shopper)
        case 1:
          return harness.admin('PUT', `/order/${id}`, { is_paid: random() < 0.7 })
        case 2:
          return harness.admin('POST', `/order/${id}/prepare`)
        case 3:
          return harness.admin('POST', `/order/${id}/parcel`, shipping)
        default:
          if (index === burstSize - 1 && random() < 0.5)
            return harness.admin('DELETE', `/order/${id}`)
          return random() < 0.5
            ? call('POST', `/order/${id}/cancel`, shopper)
            : harness.admin('POST', `/order/${id}/cancel`, { reason: '缺貨' })
      }
    })
    const replies = await round.burst(shuffled(random, requests))
    mustOnlyAnswer(replies, [200, 404, 409])
    for (const { body } of withStatus(replies, 409)) {
      const message = String(body.message)
      must(
        body.code === 'ORDER_NOT_CANCELLABLE' || stateNames.some((name) => message.includes(name)),
        `a refusal that names no state: ${message}`,
      )
    }
    await mustBeConsistent(round, order)
  },
}

const cancelOrShip: Scenario = {
  name: 'a paid order cancelled by its shopper while the owner ships it',
  ids: 'REFUND-13 I2',
  weight: 4,
  async run(round) {
    const { harness } = round
    const order = await ordered(round)
    const { id, shopper } = order
    await harness.call(call('POST', `/pay/${id}`, shopper))
    const requests = times(burstSize, (index) =>
      index % 2 === 0
        ? call('POST', `/order/${id}/cancel`, shopper)
        : harness.admin('POST', `/order/${id}/parcel`, shipping),
    )
    const replies = await round.burst(shuffled(round.random, requests))
    mustOnlyAnswer(replies, [200, 409])
    const { state, refunds } = await mustBeConsistent(round, order)
    if (round.isUncertain && state === 'paid') return
    must(state === 'cancelled' || state === 'shipped', `the order is ${state}`)
    mustEqual(refunds, state === 'cancelled' ? 1 : 0, `refunds of an order that is ${state}`)
  },
}

const refundWhole: Scenario = {
  name: 'the whole of an order refunded by 30 at once',
  ids: 'REFUND-03 REFUND-02 I2',
  weight: 4,
  async run(round) {
    const { harness } = round
    const order = await ordered(round)
    const { id } = order
    await harness.call(harness.admin('PUT', `/order/${id}`, { is_paid: true }))
    const data = { amount: pieces * 100, reason: '全部退' }
    const replies = await round.burst(
      times(burstSize, () => harness.admin('POST', `/order/${id}/refund`, data)),
    )
    mustOnlyAnswer(replies, [200, 409])
    mustSucceedOnce(replies, round)
    const { refunds, refunded, paid } = await read(round, order)
    must(refunds === 1 || (round.isUncertain && refunds === 0), `${refunds} refunds`)
    mustEqual(refunded, refunds * paid, 'what is refunded')
  },
}

const changed: Scenario = {
  name: 'an order changed by both sides while it is paid, cancelled, prepared and shipped',
  ids: 'AFTER-08 I2',
  weight: 4,
  async run(round) {
    const { harness, random } = round
    const order = await ordered(round)
    const { id, shopper, productId } = order
    if (random() < 0.5) await harness.call(call('POST', `/pay/${id}`, shopper))
    const change = () => ({
      lines: [{ product_id: productId, qty: 1 + Math.floor(random() * 4) }],
      expected_difference: 100 * (Math.floor(random() * 5) - 3),
    })
    const requests = times(burstSize, (index) => {
      if (index % 3 === 0) return call('PUT', `/order/${id}`, shopper, change())
      if (index % 3 === 1) return harness.admin('PUT', `/order/${id}/lines`, change())
      const chance = random()
      if (chance < 0.3) return call('POST', `/pay/${id}`, shopper)
      if (chance < 0.4) return harness.admin('POST', `/order/${id}/balance`, { amount: 100 })
      if (chance < 0.6) return harness.admin('POST', `/order/${id}/prepare`)
      if (chance < 0.8) return harness.admin('POST', `/order/${id}/parcel`, shipping)
      return call('POST', `/order/${id}/cancel`, shopper)
    })
    mustOnlyAnswer(await round.burst(shuffled(random, requests)), [200, 409])
    const { total, pieces: left } = await mustBeConsistent(round, order)
    mustEqual(total, left * 100, 'the total of the pieces that are left')
  },
}

const merged: Scenario = {
  name: 'two orders merged and taken apart by both sides while they are cancelled, changed and shipped',
  ids: 'AFTER-09 I2',
  weight: 4,
  async run(round) {
    const { harness, random } = round
    const first = await ordered(round)
    const { shopper } = first
    const second = await ordered(round, shopper)
    for (const { id } of [first, second]) await harness.call(call('POST', `/pay/${id}`, shopper))
    const requests = times(burstSize, (index) => {
      const [one, other] = index % 2 === 0 ? [first, second] : [second, first]
      const { id } = one
      const asked = { with: [other.id] }
      const chance = random()
      if (chance < 0.3) return call('POST', `/order/${id}/merge`, shopper, asked)
      if (chance < 0.5) return harness.admin('POST', `/order/${id}/merge`, asked)
      if (chance < 0.6) return call('DELETE', `/order/${id}/merge`, shopper)
      if (chance < 0.7) return harness.admin('DELETE', `/order/${id}/merge`)
      if (chance < 0.8) return harness.admin('POST', `/order/${id}/parcel`, shipping)
      if (chance < 0.85) return harness.admin('POST', `/order/${id}/prepare`)
      if (chance < 0.88) return call('POST', `/order/${id}/cancel`, shopper)
      if (chance < 0.92) return call('POST', `/pay/${id}`, shopper)
      const more = random() < 0.5 ? 1 : -1
      const lines = [{ product_id: one.productId, qty: pieces + more }]
      return call('PUT', `/order/${id}`, shopper, { lines, expected_difference: 100 * more })
    })
    mustOnlyAnswer(await round.burst(shuffled(random, requests)), [200, 409])
    const ends = [await mustBeConsistent(round, first), await mustBeConsistent(round, second)]
    const parcels = await harness.query<{ ships_with: string | null }>(
      'select ships_with from orders where id = any($1)',
      [[first.id, second.id]],
    )
    const [one, other] = parcels.map(({ ships_with: parcel }) => parcel)
    if (one === null || one !== other) return
    const states = ends.map(({ state }) => state)
    const isOneLeft = states.includes('shipped') && states.some((state) => waits.includes(state))
    must(!isOneLeft, `of one parcel the orders are ${states.join(' and ')}`)
  },
}
const waits: readonly OrderState[] = ['paid', 'preparing']

export const orderLifeScenarios = [everything, cancelOrShip, refundWhole, changed, merged]
