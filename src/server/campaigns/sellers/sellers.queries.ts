import { randomInt } from 'node:crypto'
import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { createId } from '../../db/id.ts'
import { campaignSellers, campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { participations } from '../../db/tables/participations.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type CampaignFacts, campaignFacts } from '../campaign-facts.ts'
import { keptGoods } from '../commission/kept-goods.ts'
import type { GroupRow } from '../group-wire.ts'
import { isSelling } from './place-seller.ts'

type SellerRow = typeof campaignSellers.$inferSelect

/** In whole NT$ but for places and units. */
interface SellerSums {
  places: number
  units: number
  goods: number
  earned: number
}

/** Some places, each with the goods that the shop keeps and the commission that is booked of it. */
const soldPlaces = (where: SQL) => sql`
  select place.seller_id, place.qty, ${keptGoods} as goods,
    place.state in ('held', 'authorised', 'awaiting_payment', 'confirmed') as is_live,
    orders.state in ('completed', 'returned') as is_complete,
    coalesce((select sum(entry.amount) from commission_entries as entry
      where entry.order_id = orders.id and entry.kind <> 'paid'), 0) as commission
  from participations as place join orders on orders.id = place.order_id
  where ${where}`

const sumsOfSold = sql`
  (count(*) filter (where is_live))::int as places,
  coalesce(sum(qty) filter (where is_live), 0)::int as units,
  coalesce(sum(goods) filter (where is_live), 0)::float8 as goods,
  coalesce(sum(commission), 0)::float8 as earned`

const ownSums = sql<SellerSums & { expected: number }>`(
  select to_json(sums) from (
    select ${sumsOfSold},
      coalesce(sum(floor(goods * "campaigns".commission_percent / 100))
        filter (where is_live and not is_complete), 0)::float8 as expected
    from (${soldPlaces(sql`place.seller_id = "campaign_sellers".id`)}) as sold
  ) as sums)`

/** The sales of a member for one campaign. */
export interface Selling extends CampaignFacts {
  seller: SellerRow
  /** Of the pool; null before it opens. */
  group: GroupRow | null
  sums: SellerSums & { expected: number }
}

export async function listSellings(
  db: Db,
  of: { memberId: string; campaignId?: string },
  page: { limit: number; offset: number },
): Promise<{ rows: Selling[]; total: number }> {
  const where = and(
    eq(campaignSellers.memberId, of.memberId),
    of.campaignId === undefined ? undefined : eq(campaignSellers.campaignId, of.campaignId),
  )
  const [rows, total] = await Promise.all([
    db
      .select({
        ...campaignFacts,
        seller: getTableColumns(campaignSellers),
        group: getTableColumns(groups),
        sums: ownSums.as('sums'),
      })
      .from(campaignSellers)
      .innerJoin(campaigns, eq(campaigns.id, campaignSellers.campaignId))
      .leftJoin(groups, eq(groups.poolOf, campaignSellers.campaignId))
      .where(where)
      .orderBy(desc(campaignSellers.id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(campaignSellers, where),
  ])
  return { rows, total }
}

export interface SoldPlace {
  id: string
  shownName: string
  isAnonymous: boolean
  qty: number
  state: typeof participations.$inferSelect.state
  joinedAt: Date
  commission: number | null
}

/** One page of the places that came by a link, the last first. */
export async function listSoldPlaces(
  db: Db,
  sellerId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: SoldPlace[]; total: number }> {
  const where = eq(participations.sellerId, sellerId)
  const [rows, total] = await Promise.all([
    db
      .select({
        id: participations.id,
        shownName: participations.shownName,
        isAnonymous: participations.isAnonymous,
        qty: participations.qty,
        state: participations.state,
        joinedAt: participations.joinedAt,
        commission: sql<number | null>`(select sum(entry.amount)::float8
          from commission_entries as entry
          where entry.order_id = "participations".order_id and entry.kind <> 'paid')`,
      })
      .from(participations)
      .where(where)
      .orderBy(desc(participations.seq))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(participations, where),
  ])
  return { rows, total }
}

/** A code of a campaign that counts, with whose it is. */
export async function findSeller(
  db: Db,
  { campaignId, code }: { campaignId: string; code: string },
): Promise<{ memberId: string; shownName: string } | undefined> {
  const { rows } = await db.execute<{ memberId: string; shownName: string }>(sql`
    select seller.member_id as "memberId", seller.shown_name as "shownName"
    from campaign_sellers as seller
    join campaigns as campaign on campaign.id = seller.campaign_id and campaign.has_sellers
    where seller.code = ${code} and seller.campaign_id = ${campaignId} and ${isSelling}`)
  return rows[0]
}

/** Whether the owner has named the member for a campaign that only named ones may sell. */
export async function isNamedSeller(
  db: Db,
  { campaignId, memberId }: { campaignId: string; memberId: string },
): Promise<boolean> {
  const { rows } = await db.execute(sql`select from campaign_leaders
    where campaign_id = ${campaignId} and member_id = ${memberId}`)
  return rows.length > 0
}

/** None of them is taken for another when a code is read out. */
const letters = 'abcdefghjkmnpqrstuvwxyz'

function createCode(): string {
  return Array.from({ length: 10 }, () => letters.charAt(randomInt(letters.length))).join('')
}

/** The seller that a member is; a second call keeps the first link. */
export async function insertSeller(
  tx: Transaction,
  seller: { campaignId: string; memberId: string; shownName: string },
): Promise<void> {
  await tx
    .insert(campaignSellers)
    .values({ ...seller, id: createId(), code: createCode() })
    .onConflictDoNothing({ target: [campaignSellers.campaignId, campaignSellers.memberId] })
}

export async function lockSeller(tx: Transaction, id: string): Promise<SellerRow | undefined> {
  const [row] = await tx
    .select()
    .from(campaignSellers)
    .where(eq(campaignSellers.id, id))
    .for('no key update')
  return row
}

export async function setSellerEnded(
  tx: Transaction,
  { id, isEnded }: { id: string; isEnded: boolean },
): Promise<void> {
  await tx
    .update(campaignSellers)
    .set({ endedAt: isEnded ? sql`now()` : null })
    .where(eq(campaignSellers.id, id))
}

/** With the account of a member its links end. */
export async function endSellersOf(tx: Transaction, memberId: string): Promise<void> {
  await tx
    .update(campaignSellers)
    .set({ endedAt: sql`now()` })
    .where(and(eq(campaignSellers.memberId, memberId), isNull(campaignSellers.endedAt)))
}

export type ListedSeller = SellerSums & {
  id: string
  name: string | null
  email: string | null
  code: string
  at: Date
  endedAt: Date | null
}

/** One page of the sellers of a campaign, the most sold first. */
export async function listSellers(
  db: Db,
  campaignId: string,
  page: { limit: number; offset: number },
): Promise<{ rows: ListedSeller[]; total: number }> {
  const [{ rows }, total] = await Promise.all([
    db.execute<Omit<ListedSeller, 'at' | 'endedAt'> & { at: string; endedAt: string | null }>(sql`
      select seller.id, members.display_name as name, members.email, seller.code,
        extract(epoch from seller.at) * 1000 as at,
        extract(epoch from seller.ended_at) * 1000 as "endedAt",
        coalesce(sums.places, 0) as places, coalesce(sums.units, 0) as units,
        coalesce(sums.goods, 0) as goods, coalesce(sums.earned, 0) as earned
      from campaign_sellers as seller
      left join members on members.uid = seller.member_id
      left join (
        select seller_id, ${sumsOfSold}
        from (${soldPlaces(sql`place.campaign_id = ${campaignId} and place.seller_id is not null`)}) as sold
        group by seller_id
      ) as sums on sums.seller_id = seller.id
      where seller.campaign_id = ${campaignId}
      order by coalesce(sums.goods, 0) desc, seller.id
      limit ${page.limit} offset ${page.offset}`),
    db.$count(campaignSellers, eq(campaignSellers.campaignId, campaignId)),
  ])
  return {
    rows: rows.map(({ at, endedAt, ...row }) => ({
      ...row,
      at: new Date(Number(at)),
      endedAt: endedAt === null ? null : new Date(Number(endedAt)),
    })),
    total,
  }
}

/** Of the completed orders of a campaign, in whole NT$: their goods, and whose part is how much. */
export async function sumParts(
  db: Db,
  campaignId: string,
): Promise<{ goods: number; sellers: number; leader: number }> {
  const { rows } = await db.execute<{ goods: number; sellers: number; leader: number }>(sql`
    select coalesce(sum(goods), 0)::float8 as goods,
      coalesce(sum(commission) filter (where seller_id is not null), 0)::float8 as sellers,
      coalesce(sum(commission) filter (where seller_id is null), 0)::float8 as leader
    from (${soldPlaces(sql`place.campaign_id = ${campaignId}`)}) as sold
    where is_live and is_complete`)
  const [row] = rows
  if (!row) throw new Error('the parts of a campaign came back empty')
  return row
}
