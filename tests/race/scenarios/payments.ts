import {
  burstSize,
  mustOnlyAnswer,
  pick,
  type Round,
  type Scenario,
  shuffled,
  times,
  withStatus,
} from '../scenario.ts'
import { call, createOrder, newGuest, type Shopper, storedOrders, withKey } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

interface Ordered {
  shopper: Shopper
  id: string
}

async function ordered({ harness, random }: Round): Promise<Ordered> {
  const shopper = newGuest(random)
  return { shopper, id: await createOrder(harness, shopper, pick(random, harness.products), 3) }
}

const payment = ({ shopper, id }: Ordered, key?: string) =>
  withKey(call('POST', `/pay/${id}`, shopper), key)

async function theOrder({ harness }: Round, { shopper }: Ordered) {
  const [order] = await storedOrders(harness, shopper.owner)
  must(order !== undefined, 'the order is gone')
  return order
}

async function mustBePaidOnce(round: Round, order: Ordered): Promise<void> {
  const stored = await theOrder(round, order)
  mustEqual(stored.state, 'paid', 'the state')
  mustEqual(stored.payments.length, 1, 'payments')
  for (const [node] of round.harness.nodes.entries()) {
    const read = await round.harness.call(call('GET', `/order/${order.id}`, order.shopper), node)
    mustEqual((read.order as { is_paid: boolean }).is_paid, true, 'paid, as it is read')
  }
}

const pay: Scenario = {
  name: 'one order paid',
  ids: 'D8 I2',
  weight: 6,
  async run(round) {
    const order = await ordered(round)
    const replies = await round.burst(times(burstSize, () => payment(order)))
    mustOnlyAnswer(replies, [200])
    await mustBePaidOnce(round, order)
  },
}

const payWithKey: Scenario = {
  name: 'one order paid, with one key',
  ids: 'D8 I2',
  weight: 4,
  async run(round) {
    const order = await ordered(round)
    const replies = await round.burst(times(burstSize, () => payment(order, round.tag)))
    mustOnlyAnswer(replies, [200, 409])
    must(round.isUncertain || withStatus(replies, 200).length > 0, 'nobody has paid')
    await round.harness.call(payment(order))
    await mustBePaidOnce(round, order)
  },
}

const payOrDelete: Scenario = {
  name: 'an order paid while it is deleted',
  ids: 'D8 D13 I2',
  weight: 4,
  async run(round) {
    const order = await ordered(round)
    const deletions = times(6, () => round.harness.admin('DELETE', `/order/${order.id}`))
    const payments = times(burstSize - deletions.length, () => payment(order))
    const both = shuffled(round.random, [
      ...deletions.map((request) => ({ request, deletes: true })),
      ...payments.map((request) => ({ request, deletes: false })),
    ])
    const replies = await round.burst(both.map(({ request }) => request))
    mustOnlyAnswer(replies, [200, 404])
    const deleted = replies.filter(({ status }, at) => status === 200 && both[at]?.deletes)
    const paid = replies.filter(({ status }, at) => status === 200 && !both[at]?.deletes)
    must(deleted.length <= 1, `${deleted.length} deletions of one order succeeded`)
    const stored = await theOrder(round, order)
    if (paid.length > 0) mustEqual(stored.state, 'paid', 'the state of a paid order')
    if (round.isUncertain) return
    mustEqual(deleted.length, 1, 'deletions that succeeded')
    mustEqual(stored.is_deleted, true, 'deleted')
    mustEqual(stored.state === 'paid', paid.length > 0, 'paid, and acknowledged')
  },
}

const payOrChange: Scenario = {
  name: 'an order paid while an administrator marks it paid and unpaid',
  ids: 'D8 I2',
  weight: 4,
  async run(round) {
    const order = await ordered(round)
    const mark = () => {
      const data = { is_paid: round.random() < 0.5, message: round.tag }
      return round.harness.admin('PUT', `/order/${order.id}`, data)
    }
    const requests = times(burstSize, (index) => (index % 2 === 0 ? payment(order) : mark()))
    mustOnlyAnswer(await round.burst(requests), [200])
    // Reading the order checks its events, its state and its payments.
    await theOrder(round, order)
  },
}

export const paymentScenarios = [pay, payWithKey, payOrDelete, payOrChange]
