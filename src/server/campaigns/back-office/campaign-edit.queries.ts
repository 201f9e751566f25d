import { and, eq, sql } from 'drizzle-orm'
import { createId } from '../../db/id.ts'
import {
  campaignLeaders,
  campaignPrices,
  campaignProducts,
  campaigns,
  campaignTiers,
  type ProductSnapshot,
} from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { orders } from '../../db/tables/orders.ts'
import { participations } from '../../db/tables/participations.ts'
import type { Transaction } from '../../db/transaction.ts'
import { isToShip } from '../../orders/fulfilment/packing.queries.ts'
import { columnsOf } from './campaign-draft.ts'
import type { CampaignDraft, DraftTier } from './campaign-rules.ts'

export async function insertCampaign(tx: Transaction, draft: CampaignDraft): Promise<string> {
  const id = createId()
  await tx.insert(campaigns).values({ ...columnsOf(draft), id })
  await writeProducts(tx, id, { ...draft, snapshots: new Map() })
  await writeTiers(tx, id, draft.tiers)
  return id
}

export async function updateCampaign(
  tx: Transaction,
  id: string,
  change: Partial<CampaignDraft>,
): Promise<void> {
  await tx
    .update(campaigns)
    .set({ ...columnsOf(change), version: sql`${campaigns.version} + 1` })
    .where(eq(campaigns.id, id))
}

/** Replaces the products; those that are named in `snapshots` sell as they are there. */
export async function writeProducts(
  tx: Transaction,
  campaignId: string,
  sold: Pick<CampaignDraft, 'products' | 'chosen'> & {
    snapshots: ReadonlyMap<string, ProductSnapshot>
  },
): Promise<void> {
  await tx.delete(campaignProducts).where(eq(campaignProducts.campaignId, campaignId))
  if (sold.products.length === 0) return
  await tx.insert(campaignProducts).values(
    sold.products.map((productId, position) => ({
      campaignId,
      productId,
      position,
      snapshot: sold.snapshots.get(productId) ?? null,
      variants: sold.chosen[productId] ?? null,
    })),
  )
}

/** Replaces the tiers with their prices. */
export async function writeTiers(
  tx: Transaction,
  campaignId: string,
  tiers: readonly DraftTier[],
): Promise<void> {
  await tx.delete(campaignTiers).where(eq(campaignTiers.campaignId, campaignId))
  if (tiers.length === 0) return
  await tx
    .insert(campaignTiers)
    .values(tiers.map(({ fromUnits }, position) => ({ campaignId, position, fromUnits })))
  const prices = tiers.flatMap((tier, position) =>
    tier.prices.map((price) => ({ ...price, campaignId, position })),
  )
  if (prices.length > 0) await tx.insert(campaignPrices).values(prices)
}

/** The cap of one group, for those that are open: it is only ever raised. */
export async function raiseGroupCaps(
  tx: Transaction,
  campaignId: string,
  maxUnits: number | null,
): Promise<void> {
  await tx
    .update(groups)
    .set({ maxUnits, version: sql`${groups.version} + 1` })
    .where(sql`${groups.campaignId} = ${campaignId} and ${groups.state} in ('forming', 'reached')`)
}

export async function archiveCampaignRow(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(campaigns)
    .set({ archivedAt: sql`now()`, version: sql`${campaigns.version} + 1` })
    .where(eq(campaigns.id, id))
}

/** Whether a paid order of a campaign waits to be shipped; an archived one does not. */
export async function hasUnshippedOrders(tx: Transaction, id: string): Promise<boolean> {
  const [found] = await tx
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(participations, eq(participations.orderId, orders.id))
    .where(and(eq(participations.campaignId, id), eq(participations.state, 'confirmed'), isToShip))
    .limit(1)
  return found !== undefined
}

/** Replaces the members who may open a team where only named leaders may. */
export async function writeLeaders(
  tx: Transaction,
  campaignId: string,
  memberIds: readonly string[],
): Promise<void> {
  await tx.delete(campaignLeaders).where(eq(campaignLeaders.campaignId, campaignId))
  if (memberIds.length === 0) return
  await tx.insert(campaignLeaders).values(memberIds.map((memberId) => ({ campaignId, memberId })))
}
