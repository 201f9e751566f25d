import type { RaceHarness } from '../race-harness.ts'
import { burstSize, mustOnlyAnswer, type Scenario, shuffled, times } from '../scenario.ts'
import { call, contact, createGuestWithCart } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

const shownFee = 100

const method = (name: string, fee: number) => ({
  ...{ kind: 'home', name, fee, free_over: null, outlying: { mode: 'same' } },
  ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
  ...{ temperatures: ['normal'], mixes: false, cod: false, is_on: true },
})

/** The total of the owner's order, and what it is made of. */
async function charges(harness: RaceHarness, owner: string) {
  return harness.query<{ total: number; goods: number; fee: number }>(
    `select total::float8 as total,
       (select sum(line.total)::float8 from order_lines as line where order_id = orders.id) as goods,
       (select sum(amount_hundredths)::float8 / 100 from order_adjustments
        where order_id = orders.id and kind = 'fee') as fee
     from orders where owner = $1`,
    [owner],
  )
}

const changed: Scenario = {
  name: 'the fee of a shipping method changed while carts are ordered with the one that was shown',
  ids: 'SHIP-03',
  weight: 2,
  async run(round) {
    const { harness, random, tag } = round
    const created = await harness.call(
      harness.admin('POST', '/shipping-method', method(tag, shownFee)),
    )
    const { id } = created.method as { id: string }
    const fees = times(5, (index) => shownFee + 10 * (index + 1))
    const carts = await Promise.all(
      times(burstSize - fees.length, () => createGuestWithCart(round, 1)),
    )
    const orders = carts.map(({ shopper }) => ({
      shopper,
      request: call('POST', '/order', shopper, {
        user: contact,
        shipping: { method_id: id, fee: shownFee },
      }),
    }))
    // One of the changes takes the version that it names.
    const changes = fees.map((fee) =>
      harness.admin('PUT', `/shipping-method/${id}`, { ...method(tag, fee), version: 1 }),
    )
    const requests = shuffled(random, [...orders.map(({ request }) => request), ...changes])
    const replies = await round.burst(requests)
    mustOnlyAnswer(replies, [200, 409])
    for (const { shopper, request } of orders) {
      const reply = replies[requests.indexOf(request)]
      const made = await charges(harness, shopper.owner)
      must(made.length <= 1, `${made.length} orders of one cart`)
      for (const { total, goods, fee } of made) {
        mustEqual(fee, shownFee, 'the fee of an order')
        mustEqual(total, goods + fee, 'the charge of an order')
      }
      if (reply?.status !== 409) continue
      mustEqual(made, [], 'orders of a refused cart')
      must(fees.includes(Number(reply.body.shipping_fee)), 'a refusal without the fee of now')
    }
    await harness.call(harness.admin('DELETE', `/shipping-method/${id}`))
  },
}

export const shippingScenarios = [changed]
