import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaignFaults } from '../harness/campaign-faults.ts'
import { RaceHarness } from './race-harness.ts'
import { contact } from './shopper.ts'

const shiftClock = join(import.meta.dirname, '../harness/shift-clock.ts')
/** Allowed delay of a step. */
const lateSeconds = 5
let harness: RaceHarness
beforeAll(async () => {
  // Both nodes believe that it is an hour later.
  const env = { NODE_OPTIONS: `--import=${shiftClock}`, CLOCK_SHIFT_SECONDS: '3600' }
  harness = await RaceHarness.open({ nodes: 2, env })
})
afterAll(() => harness.close())

interface Campaign {
  id: string
  productId: string
}

/** A draft of at least ten minutes, published by the owner, that opens in so many seconds. */
async function publish(opensIn: number): Promise<Campaign> {
  const { id: productId } = await harness.product(120)
  const [clock] = await harness.query<{ now: number }>(
    'select extract(epoch from shop_now())::int as now',
  )
  const startsAt = (clock?.now ?? 0) + opensIn
  const draft = {
    title: '準時的團',
    kind: 'pool',
    money: 'pay_after_success',
    min_target: 1,
    starts_at: startsAt,
    ends_at: startsAt + 15 * 60,
    products: [{ product_id: productId }],
    tiers: [{ from_units: 1, prices: [{ product_id: productId, unit_price: 100 }] }],
  }
  const { campaign } = await harness.call(harness.admin('POST', '/campaign', draft))
  const { id } = campaign as { id: string }
  await harness.call(harness.admin('POST', `/campaign/${id}/publish`, {}))
  return { id, productId }
}

/** Waits for a move of a campaign, and gives how many seconds after this time it came. */
async function lateness(id: string, event: string, column: string): Promise<number> {
  for (;;) {
    const [row] = await harness.query<{ late: number }>(
      `select extract(epoch from event.at - coalesce(grouped.${column}, campaign.starts_at))::float as late
        from group_events as event join campaigns as campaign on campaign.id = event.campaign_id
        left join groups as grouped on grouped.id = event.group_id
        where event.campaign_id = $1 and event.event = $2
          and (event.group_id is null) = ($2 = 'open') and event.participation_id is null`,
      [id, event],
    )
    if (row) return row.late
    await delay(200)
  }
}

async function joinGroup({ id, productId }: Campaign): Promise<string> {
  const member = await harness.member(0)
  await harness.query('update members set email_verified = true where uid = $1', [member.uid])
  const [group] = await harness.query<{ id: string; code: string }>(
    'select id, code from groups where campaign_id = $1',
    [id],
  )
  const data = { lines: [{ product_id: productId, qty: 1 }], user: contact }
  const path = `/group/${group?.code}/participation`
  await harness.call(harness.shop('POST', path, { Authorization: member.token }, data))
  return group?.id ?? ''
}

it('a campaign opens once and its group closes by the clock of the database, whatever the nodes believe (CAMP-08) (CLOSING-01)', async () => {
  const campaign = await publish(8)
  expect(await lateness(campaign.id, 'open', 'opened_at')).toBeLessThan(lateSeconds)
  const groups = await harness.query('select 1 from groups where campaign_id = $1', [campaign.id])
  expect(groups).toHaveLength(1)
  const groupId = await joinGroup(campaign)
  // The owner cannot shorten a campaign: its job is moved with its time.
  await harness.query(
    `with moved as (
        update groups set expires_at = shop_now() + interval '6 seconds' where id = $1
      ) update pgboss.job set start_after = now() + interval '6 seconds'
        where name = 'group.turn' and data ->> 'groupId' = $1`,
    [groupId],
  )
  const late = await lateness(campaign.id, 'close', 'expires_at')
  expect(late).toBeGreaterThanOrEqual(0)
  expect(late).toBeLessThan(lateSeconds)
})

it('a shop that was down over the deadline closes the group within seconds of its start, with those who had joined (CLOSING-07)', async () => {
  const campaign = await publish(5)
  await lateness(campaign.id, 'open', 'opened_at')
  const groupId = await joinGroup(campaign)
  await Promise.all(harness.nodes.map((node) => node.kill()))
  // Ten hours later.
  await harness.query(
    `update groups set opened_at = opened_at - interval '11 hours',
        expires_at = shop_now() - interval '10 hours' where id = $1`,
    [groupId],
  )
  await harness.query(
    `update pgboss.job set start_after = now() - interval '10 hours'
        where name = 'group.turn' and data ->> 'groupId' = $1 and state = 'created'`,
    [groupId],
  )
  await Promise.all(harness.nodes.map((node) => node.start()))
  const startedAt = Date.now()
  await lateness(campaign.id, 'close', 'expires_at')
  expect(Date.now() - startedAt).toBeLessThan(lateSeconds * 1_000)
  const [group] = await harness.query<{ units_taken: number }>(
    'select units_taken from groups where id = $1',
    [groupId],
  )
  expect(group).toEqual({ units_taken: 1 })
  expect(await campaignFaults(harness.databaseUrl)).toEqual([])
})
