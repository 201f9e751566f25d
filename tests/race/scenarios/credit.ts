import { creditChecks, fillAccount, turnCreditOn } from '../credit-account.ts'
import type { Reply } from '../held-request.ts'
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
import { addition, call, contact, type Shopper } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

/** Apart from the members of the other scenarios, whose carts and limits are their own. */
const firstMember = 40
const given = 300

/** A member with 300 of each kind that last and 100 that have ended, whose cart is empty. */
async function creditor({ harness, random, tag }: Round) {
  await turnCreditOn(harness)
  const member = await harness.member(firstMember + Math.floor(random() * 4))
  const shopper: Shopper = { by: { Authorization: member.token }, owner: member.owner }
  await harness.call(call('DELETE', '/carts', shopper))
  await fillAccount(harness, member, { amount: given, tag: `A${tag}`, lasts: '10 days' })
  await fillAccount(harness, member, { amount: 100, tag: `B${tag}`, lasts: '-1 day' })
  const { balance, points } = await harness.call(call('GET', '/member/credit', shopper))
  return { shopper, balance: Number(balance), points: Number(points) }
}

/** An order that uses so much of each kind, and is paid. */
async function paidWith({ harness, random }: Round, shopper: Shopper, use: number) {
  const product = pick(
    random,
    harness.products.filter(({ price }) => price > 200),
  )
  await harness.call(addition(shopper, product, 1))
  const data = { user: contact, credit: use, points: use }
  const { orderId } = await harness.call(call('POST', '/order', shopper, data))
  await harness.call(call('POST', `/pay/${orderId}`, shopper))
  return String(orderId)
}

async function mustAgree({ harness }: Round): Promise<void> {
  for (const { id, statement } of creditChecks) {
    mustEqual(await harness.query(statement), [], `what breaks the check ${id}`)
  }
}

const everyWay: Scenario = {
  name: 'credit and points used, cancelled, refunded, returned and ended at once',
  ids: 'CRED-01 CRED-03',
  weight: 4,
  async run(round) {
    const { harness, random, tag } = round
    const { shopper, balance } = await creditor(round)
    const cancelled = await paidWith(round, shopper, 40)
    const refunded = await paidWith(round, shopper, 30)
    const returned = await paidWith(round, shopper, 20)
    const parcel = { carrier: 'tcat' }
    await harness.call(harness.admin('POST', `/order/${returned}/parcel`, parcel))
    const product = pick(
      random,
      harness.products.filter(({ price }) => price > 400),
    )
    await harness.call(addition(shopper, product, 1))
    const requests = times(burstSize, (index) => {
      switch (index % 6) {
        case 0:
          return call('POST', `/order/${cancelled}/cancel`, shopper)
        case 1:
          return harness.admin('POST', `/order/${cancelled}/cancel`, { reason: '缺貨' })
        case 2:
          return harness.admin('POST', `/order/${refunded}/refund`, {
            ...{ amount: 10, reason: `補償 ${index}`, to: random() < 0.7 ? 'credit' : 'source' },
          })
        case 3:
          return harness.admin('POST', `/order/${returned}/return`, {
            ...{ reason: `退貨 ${tag}`, refund: 50, lines: [] },
          })
        case 4:
          return call('POST', '/order', shopper, { user: contact, credit: 100, points: 100 })
        default:
          return call('GET', '/member/credit', shopper)
      }
    })
    const replies = await round.burst(shuffled(random, requests))
    mustOnlyAnswer(replies, [200, 409])
    await mustAgree(round)
    const after = await harness.call(call('GET', '/member/credit', shopper))
    must(Number(after.balance) >= balance - 40 - 30 - 20 - 100, 'credit is gone')
    if (round.isUncertain) return
    const ordered = withStatus(ordersOf(replies), 200)
    must(ordered.length <= 1, `${ordered.length} orders of one cart`)
  },
}

/** The answer of an order alone has its id. */
const ordersOf = (replies: readonly Reply[]) => replies.filter(({ body }) => 'orderId' in body)

