import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Targets } from './fuzz-case.ts'
import type { Caller, Reply, WorldCalls } from './world-calls.ts'

const contact = { name: '王小明', email: 'a@example.com', tel: '0912345678', address: '台北市' }
/** A campaign opens by a job, within seconds. */
const opensWithinMs = 60_000

interface Parts {
  admin: Caller
  memberA: Caller
  memberB: Caller
  databaseUrl: string
  productId: string
}

/** An open pool that two members have joined, and a team that the first one leads. */
export async function createGroups(calls: WorldCalls, parts: Parts): Promise<Targets> {
  const { memberA, memberB, productId } = parts
  await verifyMailboxes(parts.databaseUrl)
  const [pool, team] = [
    await createCampaign(calls, parts, {}),
    await createCampaign(calls, parts, { kind: 'team', team_hours: 100 }),
  ]
  const code = (await untilOpen(calls, pool)).code
  await untilOpen(calls, team)
  const data = { lines: [{ product_id: productId, qty: 1 }], user: contact }
  const join = async (member: Caller) =>
    (await calls.call('POST', `/group/${code}/participation`, member, { data })).participation.id
  const led = await calls.call('POST', `/campaign/${team}/group`, memberA, { data })
  const spare = await calls.call('POST', '/admin/campaign', parts.admin, {
    data: { title: '草稿' },
  })
  return {
    campaign: [team],
    spareCampaign: [spare.campaign.id],
    group: [code],
    ledGroup: [led.code],
    placeA: [await join(memberA), led.participation.id],
    placeB: [await join(memberB)],
  }
}

async function createCampaign(
  calls: WorldCalls,
  { admin, productId }: Parts,
  changes: object,
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000)
  const data = {
    title: '團購',
    min_target: 50_000,
    starts_at: now + 1,
    ends_at: now + 50 * 86_400,
    products: [{ product_id: productId }],
    tiers: [{ from_units: 1, prices: [{ product_id: productId, unit_price: 1 }] }],
    ...changes,
  }
  const { campaign } = await calls.call('POST', '/admin/campaign', admin, { data })
  await calls.call('POST', `/admin/campaign/${campaign.id}/publish`, admin)
  return campaign.id
}

async function untilOpen(calls: WorldCalls, id: string): Promise<Reply> {
  const giveUpAt = Date.now() + opensWithinMs
  for (;;) {
    const { campaign } = await calls.call('GET', `/campaign/${id}`)
    if (campaign.state === 'open') return campaign
    if (Date.now() > giveUpAt) throw new Error(`a campaign is ${campaign.state} and does not open`)
    await delay(200)
  }
}

/** The mails with their codes are not read. */
async function verifyMailboxes(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('update members set email_verified = true')
  } finally {
    await client.end()
  }
}
