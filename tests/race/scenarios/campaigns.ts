import { setTimeout as delay } from 'node:timers/promises'
import { campaignFaults } from '../../harness/campaign-faults.ts'
import { type Reply, send } from '../held-request.ts'
import type { Member, RaceHarness } from '../race-harness.ts'
import { mustOnlyAnswer, type Round, type Scenario, times } from '../scenario.ts'
import { contact } from '../shopper.ts'
import { must, mustEqual } from '../violation.ts'

const participants = 12
/** A job of a killed process is taken up again within a minute. */
const endsWithinMs = 120_000

/** About as long as all of them need to leave. */
const leavesWithinMs = 150

export interface Group {
  id: string
  campaignId: string
  code: string
  productId: string
}

interface Place {
  member: Member
  id: string
  orderId: string
}

const random20 = (random: () => number) =>
  times(20, () => 'abcdefghijklmnopqrstuvwxyz0123456789'[Math.floor(random() * 36)]).join('')

/** An open campaign of one product with its group, as the shop leaves it after the opening. */
export async function openGroup({ harness, random }: Round, minTarget: number): Promise<Group> {
  const product = await harness.product(120)
  await harness.call(
    harness.admin('PUT', `/stock/${product.id}`, { on_hand: 1_000, reason: 'counted' }),
  )
  const group: Group = {
    id: `-${random20(random)}`.slice(0, 20),
    campaignId: `-${random20(random)}`.slice(0, 20),
    code: `${random20(random)}ab`,
    productId: product.id,
  }
  const { campaignId, id, code, productId } = group
  await harness.query(
    `insert into campaigns (id, title, min_target, starts_at, ends_at, state)
      values ($1, '競速團', $2, shop_now() - interval '1 hour', shop_now() + interval '1 day', 'open')`,
    [campaignId, minTarget],
  )
  await harness.query(
    `insert into campaign_products (campaign_id, product_id, position, snapshot)
      values ($1, $2, 0, '{"title":"競速商品","unit":"個","picture":"","price":120}')`,
    [campaignId, productId],
  )
  for (const [position, fromUnits, price] of [
    [0, 1, 100],
    [1, 8, 90],
  ]) {
    await harness.query(
      'insert into campaign_tiers (campaign_id, position, from_units) values ($1, $2, $3)',
      [campaignId, position, fromUnits],
    )
    await harness.query('insert into campaign_prices values ($1, $2, $3, $4)', [
      campaignId,
      position,
      productId,
      price,
    ])
  }
  await harness.query(
    `insert into groups (id, campaign_id, code, pool_of, opened_at, expires_at)
      select $1, id, $2, id, starts_at, ends_at from campaigns where id = $3`,
    [id, code, campaignId],
  )
  await harness.query(
    `insert into group_events (campaign_id, group_id, event, from_state, to_state, actor)
      values ($1, null, 'publish', 'draft', 'scheduled', 's:system'),
        ($1, null, 'open', 'scheduled', 'open', 's:system'),
        ($1, $2, 'open', null, 'forming', 's:system')`,
    [campaignId, id],
  )
  return group
}

const of = ({ token }: Member) => ({ Authorization: token })

/** One piece for each member, who may join again whatever they have not paid before. */
async function joinAll({ harness }: Round, group: Group): Promise<Place[]> {
  const places: Place[] = []
  for (let number = 0; number < participants; number++) {
    const member = await harness.member(number)
    await harness.query('update members set email_verified = true where uid = $1', [member.uid])
    await harness.query('delete from group_pardons where member_id = $1', [member.uid])
    await harness.query(
      `insert into group_pardons (id, member_id, by, at) values ($1, $1, 's:system', shop_now())`,
      [member.uid],
    )
    const data = { lines: [{ product_id: group.productId, qty: 1 }], user: contact }
    const path = `/group/${group.code}/participation`
    const { participation } = await harness.call(
      harness.shop('POST', path, of(member), data),
      number,
    )
    const { id, order_id: orderId } = participation as { id: string; order_id: string }
    places.push({ member, id, orderId })
  }
  return places
}

/** The deadline has come: as if the clock had been moved, for this group alone. */
async function endTime(harness: RaceHarness, { id, campaignId }: Group): Promise<void> {
  await harness.query(`update groups set expires_at = shop_now() where id = $1`, [id])
  await harness.query(`update campaigns set ends_at = shop_now() where id = $1`, [campaignId])
}

/** So many jobs that close the group, for both nodes. */
async function sendTurns(harness: RaceHarness, { id }: Group, count: number): Promise<void> {
  await harness.query(
    `insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds,
        deletion_seconds, keep_until, policy)
      select 'group.turn', $1, 4, 2, false, 600, 604800, now() + interval '14 days', 'standard'
      from generate_series(1, $2)`,
    [JSON.stringify({ groupId: id }), count],
  )
}

async function untilApplied(harness: RaceHarness, { id }: Group): Promise<string> {
  const giveUpAt = Date.now() + endsWithinMs
  for (;;) {
    const [row] = await harness.query<{ outcome: string | null; left: number }>(
      `select outcome, (select count(*)::int from participations where group_id = groups.id
        and state = 'held') as left from groups where id = $1`,
      [id],
    )
    if (row?.outcome && row.left === 0) return row.outcome
    must(Date.now() < giveUpAt, 'a group is not decided and applied in time')
    await delay(100)
  }
}

/** Also what no answer says: one decision, one event for each step. */
export async function mustHold(harness: RaceHarness, { id }: Group): Promise<void> {
  mustEqual(await campaignFaults(harness.databaseUrl), [], 'the invariants of campaigns')
  const events = await harness.query<{ event: string; n: number }>(
    `select event, count(*)::int as n from group_events
      where group_id = $1 and participation_id is null and event not in ('reach', 'fall_short')
      group by event having count(*) > 1`,
    [id],
  )
  mustEqual(events, [], 'steps that were taken twice')
}

