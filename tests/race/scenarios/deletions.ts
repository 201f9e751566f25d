import type { RaceRequest } from '../held-request.ts'
import {
  mustOnlyAnswer,
  pick,
  type Round,
  type Scenario,
  shuffled,
  times,
  withStatus,
} from '../scenario.ts'
import { createOrder, newGuest, type Shopper, storedOrders } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

const rows = 10

/** Two deletions and one edit of every row, all at once: each row is deleted exactly once. */
async function deleteAll(
  round: Round,
  ids: string[],
  requests: { deletion: (id: string) => RaceRequest; edit: (id: string) => RaceRequest },
): Promise<void> {
  const all = shuffled(
    round.random,
    ids.flatMap((id) => [
      { id, deletes: true, request: requests.deletion(id) },
      { id, deletes: true, request: requests.deletion(id) },
      { id, deletes: false, request: requests.edit(id) },
    ]),
  )
  const replies = await round.burst(all.map(({ request }) => request))
  mustOnlyAnswer(replies, [200, 404])
  for (const id of ids) {
    const own = replies.filter((_, index) => all[index]?.id === id && all[index]?.deletes)
    const succeeded = withStatus(own, 200).length
    must(succeeded <= 1, `${succeeded} deletions of ${id} succeeded`)
    if (!own.some(({ status }) => status === 0)) mustEqual(succeeded, 1, `deletions of ${id}`)
  }
}

async function liveRows({ harness }: Round, table: string, ids: string[]): Promise<number> {
  const live = await harness.query(
    `select 1 from ${table} where id = any($1) and deleted_at is null`,
    [ids],
  )
  return live.length
}

const productInput = { title: '改', category: '競速', unit: '個', origin_price: 2, price: 1 }

const products: Scenario = {
  name: 'products deleted while they are edited',
  ids: 'D13 I2',
  weight: 3,
  async run(round) {
    const { harness } = round
    const ids: string[] = []
    for (const index of times(rows, (number) => number)) ids.push((await harness.product(index)).id)
    await deleteAll(round, ids, {
      deletion: (id) => harness.admin('DELETE', `/product/${id}`),
      edit: (id) => harness.admin('PUT', `/product/${id}`, productInput),
    })
    if (!round.isUncertain) mustEqual(await liveRows(round, 'products', ids), 0, 'products left')
  },
}

const coupons: Scenario = {
  name: 'coupons deleted while they are edited',
  ids: 'D13 I2',
  weight: 3,
  async run(round) {
    const { harness, tag } = round
    const input = (code: string) => ({
      title: '券',
      code,
      percent: 80,
      due_date: 4_070_908_799,
      is_enabled: 1,
    })
    for (const index of times(rows, (number) => number)) {
      await harness.call(harness.admin('POST', '/coupon', input(`${tag}-${index}`)))
    }
    const known = await harness.query<{ id: string; code: string }>(
      "select id, code from coupons where code like $1 || '-%' order by id",
      [tag],
    )
    const codes = new Map(known.map(({ id, code }) => [id, code]))
    const ids = [...codes.keys()]
    await deleteAll(round, ids, {
      deletion: (id) => harness.admin('DELETE', `/coupon/${id}`),
      edit: (id) => harness.admin('PUT', `/coupon/${id}`, input(codes.get(id) ?? '')),
    })
    if (!round.isUncertain) mustEqual(await liveRows(round, 'coupons', ids), 0, 'coupons left')
  },
}

async function ordersOfAGuest({ harness, random }: Round): Promise<{
  shopper: Shopper
  ids: string[]
}> {
  const shopper: Shopper = newGuest(random)
  const ids: string[] = []
  while (ids.length < rows) {
    ids.push(await createOrder(harness, shopper, pick(random, harness.products)))
  }
  return { shopper, ids }
}

const orders: Scenario = {
  name: 'orders deleted while they are edited',
  ids: 'D13 I2',
  weight: 3,
  async run(round) {
    const { harness } = round
    const { shopper, ids } = await ordersOfAGuest(round)
    await deleteAll(round, ids, {
      deletion: (id) => harness.admin('DELETE', `/order/${id}`),
      edit: (id) => harness.admin('PUT', `/order/${id}`, { message: 'edited', is_paid: true }),
    })
    // Reading the orders checks that each has one event of deletion.
    const stored = await storedOrders(harness, shopper.owner)
    mustEqual(stored.length, rows, 'orders kept for the accounts')
    if (!round.isUncertain) mustEqual(await liveRows(round, 'orders', ids), 0, 'orders left')
  },
}

const allOrders: Scenario = {
  name: 'all orders deleted, again and again',
  ids: 'D13 I2',
  weight: 1,
  async run(round) {
    const { harness, random } = round
    const { shopper, ids } = await ordersOfAGuest(round)
    // A long run outlives the proof of the keeper's password.
    await harness.query('update admin_sessions set confirmed_at = now()')
    const sweeps = times(10, () => harness.admin('DELETE', '/orders/all'))
    const single = ids.flatMap((id) => [
      harness.admin('DELETE', `/order/${id}`),
      harness.admin('PUT', `/order/${id}`, { is_paid: random() < 0.5 }),
    ])
    mustOnlyAnswer(await round.burst(shuffled(random, [...sweeps, ...single])), [200, 404])
    await storedOrders(harness, shopper.owner)
    if (!round.isUncertain) mustEqual(await liveRows(round, 'orders', ids), 0, 'orders left')
  },
}

export const deletionScenarios = [products, coupons, orders, allOrders]
