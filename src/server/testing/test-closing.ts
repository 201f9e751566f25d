import { applyDecision } from '../campaigns/closing/apply-decision.ts'
import type { ClosingDeps } from '../campaigns/closing/closing-deps.ts'
import { takeCampaignTurn } from '../campaigns/turn-campaign.ts'
import { takeGroupTurn } from '../campaigns/turn-group.ts'
import { joinData, moveShopClock, openParticipant, type TestCampaign } from './test-campaigns.ts'
import type { TestShop, Visitor } from './test-shop.ts'

export interface JoinedMember extends Visitor {
  uid: string
  email: string
  participationId: string
  orderId: string
}

export function closingDeps(shop: TestShop): ClosingDeps {
  return { ...shop.payments, config: shop.config }
}

/** A new verified member with a place of so many pieces of each product. */
export async function joinAs(
  shop: TestShop,
  campaign: TestCampaign,
  quantities: number | readonly number[] = 1,
  more: object = {},
): Promise<JoinedMember> {
  const member = await openParticipant(shop)
  const user = { name: '王小明', email: member.email, tel: '0912345678', address: '台北市' }
  const data = joinData(campaign, [quantities].flat(), { user, ...more })
  const { status, body } = await member.post(`/group/${campaign.code}/participation`, data)
  if (status !== 200) throw new Error(`not joined: ${status} ${JSON.stringify(body)}`)
  const { id: participationId, order_id: orderId } = body.participation
  return Object.assign(member, { participationId, orderId })
}

/** Lets the time of a group pass and does all steps of its closing, as the jobs do. */
export async function endGroup(
  shop: TestShop,
  { id, groupId }: Pick<TestCampaign, 'id' | 'groupId'>,
  after = '25 hours',
): Promise<void> {
  await moveShopClock(shop, after)
  const deps = closingDeps(shop)
  await takeGroupTurn(deps, groupId)
  await applyDecision(deps, groupId)
  await takeCampaignTurn(deps, id)
}

export async function rowsOf<Row>(
  shop: TestShop,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await shop.database.pool.query(statement, values)).rows
}

/** A place with its order, as the database has them. */
export async function placeOf(shop: TestShop, { participationId }: { participationId: string }) {
  const [row] = await rowsOf<{
    state: string
    qty: number
    final_total: number | null
    end_reason: string | null
    pay_by: Date | null
    order_state: string
    total: number
    is_payable: boolean
    expires_at: Date | null
    cancel_reason: string | null
  }>(
    shop,
    `select place.state, place.qty, place.final_total::int, place.end_reason, place.pay_by,
      orders.state as order_state, orders.total::int, orders.is_payable, orders.expires_at,
      orders.cancel_reason
    from participations as place join orders on orders.id = place.order_id
    where place.id = $1`,
    [participationId],
  )
  if (!row) throw new Error(`no participation ${participationId}`)
  return row
}

/** State, outcome and what the decision wrote. */
export async function groupOf(shop: TestShop, groupId: string) {
  const [row] = await rowsOf<{
    state: string
    outcome: string | null
    closing_reason: string | null
    units_final: number | null
    final_tier: number | null
  }>(
    shop,
    'select state, outcome, closing_reason, units_final, final_tier from groups where id = $1',
    [groupId],
  )
  if (!row) throw new Error(`no group ${groupId}`)
  return row
}

/** The kinds of the mails to an address, oldest first. */
export async function mailKindsTo(shop: TestShop, recipient: string): Promise<string[]> {
  const rows = await rowsOf<{ kind: string }>(
    shop,
    'select kind from mail_outbox where recipient = $1 and kind is not null order by id',
    [recipient],
  )
  return rows.map(({ kind }) => kind)
}

/** The events of one group in their order. */
export async function eventsOf(shop: TestShop, groupId: string): Promise<string[]> {
  const rows = await rowsOf<{ event: string }>(
    shop,
    'select event from group_events where group_id = $1 and participation_id is null order by id',
    [groupId],
  )
  return rows.map(({ event }) => event)
}
