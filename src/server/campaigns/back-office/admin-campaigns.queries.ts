import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { CampaignState, GroupState } from '#contract/campaign-states.ts'
import type { NoReturn } from '#contract/no-return.ts'
import { type StoredVariant, variantsOnSale } from '../../catalog/variants.queries.ts'
import type { Db } from '../../db/connect.ts'
import {
  type ChosenVariant,
  campaignLeaders,
  campaignProducts,
  campaigns,
  type ProductSnapshot,
} from '../../db/tables/campaigns.ts'
import { products } from '../../db/tables/catalog.ts'
import { groups } from '../../db/tables/groups.ts'
import { members } from '../../db/tables/members.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type CampaignFacts, campaignFacts } from '../campaign-facts.ts'
import { readShopNow } from '../campaigns.queries.ts'
import type { GroupRow } from '../group-wire.ts'
import type { CampaignDraft } from './campaign-rules.ts'
import { memberName } from './named-member.ts'

export type CampaignRow = CampaignFacts['campaign']

/** A campaign as the back office sees it: of a draft the products as they are now. */
export interface WholeCampaign extends CampaignFacts {
  products: (CampaignFacts['products'][number] & { chosen: ChosenVariant[] | null })[]
  /** The group of a pool that has opened. */
  group: GroupRow | null
  /** How many groups are in each state. */
  groups: Partial<Record<GroupState, number>>
  /** Counted units of all groups. */
  units: number
  /** Products that shoppers do not find in the shop any more. */
  unavailable: string[]
}

/** The campaigns of these ids, in the order of the ids. */
export async function readCampaigns(db: Db, ids: readonly string[]): Promise<WholeCampaign[]> {
  if (ids.length === 0) return []
  const wanted = [...ids]
  const [rows, pools, counted, sold] = await Promise.all([
    db.select(campaignFacts).from(campaigns).where(inArray(campaigns.id, wanted)),
    db.select().from(groups).where(inArray(groups.poolOf, wanted)),
    countGroups(db, wanted),
    readSoldProducts(db, wanted),
  ])
  return wanted.flatMap((id) => {
    const facts = rows.find(({ campaign }) => campaign.id === id)
    if (!facts) return []
    const ofCampaign = counted.filter(({ campaignId }) => campaignId === id)
    const soldHere = sold.filter(({ campaignId }) => campaignId === id)
    return [
      {
        ...facts,
        products: soldHere.map(({ productId, snapshot, chosen, now }) => ({
          productId,
          chosen,
          snapshot: snapshot ?? withChosen(now, chosen),
        })),
        group: pools.find(({ poolOf }) => poolOf === id) ?? null,
        groups: Object.fromEntries(ofCampaign.map(({ state, n }) => [state, n])),
        units: ofCampaign.reduce((sum, { units }) => sum + units, 0),
        unavailable: soldHere.flatMap((sold) => (sold.isPublished ? [] : [sold.productId])),
      },
    ]
  })
}

export async function readCampaign(db: Db, id: string): Promise<WholeCampaign | undefined> {
  const [found] = await readCampaigns(db, [id])
  return found
}

async function readSoldProducts(db: Db, ids: string[]) {
  return db
    .select({
      campaignId: campaignProducts.campaignId,
      productId: campaignProducts.productId,
      snapshot: campaignProducts.snapshot,
      chosen: campaignProducts.variants,
      now: {
        title: sql<string>`coalesce(${products.title}, '')`,
        titleInEnglish,
        unit: sql<string>`coalesce(${products.unit}, '')`,
        picture: sql<string>`coalesce(${products.imageUrl}, '')`,
        price: sql<number>`coalesce(${products.price}, 0)`.mapWith(Number),
        noReturn: sql<NoReturn | null>`${products.noReturn}`,
        variants: variantsOnSale,
      },
      isPublished: sql<boolean>`coalesce(${products.isEnabled} and ${products.deletedAt} is null, false)`,
    })
    .from(campaignProducts)
    .leftJoin(products, eq(products.id, campaignProducts.productId))
    .where(inArray(campaignProducts.campaignId, ids))
    .orderBy(asc(campaignProducts.campaignId), asc(campaignProducts.position))
}

function countGroups(db: Db, ids: string[]) {
  return db
    .select({
      campaignId: groups.campaignId,
      state: groups.state,
      n: sql<number>`count(*)::integer`,
      units: sql<number>`sum(${groups.unitsCounted})::integer`,
    })
    .from(groups)
    .where(inArray(groups.campaignId, ids))
    .groupBy(groups.campaignId, groups.state)
}

