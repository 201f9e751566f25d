import { eq, sql } from 'drizzle-orm'
import { findSellable } from '../campaigns/back-office/admin-campaigns.queries.ts'
import { openGroup } from '../campaigns/leader/open-group.ts'
import { createId } from '../db/id.ts'
import {
  campaignPrices,
  campaignProducts,
  campaigns,
  campaignTiers,
} from '../db/tables/campaigns.ts'
import { members } from '../db/tables/members.ts'
import { groupEvents } from '../db/tables/participations.ts'
import { stock, stockMovements } from '../db/tables/stock.ts'
import { transaction } from '../db/transaction.ts'
import { orderData, type TestShop } from './test-shop.ts'

type CampaignValues = Partial<typeof campaigns.$inferInsert>

export interface TestCampaign {
  id: string
  /** In their order. */
  productIds: string[]
  /** Of the group of a pool; empty for teams. */
  code: string
  groupId: string
}

/** `[from units, price of each product]`, from the ceiling down. */
export type TestTiers = readonly (readonly [fromUnits: number, ...prices: number[]])[]

const system = { kind: 'system' } as const

/**
 * An open campaign, written as if it had been published and opened; a pool has its group. Without
 * more it has one product of which 1,000 are counted, at 100, from 10 units at 90, from 20 at 80.
 */
export async function openCampaign(
  shop: TestShop,
  values: CampaignValues = {},
  options: { tiers?: TestTiers; productIds?: string[]; onHand?: number | null } = {},
): Promise<TestCampaign> {
  const { db } = shop.database
  const {
    tiers = [
      [1, 100],
      [10, 90],
      [20, 80],
    ],
    onHand = 1_000,
  } = options
  const productIds = options.productIds ?? [await shop.product({ title: '高山茶', price: 120 })]
  const id = createId()
  const kind = values.kind ?? 'pool'
  await db.insert(campaigns).values({
    id,
    title: '秋茶團購',
    minTarget: 10,
    startsAt: sql`shop_now() - interval '1 hour'`,
    endsAt: sql`shop_now() + interval '1 day'`,
    state: 'open',
    teamHours: kind === 'team' ? 24 : null,
    ...values,
  } as typeof campaigns.$inferInsert)
  for (const [position, productId] of productIds.entries()) {
    const snapshot = (await findSellable(db, [productId])).get(productId)
    if (!snapshot) throw new Error(`no product ${productId}`)
    await db.insert(campaignProducts).values({ campaignId: id, productId, position, snapshot })
    if (onHand !== null) {
      await db.insert(stock).values({ variantId: productId, onHand, held: 0 })
      await db.insert(stockMovements).values({
        variantId: productId,
        kind: 'counted',
        onHandChange: onHand,
        heldChange: 0,
        onHand,
        held: 0,
        actor: 's:system',
        actorName: '系統',
      })
    }
  }
  for (const [position, [fromUnits, ...prices]] of tiers.entries()) {
    await db.insert(campaignTiers).values({ campaignId: id, position, fromUnits })
    await db.insert(campaignPrices).values(
      productIds.map((productId, index) => ({
        campaignId: id,
        position,
        productId,
        unitPrice: prices[index] ?? prices[0] ?? 1,
      })),
    )
  }
  await writeBeginning(shop, id, values.state ?? 'open')
  if (kind === 'team') return { id, productIds, code: '', groupId: '' }
  const { jobs } = shop.payments
  const group = await transaction(db, (tx) =>
    openGroup(tx, jobs, { campaignId: id, leaderId: null, actor: system }),
  )
  return { id, productIds, code: group.code, groupId: group.id }
}

/** The moves that have led to this state. */
async function writeBeginning(shop: TestShop, campaignId: string, state: string): Promise<void> {
  if (state !== 'open' && state !== 'scheduled') return
  const published = { event: 'publish', fromState: 'draft', toState: 'scheduled' }
  const opened = { event: 'open', fromState: 'scheduled', toState: 'open' }
  const moves = state === 'open' ? [published, opened] : [published]
  await shop.database.db
    .insert(groupEvents)
    .values(moves.map((move) => ({ ...move, campaignId, actor: 's:system' })))
}

/** A member whose mailbox is verified. */
export async function openParticipant(shop: TestShop, email?: string) {
  const member = await shop.member(email)
  await shop.database.db
    .update(members)
    .set({ emailVerified: true })
    .where(eq(members.uid, member.uid))
  return member
}

/** Body of a join: so many pieces of each product. */
export function joinData(
  { productIds }: Pick<TestCampaign, 'productIds'>,
  quantities: readonly number[] = [1],
  more: object = {},
) {
  const lines = quantities.flatMap((qty, index) => {
    const productId = productIds[index]
    return productId === undefined || qty === 0 ? [] : [{ product_id: productId, qty }]
  })
  return { lines, user: orderData.user, ...more }
}

/** Moves the clock by which campaigns are decided, in the database of this shop alone. */
export async function moveShopClock(shop: TestShop, interval: string): Promise<void> {
  await shop.database.db.execute(
    sql.raw(`create or replace function shop_now() returns timestamptz language sql volatile
      as $$ select clock_timestamp() + interval '${interval}' $$`),
  )
}

/** All of a campaign that a refused join, change or leaving must not touch. */
export async function footprint(shop: TestShop, campaignId: string): Promise<unknown> {
  const { rows } = await shop.database.db.execute(sql`
    with placed as (select id from orders where group_id in (select id from groups where campaign_id = ${campaignId}))
    select
      (select jsonb_agg(array[units_taken, members_taken] order by id) from groups
        where campaign_id = ${campaignId}) as groups,
      (select jsonb_agg(array[member_id, qty::text] order by id) from participations
        where campaign_id = ${campaignId}) as places,
      (select jsonb_agg(array[member_id, units::text] order by member_id) from campaign_members
        where campaign_id = ${campaignId}) as members,
      (select count(*) from placed) as orders,
      (select jsonb_agg(line.qty order by line.id) from order_lines as line
        join placed on placed.id = line.order_id) as lines,
      (select count(*) from coupon_uses where order_id in (select id from placed)
        and returned_at is null) as uses,
      (select count(*) from mail_outbox where order_id in (select id from placed)) as mails,
      (select jsonb_agg(array[on_hand, held] order by product_id) from stock
        where product_id in (select product_id from campaign_products
          where campaign_id = ${campaignId})) as stock`)
  return rows[0]
}

/** The counts of a group as they stand and as its places sum up to: both alike, always. */
export async function countsOf(shop: TestShop, groupId: string) {
  const { rows } = await shop.database.db.execute<{
    state: string
    taken: number[]
    counted: number[]
    live: number[]
  }>(sql`
    select state, array[units_taken, members_taken] as taken,
      array[units_counted, members_counted] as counted,
      (select array[coalesce(sum(qty), 0), count(*)]::int[] from participations
        where group_id = groups.id
          and state in ('held', 'authorised', 'awaiting_payment', 'confirmed')) as live
    from groups where id = ${groupId}`)
  const [row] = rows
  if (!row) throw new Error(`no group ${groupId}`)
  return row
}
