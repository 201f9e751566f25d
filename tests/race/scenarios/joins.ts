import type { Reply } from '../held-request.ts'
import { createMembers } from '../many-members.ts'
import type { RaceHarness } from '../race-harness.ts'
import {
  mustOnlyAnswer,
  mustSucceedOnce,
  type Round,
  type Scenario,
  times,
  withStatus,
} from '../scenario.ts'
import { call, contact, type Shopper, withKey } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'
import { type Group, mustHold, openGroup } from './campaigns.ts'

const joiners = 500
const couponJoins = 200
/** The slowest answer of all who join at once, on two cores. */
const slowestMs = 2_000
/** A time says something on an idle machine alone: `RACE_TIMES=1 npm run race`. */
const measures = process.env.RACE_TIMES === '1'

function join({ code, productId }: Group, shopper: Shopper, qty = 1, more: object = {}) {
  const lines = [{ product_id: productId, qty }]
  return call('POST', `/group/${code}/participation`, shopper, { lines, user: contact, ...more })
}

interface Place {
  member_id: string
  group_id: string
  qty: number
}

/** The live places of a campaign; their units are those that the groups count. */
async function livePlaces(harness: RaceHarness, { campaignId }: Group): Promise<Place[]> {
  const places = await harness.query<Place>(
    `select member_id, group_id, qty from participations where campaign_id = $1
      and state in ('held', 'authorised', 'awaiting_payment', 'confirmed')`,
    [campaignId],
  )
  const [counted] = await harness.query<{ units: number; members: number }>(
    `select sum(units_taken)::int as units, sum(members_taken)::int as members
      from groups where campaign_id = $1`,
    [campaignId],
  )
  const units = places.reduce((sum, { qty }) => sum + qty, 0)
  mustEqual(counted, { units, members: places.length }, 'what the groups have taken')
  const orders = await harness.query(
    `select 1 from orders where group_id in (select id from groups where campaign_id = $1)
      and state <> 'cancelled'`,
    [campaignId],
  )
  mustEqual(orders.length, places.length, 'orders of live places')
  return places
}

function mustRefuse(replies: readonly Reply[], message: string): void {
  for (const { body } of withStatus(replies, 409)) {
    mustEqual(body.message, message, 'the reason of a refusal')
  }
}

const lastUnit: Scenario = {
  name: `${joiners} members who join for the last unit`,
  ids: 'JOIN-09',
  weight: 1,
  async run(round) {
    const { harness, tag } = round
    const group = await openGroup(round, 1)
    await harness.query('update groups set max_units = 1 where id = $1', [group.id])
    const members = await createMembers(harness, tag, joiners)
    const startedAt = performance.now()
    const replies = await round.burst(members.map((member) => join(group, member)))
    const took = performance.now() - startedAt
    mustOnlyAnswer(replies, [200, 409])
    mustRefuse(replies, '這個團已額滿')
    mustSucceedOnce(replies, round)
    const places = await livePlaces(harness, group)
    must(places.length <= 1, `${places.length} have the last unit`)
    if (!round.isUncertain) {
      mustEqual(places.length, 1, 'who has the last unit')
      if (measures) must(took < slowestMs, `the slowest answer took ${Math.round(took)} ms`)
    }
    await mustHold(harness, group)
  },
}

/** Another team of the same campaign. */
async function secondTeam(harness: RaceHarness, group: Group): Promise<Group> {
  const [id, code] = [`${group.id.slice(0, 19)}Z`, `${group.code.slice(0, 21)}Z`]
  await harness.query(
    `update campaigns set kind = 'team', team_hours = 24, per_member_limit = 5 where id = $1`,
    [group.campaignId],
  )
  await harness.query('update groups set pool_of = null where id = $1', [group.id])
  await harness.query(
    `insert into groups (id, campaign_id, code, opened_at, expires_at)
      select $1, campaign_id, $2, opened_at, expires_at from groups where id = $3`,
    [id, code, group.id],
  )
  await harness.query(
    `insert into group_events (campaign_id, group_id, event, to_state, actor)
      values ($1, $2, 'open', 'forming', 's:system')`,
    [group.campaignId, id],
  )
  return { ...group, id, code }
}