/** One page of ids, the newest first. */
export async function listCampaignIds(
  db: Db,
  page: {
    state: CampaignState | undefined
    among: readonly string[] | undefined
    limit: number
    offset: number
  },
): Promise<{ ids: string[]; total: number }> {
  const isListed = and(
    isNull(campaigns.archivedAt),
    page.state && eq(campaigns.state, page.state),
    page.among && inArray(campaigns.id, [...page.among]),
  )
  const [rows, total] = await Promise.all([
    db
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(isListed)
      .orderBy(desc(campaigns.id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(campaigns, isListed),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

const choicesAtMost = 20

/** The newest campaigns with this text in their title, and whether there are more. */
export async function findCampaignIds(
  db: Db,
  text: string,
): Promise<{ ids: string[]; hasMore: boolean }> {
  const has = sql`position(lower(${text}) in lower(${campaigns.title})) > 0`
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(isNull(campaigns.archivedAt), text === '' ? undefined : has))
    .orderBy(desc(campaigns.id))
    .limit(choicesAtMost + 1)
  const ids = rows.slice(0, choicesAtMost).map(({ id }) => id)
  return { ids, hasMore: rows.length > choicesAtMost }
}

/** The members who may open a team of a `leaders_only` campaign, without deleted accounts; those without an address by another name. */
export function listNamedLeaders(
  db: Db,
  campaignId: string,
): Promise<{ email: string; name: string }[]> {
  return db
    .select({
      email: memberName,
      name: sql<string>`coalesce(${members.displayName}, '')`,
    })
    .from(campaignLeaders)
    .innerJoin(members, eq(members.uid, campaignLeaders.memberId))
    .where(eq(campaignLeaders.campaignId, campaignId))
    .orderBy(asc(members.email), asc(members.uid))
}

/**
 * A campaign whose row is locked until the end of the transaction, with the time that decides, read
 * after the lock; undefined for one that is archived or never was.
 */
export async function lockCampaign(
  tx: Transaction,
  id: string,
): Promise<{ campaign: CampaignRow; now: Date } | undefined> {
  const [campaign] = await tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), isNull(campaigns.archivedAt)))
    .for('no key update')
  return campaign && { campaign, now: new Date(await readShopNow(tx)) }
}

const titleInEnglish = sql<string | null>`${products.english} ->> 'title'`

type SellableNow = Omit<ProductSnapshot, 'titleInEnglish' | 'variants' | 'noReturn'> & {
  titleInEnglish: string | null
  variants: StoredVariant[] | null
  noReturn: NoReturn | null
}

/** A product with the variants that take part: the chosen ones, or all at the differences of their own prices. */
function withChosen(
  { variants, noReturn, titleInEnglish, ...sold }: SellableNow,
  chosen: readonly ChosenVariant[] | null | undefined,
): ProductSnapshot {
  const product = {
    ...sold,
    ...(titleInEnglish && { titleInEnglish }),
    ...(noReturn && { noReturn }),
  }
  if (!variants) return product
  const steps = chosen && new Map(chosen.map(({ id, step }) => [id, step]))
  return {
    ...product,
    variants: variants.flatMap(({ id, title, imageUrl: picture, sku, price }) => {
      const step = steps ? steps.get(id) : price - product.price
      return step === undefined ? [] : [{ id, title, picture, sku, price, step }]
    }),
  }
}

/** The products that exist among these, as a draft may choose them. */
export async function findSellable(
  db: Db,
  ids: readonly string[],
  chosen: CampaignDraft['chosen'] = {},
): Promise<Map<string, ProductSnapshot>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: products.id,
      title: products.title,
      titleInEnglish,
      unit: products.unit,
      picture: products.imageUrl,
      price: products.price,
      noReturn: products.noReturn,
      variants: variantsOnSale,
    })
    .from(products)
    .where(and(inArray(products.id, [...ids]), isNull(products.deletedAt)))
  return new Map(rows.map(({ id, ...product }) => [id, withChosen(product, chosen[id])]))
}

/** The first product of this title that shoppers find in the shop. */
export async function findProductByTitle(db: Db, title: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.title, title), eq(products.isEnabled, true), isNull(products.deletedAt)))
    .orderBy(asc(products.id))
    .limit(1)
  return row?.id
}
