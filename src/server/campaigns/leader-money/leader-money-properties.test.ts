import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { leaderSendings } from '#contract/campaign-states.ts'
import { brokenChecks } from '../../testing/broken-checks.ts'
import { type LeaderAct, LeaderMoneyModel } from '../../testing/models/leader-money-model.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { rowsOf } from '../../testing/test-closing.ts'
import { openLeaderTeam } from '../../testing/test-leader-money.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { sweepAccounts } from './sweep-accounts.ts'

const seed = Number(process.env.LEADER_SEED ?? 20_261_129)
const sequences = Number(process.env.LEADER_RUNS ?? (process.env.TEST_LONG ? 200 : 4))
const members = 4

/** The checks read all of a shop after every step, so one shop plays no more sequences than these. */
const sequencesOfShop = 50
let shop: TestShop
let owner: TestAdministrator
let played = 0
async function openShop() {
  if (played > 0) await shop.close()
  shop = await openTestShop({ env: { IDENTITY_LIMITS: '10000', WRITE_LIMITS: '10000' } })
  owner = await openAdministrator(shop)
}
afterAll(() => shop.close())

const by = fc.nat({ max: members - 1 })
const of = <Kind extends LeaderAct['kind']>(kind: Kind) =>
  fc.record({ kind: fc.constant(kind), by })
const act: fc.Arbitrary<LeaderAct> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      ...{ kind: fc.constant('tick' as const), by },
      part: fc.constantFrom(4 as const, 4 as const, 2 as const, 1 as const),
    }),
  },
  { weight: 2, arbitrary: of('give_back') },
  { weight: 3, arbitrary: of('correct') },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      pieces: fc.integer({ min: 1, max: 6 }),
      more: fc.constantFrom(0, 0, 50),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'void' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('cancel' as const), by, isByMember: fc.boolean() }),
  },
  { weight: 1, arbitrary: of('pay_shop') },
  { weight: 1, arbitrary: of('unpay_shop') },
  { weight: 2, arbitrary: of('prepare') },
)

type Team = Awaited<ReturnType<typeof openLeaderTeam>>

const place = ({ members: all }: Team, n: number) => {
  const found = all[n]
  if (!found) throw new Error(`there is no place ${n}`)
  return found
}

/** Does with a shop what the model does with itself; the amounts are the model's. */
async function doAct(team: Team, one: LeaderAct, model: LeaderMoneyModel): Promise<number> {
  const path = `/leader/${team.code}/account`
  const order = 'by' in one ? `/admin/order/${place(team, one.by).orderId}` : ''
  switch (one.kind) {
    case 'tick':
    case 'give_back': {
      const received = model.received(model.place(one.by))
      const amount = one.kind === 'tick' ? model.amountOf(one) : -received
      if (amount === 0) return 200
      const participation_id = place(team, one.by).participationId
      const receipts = [{ participation_id, amount, way: 'cash' }]
      return (await team.leader.post(path, { receipts })).status
    }
    case 'correct': {
      const { body } = await team.leader.get(path)
      const listed = body.account.places.find(
        ({ participation_id: id }: { participation_id: string }) =>
          id === place(team, one.by).participationId,
      )
      const last = listed?.receipts.at(-1)
      return last ? (await team.leader.post(path, { void: [last.id] })).status : 200
    }
    case 'book': {
      const amount = one.pieces * 100 + one.more
      return (await owner.post(`/admin/group/${team.groupId}/hand-over`, { amount })).status
    }
    case 'void': {
      const { body } = await team.leader.get(path)
      const last = body.account.hand_overs.find(
        ({ state }: { state: string }) => state === 'booked',
      )
      if (!last) return 200
      const voided = `/admin/group/${team.groupId}/hand-over/${last.id}/void`
      return (await owner.post(voided, { reason: '金額登記錯誤' })).status
    }
    case 'cancel': {
      const { orderId } = place(team, one.by)
      if (one.isByMember) {
        return (await place(team, one.by).post(`/order/${orderId}/cancel`, {})).status
      }
      return (await owner.post(`${order}/cancel`, { reason: '顧客來電取消' })).status
    }
    case 'pay_shop':
      return (await owner.put(order, { is_paid: true })).status
    case 'unpay_shop':
      return (await owner.put(order, { is_paid: false })).status
    case 'prepare':
      return (await owner.post(`${order}/prepare`)).status
  }
}

/** The account as the leader and the shop read it, and what the shop's books and reports have. */
async function seen(team: Team) {
  const { body } = await team.leader.get(`/leader/${team.code}/account`)
  const { body: list } = await owner.get(`/admin/leader-accounts?campaign_id=${team.id}`)
  const [books] = await rowsOf<{ captured: number; by_leader: number }>(
    shop,
    `select coalesce(sum(case entry.kind when 'captured' then entry.amount
          when 'withdrawn' then -entry.amount else 0 end), 0)::int as captured,
        (select coalesce(sum(payment.amount), 0)::int from payments as payment
          join orders on orders.id = payment.order_id where orders.group_id = $1
            and payment.method = 'to_leader' and payment.status = 'succeeded') as by_leader
      from book_entries as entry join orders on orders.id = entry.order_id
      where orders.group_id = $1`,
    [team.groupId],
  )
  const states = await rowsOf<{ state: string; is_paid: boolean }>(
    shop,
    `select orders.state from orders join participations as place on place.order_id = orders.id
      where place.group_id = $1 and orders.id <> $2 order by place.seq`,
    [team.groupId, team.ownPlace.orderId],
  )
  return {
    ofLeader: body.account.sums,
    ofShop: list.accounts[0].sums,
    books,
    states: states.map(({ state }) => state),
  }
}

function expected(model: LeaderMoneyModel, ownTotal: number) {
  const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const received = total(model.places.map(model.received))
  const handedOver = model.booked()
  const sums = {
    // The leader's own place owes as well, and stays so.
    expected: total(model.places.map(model.expected)) + ownTotal,
    ...{ received, handed_over: handedOver, announced: 0 },
    ...{ difference: received - handedOver, unallocated: model.rest() },
  }
  const byLeader = total(model.places.map(model.settled))
  const byShop = total(model.places.map(({ paidBy, total: of }) => (paidBy === 'shop' ? of : 0)))
  return {
    ...{ ofLeader: sums, ofShop: sums },
    books: { captured: byLeader + byShop, by_leader: byLeader },
    states: model.places.map(({ state }) => state),
  }
}

it(`agrees to the dollar after any order of ticks, corrections, cancellations and hand-overs (AFTER-06) (INV-15), seed ${seed}`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...leaderSendings),
      fc.array(act, { minLength: 10, maxLength: 24, size: 'max' }),
      async (leaderSending, acts) => {
        if (played % sequencesOfShop === 0) await openShop()
        played += 1
        const team = await openLeaderTeam(shop, members, { leaderSending })
        const totals = [100, 200, 300, 100]
        const model = new LeaderMoneyModel(totals, leaderSending)
        for (const one of acts) {
          const status = await doAct(team, one, model)
          expect([one, status]).toEqual([one, model.act(one)])
          // As each minute: what was taken back elsewhere is paid with what is there.
          await sweepAccounts(shop.payments)
          expect({ after: one, ...(await seen(team)) }).toEqual({
            after: one,
            ...expected(model, 100),
          })
          expect(await brokenChecks(shop.databaseUrl)).toEqual([])
        }
      },
    ),
    { seed, numRuns: sequences, endOnFailure: true },
  )
})
