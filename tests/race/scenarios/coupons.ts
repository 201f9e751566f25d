import type { RaceHarness } from '../race-harness.ts'
import {
  burstSize,
  mustOnlyAnswer,
  mustSucceedOnce,
  pick,
  type Scenario,
  shuffled,
  times,
  withStatus,
} from '../scenario.ts'
import {
  addition,
  call,
  createGuestWithCart,
  newGuest,
  orderRequest,
  readCart,
  storedOrders,
} from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

function couponInput(code: string, percent: number) {
  return { title: '競速券', code, percent, due_date: 4_070_908_799, is_enabled: 1 }
}

async function createCoupon(harness: RaceHarness, code: string, percent: number): Promise<string> {
  await harness.call(harness.admin('POST', '/coupon', couponInput(code, percent)))
  const [row] = await harness.query<{ id: string }>(
    'select id from coupons where lower(code) = lower($1) and deleted_at is null',
    [code],
  )
  return row?.id ?? ''
}

/** The total of a cart under a percent, as the cart shows it and as an order charges it. */
const shown = (total: number, percent: number) => (total * percent) / 100
const charged = (total: number, percent: number) => Math.floor((total * percent + 50) / 100)

const applied: Scenario = {
  name: 'coupons applied and taken off while the cart is ordered',
  ids: 'D5 D7 I2',
  weight: 5,
  async run(round) {
    const { harness, random, tag } = round
    const percents = new Map([
      [`a-${tag}`, 10 + Math.floor(random() * 40)],
      [`b-${tag}`, 55 + Math.floor(random() * 40)],
    ])
    for (const [code, percent] of percents) await createCoupon(harness, code, percent)
    const { shopper, total } = await createGuestWithCart(round, 7)
    const orders = random() < 0.7 ? 1 : 0
    const kinds = shuffled(random, [
      ...times(orders, () => 'order'),
      ...times(3, () => 'unknown'),
      ...times(5, () => 'clear'),
      ...times(burstSize - 8 - orders, (index) => [...percents.keys()][index % 2] ?? ''),
    ])
    const replies = await round.burst(
      kinds.map((kind) => {
        if (kind === 'order') return orderRequest(shopper)
        if (kind === 'clear') return call('DELETE', '/coupon', shopper)
        return call('POST', '/coupon', shopper, { code: kind === 'unknown' ? `x-${tag}` : kind })
      }),
    )
    for (const [index, kind] of kinds.entries()) {
      const reply = replies[index]
      if (!reply) continue
      mustOnlyAnswer([reply], [kind === 'unknown' ? 404 : 200])
      const percent = percents.get(kind)
      if (percent === undefined || reply.status !== 200) continue
      const { final_total } = reply.body.data as { final_total: number }
      // An order that came first has emptied the cart.
      const isRight = final_total === shown(total, percent) || (orders > 0 && final_total === 0)
      must(isRight, `${kind} of ${percent}% was priced as ${final_total} of ${total}`)
    }
    const possible = [100, ...percents.values()]
    const made = await storedOrders(harness, shopper.owner)
    if (!round.isUncertain) mustEqual(made.length, orders, 'orders')
    for (const order of made) {
      const percent = order.lines[0]?.percent ?? 100
      must(possible.includes(percent), `an order under ${percent}%`)
      mustEqual(order.total, charged(total, percent), 'the charge')
    }
    const cart = await readCart(harness, shopper)
    if (made.length > 0) return mustEqual(cart.carts, [], 'the cart')
    const percent = percents.get(cart.carts[0]?.coupon?.code ?? '') ?? 100
    mustEqual(cart.final_total, shown(total, percent), 'the total of the cart')
  },
}

const changed: Scenario = {
  name: 'a coupon changed and disabled while carts that hold it are ordered',
  ids: 'D4 D7 I2',
  weight: 2,
  async run(round) {
    const { harness, random, tag } = round
    const id = await createCoupon(harness, tag, 80)
    const product = pick(random, harness.products)
    const shoppers = times(9, () => newGuest(random))
    for (const shopper of shoppers) {
      await harness.call(addition(shopper, product, 5))
      await harness.call(call('POST', '/coupon', shopper, { code: tag }))
    }
    const changes = [
      harness.admin('PUT', `/coupon/${id}`, couponInput(tag, 50)),
      harness.admin('PUT', `/coupon/${id}`, { ...couponInput(tag, 50), is_enabled: 0 }),
      harness.admin('PUT', `/coupon/${id}`, { ...couponInput(tag, 60), is_enabled: 0 }),
    ]
    const submissions = shoppers.flatMap((shopper) => times(3, () => orderRequest(shopper)))
    const replies = await round.burst(shuffled(random, [...changes, ...submissions]))
    mustOnlyAnswer(replies, [200, 409])
    const orderIds = new Set(withStatus(replies, 200).flatMap(({ body }) => body.orderId ?? []))
    let made = 0
    for (const shopper of shoppers) {
      const orders = await storedOrders(harness, shopper.owner)
      must(orders.length <= 1, `${orders.length} orders of one cart`)
      const { carts } = await readCart(harness, shopper)
      mustEqual(carts.length, orders.length === 1 ? 0 : 1, 'lines that are left')
      for (const order of orders) {
        made++
        const percent = order.lines[0]?.percent ?? 100
        must([80, 50].includes(percent), `an order under ${percent}%`)
        mustEqual(order.total, charged(product.price * 5, percent), 'the charge')
        must(round.isUncertain || orderIds.has(order.id), 'an order that no reply named')
      }
    }
    must(made >= orderIds.size, 'an acknowledged order is missing')
  },
}

const oneCode: Scenario = {
  name: 'one coupon code made',
  ids: 'A10 I2',
  weight: 2,
  async run(round) {
    const { harness, tag } = round
    const replies = await round.burst(
      times(burstSize, (index) => {
        const code = index % 2 === 0 ? `code-${tag}` : `CODE-${tag}`
        return harness.admin('POST', '/coupon', couponInput(code, 80))
      }),
    )
    mustOnlyAnswer(replies, [200, 409])
    mustSucceedOnce(replies, round)
    const rows = await harness.query('select 1 from coupons where lower(code) = $1', [
      `code-${tag}`,
    ])
    must(rows.length === 1, `${rows.length} coupons of one code`)
  },
}

export const couponScenarios = [applied, changed, oneCode]