async function statesOf(harness: RaceHarness, { id }: Group): Promise<Map<string, string>> {
  const rows = await harness.query<{ id: string; state: string }>(
    'select id, state from participations where group_id = $1',
    [id],
  )
  return new Map(rows.map((row) => [row.id, row.state]))
}

const leavingWhileClosing: Scenario = {
  name: 'leaving a group that closes at the same time',
  ids: 'JOIN-21',
  weight: 1,
  async run(round) {
    const { harness, random } = round
    const group = await openGroup(round, 2)
    const places = await joinAll(round, group)
    const leaving = places.slice(0, participants - 2)
    const leave = leaving.map(({ member, id }) =>
      harness.shop('DELETE', `/participation/${id}`, of(member)),
    )
    const close = harness.admin('POST', `/campaign/${group.campaignId}/close`, {})
    const [replies, closed] = await Promise.all([
      round.burst(leave),
      delay(random() * leavesWithinMs).then(() => send(harness.address(), close)),
    ])
    mustOnlyAnswer(replies, [200, 409])
    // A close whose answer was lost may not have happened.
    if (closed.status !== 200) {
      await endTime(harness, group)
      await sendTurns(harness, group, 1)
    }
    await untilApplied(harness, group)
    const states = await statesOf(harness, group)
    for (const [index, { status }] of replies.entries()) {
      const state = states.get(leaving[index]?.id ?? '')
      if (status === 200) mustEqual(state, 'withdrawn', 'who has left')
      if (status === 409) mustEqual(state, 'awaiting_payment', 'who came too late to leave')
    }
    const [counted] = await harness.query<{ units_final: number }>(
      'select units_final from groups where id = $1',
      [group.id],
    )
    const stayed = [...states.values()].filter((state) => state === 'awaiting_payment').length
    mustEqual(counted?.units_final, stayed, 'what was counted')
    await mustHold(harness, group)
  },
}

const closingManyTimes: Scenario = {
  name: 'a group that is closed by a hundred jobs',
  ids: 'CLOSING-04 CLOSING-05',
  weight: 1,
  async run(round) {
    const { harness, random } = round
    const minTarget = random() < 0.5 ? participants : participants + 1
    const group = await openGroup(round, minTarget)
    const places = await joinAll(round, group)
    await endTime(harness, group)
    await sendTurns(harness, group, 100)
    // In a round with a kill it falls somewhere into these requests and the jobs beside them.
    const late = places.map(({ member, id }) =>
      harness.shop('DELETE', `/participation/${id}`, of(member)),
    )
    const left = minTarget > participants ? [] : late
    mustOnlyAnswer(
      await round.burst(left.length > 0 ? left.slice(0, 1) : [reading(round, group)]),
      [200, 409],
    )
    const outcome = await untilApplied(harness, group)
    mustEqual(outcome, minTarget === participants ? 'succeeded' : 'failed', 'the outcome')
    await mustHold(harness, group)
  },
}

function reading({ harness }: Round, { code }: Group) {
  return harness.shop('GET', `/group/${code}`, {})
}

const payingWhileLapsing: Scenario = {
  name: 'paying a place that lapses at the same time',
  ids: 'SETTLE-07',
  weight: 1,
  async run(round) {
    const { harness } = round
    const group = await openGroup(round, participants)
    const places = await joinAll(round, group)
    await endTime(harness, group)
    await sendTurns(harness, group, 1)
    mustEqual(await untilApplied(harness, group), 'succeeded', 'the outcome')
    const orderIds = places.map(({ orderId }) => orderId)
    await harness.query('update orders set expires_at = shop_now() where id = any($1)', [orderIds])
    await harness.query(
      `insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds,
          deletion_seconds, keep_until, policy)
        select 'order.expire', jsonb_build_object('orderId', id, 'asks', 0), 6, 5, false, 120, 604800,
          now() + interval '14 days', 'standard' from unnest($1::text[]) as id`,
      [orderIds],
    )
    const replies: Reply[] = []
    // The jobs are taken within a few seconds: payments come in all that time.
    for (const [index, { member, orderId }] of places.entries()) {
      const pay = harness.shop('POST', `/pay/${orderId}`, of(member))
      replies.push(...(await round.burst([pay, pay])))
      if (index % 3 === 2) await delay(500)
    }
    mustOnlyAnswer(replies, [200, 409])
    await untilNothingWaits(harness, group)
    const states = await statesOf(harness, group)
    for (const [index, { id }] of places.entries()) {
      const paid = replies.slice(2 * index, 2 * index + 2).some(({ status }) => status === 200)
      const unknown = replies.slice(2 * index, 2 * index + 2).some(({ status }) => status === 0)
      const state = states.get(id)
      must(
        unknown || state === (paid ? 'confirmed' : 'lapsed'),
        `a place that was ${paid ? '' : 'not '}paid is ${state}`,
      )
    }
    await mustHold(harness, group)
  },
}

async function untilNothingWaits(harness: RaceHarness, { id }: Group): Promise<void> {
  const giveUpAt = Date.now() + endsWithinMs
  for (;;) {
    const waiting = await harness.query(
      `select 1 from participations where group_id = $1 and state = 'awaiting_payment'`,
      [id],
    )
    if (waiting.length === 0) return
    must(Date.now() < giveUpAt, 'a place neither lapses nor is paid')
    await delay(100)
  }
}

export const campaignScenarios: readonly Scenario[] = [
  leavingWhileClosing,
  closingManyTimes,
  payingWhileLapsing,
]
