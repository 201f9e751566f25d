import { and, count, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm'
import type { Language } from '#contract/translate.ts'
import type { Db } from '../../db/connect.ts'
import { campaignWishes } from '../../db/tables/campaigns.ts'
import { products } from '../../db/tables/catalog.ts'

const isPublished = and(isNull(products.deletedAt), products.isEnabled)

export interface Wish {
  productId: string
  members: number
  isWished: boolean
}

/** Of the published ones among these products, in no order. */
export async function readWishes(
  db: Db,
  productIds: readonly string[],
  memberId: string | null,
): Promise<Wish[]> {
  if (productIds.length === 0) return []
  return db
    .select({
      productId: products.id,
      members: count(campaignWishes.memberId),
      isWished: sql<boolean>`coalesce(bool_or(${campaignWishes.memberId} = ${memberId}::text), false)`,
    })
    .from(products)
    .leftJoin(campaignWishes, eq(campaignWishes.productId, products.id))
    .where(and(inArray(products.id, [...productIds]), isPublished))
    .groupBy(products.id)
}

export async function countWishesOf(db: Db, memberId: string): Promise<number> {
  return db.$count(campaignWishes, eq(campaignWishes.memberId, memberId))
}

/** Asked a second time it adds nothing. */
export async function insertWishes(
  db: Db,
  productIds: readonly string[],
  memberId: string,
): Promise<void> {
  await db
    .insert(campaignWishes)
    .values(productIds.map((productId) => ({ productId, memberId })))
    .onConflictDoNothing()
}

export async function deleteWishes(
  db: Db,
  productIds: readonly string[],
  memberId: string,
): Promise<void> {
  const { productId } = campaignWishes
  await db
    .delete(campaignWishes)
    .where(and(inArray(productId, [...productIds]), eq(campaignWishes.memberId, memberId)))
}

/** One page of the products that somebody asks for, most asked for first. */
export async function listWished(db: Db, page: { limit: number; offset: number }) {
  const isListed = isNull(products.deletedAt)
  const members = count()
  const wishedAt = max(campaignWishes.wishedAt)
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        productId: products.id,
        title: products.title,
        picture: products.imageUrl,
        members,
        wishedAt: sql<Date>`${wishedAt}`.mapWith(campaignWishes.wishedAt),
      })
      .from(campaignWishes)
      .innerJoin(products, eq(products.id, campaignWishes.productId))
      .where(isListed)
      .groupBy(products.id)
      .orderBy(desc(members), desc(wishedAt), products.id)
      .limit(page.limit)
      .offset(page.offset),
    db
      .select({ total: sql<number>`count(distinct ${products.id})`.mapWith(Number) })
      .from(campaignWishes)
      .innerJoin(products, eq(products.id, campaignWishes.productId))
      .where(isListed),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export type Opened = {
  campaignId: string
  title: string
  titleInEnglish: string | null
  email: string
  emailVerified: boolean
  language: Language | null
}

/**
 * Deletes the oldest wishes for products of an open campaign, and returns one mail for each member and
 * campaign. A product in several open campaigns is announced with the one that ends last.
 */
export async function takeFulfilled(
  tx: Db,
  limit: number,
): Promise<{ taken: number; opened: Opened[] }> {
  const { rows } = await tx.execute<Opened & { taken: number }>(sql`
    with fulfilled as (
      select wish.product_id, wish.member_id, campaign.id as campaign_id
      from campaign_wishes as wish
      cross join lateral (
        select campaigns.id from campaign_products as sold
          join campaigns on campaigns.id = sold.campaign_id
        where sold.product_id = wish.product_id and campaigns.state = 'open'
          and campaigns.archived_at is null
        order by campaigns.ends_at desc, campaigns.id limit 1) as campaign
      order by wish.wished_at limit ${limit} for update of wish skip locked),
    taken as (
      delete from campaign_wishes as wish using fulfilled
      where wish.product_id = fulfilled.product_id and wish.member_id = fulfilled.member_id
      returning fulfilled.campaign_id, fulfilled.member_id)
    select distinct campaigns.id as "campaignId", campaigns.title,
      campaigns.english ->> 'title' as "titleInEnglish", members.email, members.language,
      members.email_verified as "emailVerified", (select count(*)::int from taken) as taken
    from taken join campaigns on campaigns.id = taken.campaign_id
      left join members on members.uid = taken.member_id and not members.is_disabled`)
  const opened = rows.filter(({ email }) => email !== null)
  return { taken: rows[0]?.taken ?? 0, opened }
}