const limitOverTeams: Scenario = {
  name: 'thirty joins of one member in two teams with a limit',
  ids: 'JOIN-11',
  weight: 1,
  async run(round) {
    const { harness, tag } = round
    const group = await openGroup(round, 1_000)
    const other = await secondTeam(harness, group)
    const [member] = await createMembers(harness, tag, 1)
    must(member !== undefined, 'there is no member')
    const joins = times(30, (index) => join(index % 2 === 0 ? group : other, member, 3))
    const replies = await round.burst(joins)
    mustOnlyAnswer(replies, [200, 409])
    const places = await livePlaces(harness, group)
    must(places.length <= 1, `${places.length} places of 3 with a limit of 5`)
    mustSucceedOnce(replies, round)
    await mustHold(harness, group)
  },
}

const oncePerGroup: Scenario = {
  name: 'thirty joins of one member in one group',
  ids: 'JOIN-12 JOIN-13',
  weight: 1,
  async run(round) {
    const { harness, tag } = round
    const group = await openGroup(round, 1_000)
    const [member] = await createMembers(harness, tag, 1)
    must(member !== undefined, 'there is no member')
    const replies = await round.burst(times(30, (index) => join(group, member, 1 + (index % 3))))
    mustOnlyAnswer(replies, [200, 409])
    mustRefuse(replies, '您已跟過這個團，可以修改數量')
    mustSucceedOnce(replies, round)
    mustEqual((await livePlaces(harness, group)).length <= 1, true, 'one place at most')

    // A lost answer is asked for again under its key, on either node.
    const keyed = await openGroup(round, 1_000)
    const request = withKey(join(keyed, member), `join-${tag}`)
    const again = await round.burst(times(10, () => request))
    mustOnlyAnswer(again, [200, 409])
    const ids = withStatus(again, 200).map(({ body }) => {
      return (body.participation as { id: string } | undefined)?.id
    })
    must(new Set(ids).size <= 1, 'one key has made two places')
    must((await livePlaces(harness, keyed)).length <= 1, 'one key has taken two places')
    await mustHold(harness, group)
  },
}

const coupons: Scenario = {
  name: `${couponJoins} joins with a coupon of 20 uses`,
  ids: 'JOIN-15',
  weight: 1,
  async run(round) {
    const { harness, tag } = round
    const group = await openGroup(round, 1_000)
    await harness.query('update campaigns set coupons = true where id = $1', [group.campaignId])
    const input = {
      title: '團購券',
      code: `group-${tag}`,
      percent: 80,
      due_date: 4_070_908_799,
      is_enabled: 1,
      max_uses: 20,
      allows_group: 1,
    }
    const { coupon } = await harness.call(harness.admin('POST', '/coupon', input))
    const { id, code } = coupon as { id: string; code: string }
    const members = await createMembers(harness, tag, couponJoins)
    const replies = await round.burst(
      members.map((member) => join(group, member, 1, { coupon: code })),
    )
    mustOnlyAnswer(replies, [200, 400])
    const places = await livePlaces(harness, group)
    const usesOf = () =>
      harness.query('select 1 from coupon_uses where coupon_id = $1 and returned_at is null', [id])
    mustEqual((await usesOf()).length, places.length, 'uses of the coupon')
    must(places.length <= 20, `${places.length} joins have a coupon of 20`)
    if (!round.isUncertain) mustEqual(places.length, 20, 'joins with a coupon of 20')
    await leaveOne(round, replies, members)
    mustEqual((await usesOf()).length, places.length - 1, 'uses after one has left')
    await mustHold(harness, group)
  },
}

/** A place that ends gives its use back. */
async function leaveOne(
  { harness }: Round,
  replies: readonly Reply[],
  members: readonly Shopper[],
): Promise<void> {
  const index = replies.findIndex(({ status }) => status === 200)
  const [reply, member] = [replies[index], members[index]]
  must(reply !== undefined && member !== undefined, 'nobody has joined')
  const { participation } = reply.body as { participation: { id: string } }
  await harness.call(call('DELETE', `/participation/${participation.id}`, member))
}

export const joinScenarios: readonly Scenario[] = [lastUnit, limitOverTeams, oncePerGroup, coupons]
