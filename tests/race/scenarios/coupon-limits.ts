import type { Reply } from '../held-request.ts'
import type { RaceHarness } from '../race-harness.ts'
import {
  mustOnlyAnswer,
  pick,
  type Round,
  type Scenario,
  shuffled,
  times,
  withStatus,
} from '../scenario.ts'
import { addition, call, newGuest, orderRequest, type Shopper } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

const checkouts = 200
/** Setting up is no part of the race. */
const atOnce = 20

interface LimitedCoupon {
  id: string
  code: string
}

async function createLimited({ harness, tag }: Round, rules: object): Promise<LimitedCoupon> {
  const [name, limit] = Object.entries(rules)[0] ?? []
  const input = {
    title: '限量券',
    code: `${name}-${limit}-${tag}`,
    percent: 80,
    due_date: 4_070_908_799,
    is_enabled: 1,
    ...rules,
  }
  const { coupon } = await harness.call(harness.admin('POST', '/coupon', input))
  return coupon as LimitedCoupon
}

/** Gives each shopper a cart of one line under the coupon. */
async function fillCarts(round: Round, shoppers: Shopper[], { code }: LimitedCoupon) {
  const { harness, random } = round
  for (let from = 0; from < shoppers.length; from += atOnce) {
    const some = shoppers.slice(from, from + atOnce).map(async (shopper) => {
      await harness.call(addition(shopper, pick(random, harness.products), 3))
      await harness.call(call('POST', '/coupon', shopper, { code }))
    })
    await Promise.all(some)
  }
}

interface Discounted {
  id: string
  owner: string
  discount: number | null
  expected: number
}

/** The orders that were charged less, each with its use; an order without one has no discount. */
async function discountedOrders(harness: RaceHarness, coupon: LimitedCoupon) {
  const orders = await harness.query<Discounted>(
    `select orders.id, orders.owner, uses.discount::int as discount,
       (sum(line.total) - orders.total)::int as expected
     from orders join order_lines as line on line.order_id = orders.id
     left join coupon_uses as uses on uses.order_id = orders.id and uses.coupon_id = $1
     where line.coupon ->> 'id' = $1
     group by orders.id, uses.discount`,
    [coupon.id],
  )
  for (const { id, discount, expected } of orders) {
    mustEqual(discount, expected, `the discount in the use of order ${id}`)
  }
  const uses = await harness.query('select 1 from coupon_uses where coupon_id = $1', [coupon.id])
  mustEqual(uses.length, orders.length, 'uses')
  return orders
}

function mustSayWhy(replies: readonly Reply[], reason: string): void {
  for (const { body } of withStatus(replies, 409)) {
    must(String(body.message).startsWith(reason), `a refusal of ${JSON.stringify(body)}`)
  }
}

function limitedTo(limit: number): Scenario {
  return {
    name: `${checkouts} checkouts with a coupon of ${limit}`,
    ids: 'D3 COUPONRULE-07',
    weight: 1,
    async run(round) {
      const coupon = await createLimited(round, { max_uses: limit })
      const shoppers = times(checkouts, () => newGuest(round.random))
      await fillCarts(round, shoppers, coupon)
      const replies = await round.burst(shoppers.map((shopper) => orderRequest(shopper)))
      mustOnlyAnswer(replies, [200, 409])
      mustSayWhy(replies, '此優惠券已達使用上限')
      const orders = await discountedOrders(round.harness, coupon)
      const acknowledged = withStatus(replies, 200).length
      must(orders.length <= limit, `${orders.length} orders have a coupon of ${limit}`)
      must(orders.length >= acknowledged, 'an acknowledged order has no discount')
      if (!round.isUncertain) mustEqual(acknowledged, limit, 'orders')
    },
  }
}

const oneAMember: Scenario = {
  name: `${checkouts} calls of members with a coupon of one each`,
  ids: 'D3 COUPONRULE-07',
  weight: 1,
  async run(round) {
    const { harness, random } = round
    const coupon = await createLimited(round, { max_uses_per_member: 1 })
    const members: Shopper[] = []
    for (const number of times(8, (index) => index)) {
      const { token, owner } = await harness.member(number)
      members.push({ by: { Authorization: token }, owner })
    }
    for (const member of members) await harness.call(call('DELETE', '/carts', member))
    await fillCarts(round, members, coupon)
    const calls = members.flatMap((member) => [
      ...times(9, () => orderRequest(member)),
      ...times(8, () => addition(member, pick(random, harness.products), 1)),
      ...times(8, () => call('POST', '/coupon', member, { code: coupon.code })),
    ])
    const replies = await round.burst(shuffled(random, calls))
    mustOnlyAnswer(replies, [200, 400, 409])
    const orders = await discountedOrders(harness, coupon)
    const owners = new Set(orders.map(({ owner }) => owner))
    mustEqual(orders.length, owners.size, 'members with a coupon of one each')
    if (!round.isUncertain) mustEqual(owners.size, members.length, 'members with a discount')
    for (const member of members) await harness.call(call('DELETE', '/carts', member))
  },
}

export const couponLimitScenarios = [limitedTo(1), limitedTo(50), oneAMember]