const spentOnce: Scenario = {
  name: 'the last credit of a member used by orders of several carts at once',
  ids: 'CRED-01',
  weight: 3,
  async run(round) {
    const { harness, random } = round
    const { shopper, balance, points } = await creditor(round)
    const product = pick(
      random,
      harness.products.filter(({ price }) => price > 400),
    )
    const requests = times(burstSize, (index) =>
      index % 2 === 0
        ? addition(shopper, product, 1 + Math.ceil((balance + points) / product.price))
        : call('POST', '/order', shopper, { user: contact, credit: balance, points }),
    )
    const replies = await round.burst(shuffled(random, requests))
    mustOnlyAnswer(replies, [200, 400, 409])
    await mustAgree(round)
    const orders = withStatus(ordersOf(replies), 200).length
    must(orders <= 1, `${orders} orders have spent the same credit`)
    const after = await harness.call(call('GET', '/member/credit', shopper))
    if (round.isUncertain) return
    const left = orders === 1 ? [0, 0] : [balance, points]
    mustEqual([after.balance, after.points], left, 'what is left')
  },
}

const pieces = 3

const casesAtOnce: Scenario = {
  name: 'goods that money and credit paid, given back by cases as money, as credit and at once',
  ids: 'CRED-03 RET-01',
  weight: 3,
  async run(round) {
    const { harness, random, tag } = round
    const { shopper, balance, points } = await creditor(round)
    const product = pick(
      random,
      harness.products.filter(({ price }) => price > 200),
    )
    await harness.call(addition(shopper, product, pieces))
    const data = { user: contact, credit: 50, points: 50 }
    const { orderId: id } = await harness.call(call('POST', '/order', shopper, data))
    await harness.call(call('POST', `/pay/${id}`, shopper))
    await harness.call(harness.admin('POST', `/order/${id}/parcel`, { carrier: 'tcat' }))
    const [line] = await harness.query<{ id: string }>(
      'select id from order_lines where order_id = $1',
      [id],
    )
    const line_id = line?.id ?? ''
    const ids: string[] = []
    for (const to of ['credit', 'source']) {
      const asked = { lines: [{ line_id, qty: 1 }], to }
      ids.push(
        String(
          (await harness.call(call('POST', `/order/${id}/returns`, shopper, asked))).return_id,
        ),
      )
    }
    const judged = { lines: [{ line_id, to_stock: 1, written_off: 0 }] }
    const byHand = {
      reason: `門市 ${tag}`,
      refund: 120,
      lines: [{ line_id, qty: 1, to_stock: true }],
    }
    const requests = times(burstSize, (index) => {
      const of = ids[index % ids.length] ?? ''
      switch (index % 5) {
        case 0:
          return harness.admin('POST', `/return/${of}/receive`, judged)
        case 1:
          return harness.admin('POST', `/order/${id}/return`, byHand)
        case 2:
          return harness.admin('POST', `/order/${id}/refund`, {
            ...{ amount: 30, reason: `補償 ${index}`, to: random() < 0.5 ? 'credit' : 'source' },
          })
        default:
          return harness.admin('POST', `/return/${of}/refund`, {})
      }
    })
    mustOnlyAnswer(await round.burst(shuffled(random, requests)), [200, 400, 409])
    await mustAgree(round)
    const [stored] = await harness.query<{
      total: number
      money: number
      used: number
      lots: number
    }>(
      `select total::int,
         (select coalesce(sum(amount), 0)::int from refunds
           where order_id = $1 and state not in ('failed', 'dropped')) as money,
         (select coalesce(-sum(amount), 0)::int from credit_entries
           where order_id = $1 and cause in ('order_used', 'order_given_back')) as used,
         (select coalesce(sum(amount), 0)::int from credit_entries
           where order_id = $1 and cause = 'refund') as lots
       from orders where id = $1`,
      [id],
    )
    must(stored !== undefined, 'the order is gone')
    must(stored.money <= stored.total, `${stored.money} of ${stored.total} given back`)
    must(stored.used >= 0 && stored.used <= 100, `it uses ${stored.used}`)
    const after = await harness.call(call('GET', '/member/credit', shopper))
    if (round.isUncertain) return
    mustEqual(
      Number(after.balance) + Number(after.points),
      balance + points - stored.used + stored.lots,
      'what the member has',
    )
  },
}

export const creditScenarios: readonly Scenario[] = [everyWay, spentOnce, casesAtOnce]
