import { setTimeout as delay } from 'node:timers/promises'
import { type Reply, send } from '../held-request.ts'
import {
  burstSize,
  mustOnlyAnswer,
  mustSucceedOnce,
  pick,
  type Round,
  type Scenario,
  times,
  withStatus,
} from '../scenario.ts'
import {
  addition,
  type CartView,
  call,
  createGuestWithCart,
  newGuest,
  orderRequest,
  readCart,
  type Shopper,
  storedOrders,
} from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

const qty = 2

/** One order of the whole cart, and an empty cart; every success has the id of that order. */
async function mustBeOneOrder(
  round: Round,
  { shopper, total }: { shopper: Shopper; total: number },
  replies: Reply[],
): Promise<string> {
  const [order, ...more] = await storedOrders(round.harness, shopper.owner)
  must(order !== undefined, 'no order was made')
  must(more.length === 0, `${more.length + 1} orders were made of one cart`)
  mustEqual(order.total, total, 'the total')
  const acknowledged = new Set(withStatus(replies, 200).map(({ body }) => body.orderId))
  for (const id of acknowledged) mustEqual(id, order.id, 'the acknowledged order')
  for (const [node] of round.harness.nodes.entries()) {
    mustEqual((await readCart(round.harness, shopper, node)).carts, [], 'the cart')
    const list = await round.harness.call(call('GET', '/orders', shopper), node)
    mustEqual(
      (list.orders as { id: string }[]).map(({ id }) => id),
      [order.id],
      'the orders',
    )
  }
  return order.id
}

/** Retries an order with its key until the first request of the key has ended. */
async function again(round: Round, shopper: Shopper, key: string, message = ''): Promise<Reply> {
  const node = Math.floor(round.random() * round.harness.nodes.length)
  for (let attempt = 0; ; attempt++) {
    const reply = await send(round.harness.address(node), orderRequest(shopper, key, message))
    const isRunning = reply.status === 409 && String(reply.body.message).includes('處理中')
    if ((!isRunning && reply.status !== 503) || attempt === 100) return reply
    await delay(20)
  }
}

const sameKey: Scenario = {
  name: 'one cart ordered, with one key',
  ids: 'D1 D2 I2',
  weight: 6,
  async run(round) {
    const cart = await createGuestWithCart(round, qty)
    const replies = await round.burst(times(burstSize, () => orderRequest(cart.shopper, round.tag)))
    mustOnlyAnswer(replies, [200, 409])
    const repeated = await again(round, cart.shopper, round.tag)
    mustEqual(repeated.status, 200, 'the repeated order')
    await mustBeOneOrder(round, cart, [...replies, repeated])
    const rows = await round.harness.query('select 1 from idempotency_keys where owner = $1', [
      cart.shopper.owner,
    ])
    mustEqual(rows.length, 1, 'saved answers')
  },
}

const noKey: Scenario = {
  name: 'one cart ordered, without a key',
  ids: 'D1 I2',
  weight: 6,
  async run(round) {
    const cart = await createGuestWithCart(round, qty)
    const replies = await round.burst(times(burstSize, () => orderRequest(cart.shopper)))
    mustOnlyAnswer(replies, [200, 409])
    mustSucceedOnce(replies, round)
    await mustBeOneOrder(round, cart, replies)
  },
}

const differentKeys: Scenario = {
  name: 'one cart ordered, each with a key of its own',
  ids: 'D1 D2 I2',
  weight: 6,
  async run(round) {
    const cart = await createGuestWithCart(round, qty)
    const keys = times(burstSize, (index) => `${round.tag}-${index}`)
    const replies = await round.burst(keys.map((key) => orderRequest(cart.shopper, key)))
    mustOnlyAnswer(replies, [200, 409])
    mustSucceedOnce(replies, round)
    const id = await mustBeOneOrder(round, cart, replies)
    const winner = keys[replies.findIndex(({ status }) => status === 200)]
    if (winner === undefined) return
    mustEqual((await again(round, cart.shopper, winner)).body.orderId, id, "the winner's answer")
  },
}

const otherBody: Scenario = {
  name: 'one cart ordered, with one key and two bodies',
  ids: 'D2 I2',
  weight: 3,
  async run(round) {
    const cart = await createGuestWithCart(round, qty)
    const replies = await round.burst(
      times(burstSize, (index) => orderRequest(cart.shopper, round.tag, `body ${index % 4 < 2}`)),
    )
    mustOnlyAnswer(replies, [200, 409, 422])
    const repeated = [
      await again(round, cart.shopper, round.tag, 'body true'),
      await again(round, cart.shopper, round.tag, 'body false'),
    ]
    mustEqual(repeated.map(({ status }) => status).sort(), [200, 422], 'the two bodies, repeated')
    await mustBeOneOrder(round, cart, [...replies, ...repeated])
  },
}

/** The content of a cart as text: products with quantities. */
function versionOf(lines: { product_id: string; qty: number }[]): string {
  return lines
    .map(({ product_id, qty: pieces }) => `${product_id} ${pieces}`)
    .sort()
    .join(', ')
}

const editedCart: Scenario = {
  name: 'a cart edited while it is ordered',
  ids: 'D7 I2',
  weight: 6,
  async run(round) {
    const { harness, random } = round
    const shopper = newGuest(random)
    const products = times(3, () => pick(random, harness.products))
    for (const product of products) await harness.call(addition(shopper, product, 1))
    const before = await readCart(harness, shopper)
    const edit = (index: number) => {
      const line = pick(random, before.carts)
      const pieces = 1 + Math.floor(random() * 50)
      return index % 2 === 0
        ? call('PUT', `/cart/${line.id}`, shopper, { qty: pieces })
        : addition(shopper, pick(random, products), pieces)
    }
    const orderAt = Math.floor(random() * burstSize)
    const requests = times(burstSize, (index) =>
      index === orderAt || index === (orderAt + 7) % burstSize
        ? orderRequest(shopper)
        : edit(index),
    )
    const replies = await round.burst(requests)
    mustOnlyAnswer(replies, [200, 404, 409])
    const orders = await storedOrders(harness, shopper.owner)
    const acknowledged = withStatus(replies, 200).filter(({ body }) => body.orderId !== undefined)
    must(orders.length >= 1 || round.isUncertain, 'no order was made')
    must(orders.length >= acknowledged.length, 'an acknowledged order is missing')
    if (replies.some(({ status }) => status === 0)) return
    mustEqual(orders.length, acknowledged.length, 'orders')
    // Each change was answered with the whole cart after it: these are all versions there were.
    const versions = new Set([versionOf(before.carts), ''])
    for (const { body } of replies) {
      if (body.cart) versions.add(versionOf((body.cart as CartView).carts))
    }
    for (const { id, lines } of orders) {
      must(versions.has(versionOf(lines)), `order ${id} is no version of the cart`)
    }
    const left = versionOf((await readCart(harness, shopper)).carts)
    must(versions.has(left), 'what is left is no version of the cart')
  },
}

export const orderScenarios = [sameKey, noKey, differentKeys, otherBody, editedCart]
