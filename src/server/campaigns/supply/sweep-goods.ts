import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { transaction } from '../../db/transaction.ts'
import { lockCampaign } from '../back-office/admin-campaigns.queries.ts'
import { shopActor } from '../closing/closing-deps.ts'
import { isToShare, shareCampaignPieces, shareFree } from '../storefront/share-pieces.ts'
import { isMisjudged, judgeAwaitedGoods, listUnshipped } from './awaited-goods.ts'
import { readPieces, soldIn } from './settlement.queries.ts'

/**
 * Goods that came otherwise than by a receipt: an order that was given up has left them to others,
 * their product is counted from now on, or its number was corrected.
 */
export async function sweepAwaitedGoods(db: NodePgDatabase): Promise<void> {
  for (const id of await listUnshipped(db)) {
    const variantIds = (await readPieces(db, id)).filter(isToShare).map(({ sold_id }) => sold_id)
    if (variantIds.length === 0 && !(await isMisjudged(db, id))) continue
    await transaction(db, async (tx) => {
      if (!(await lockCampaign(tx, id))) return
      await shareFree(tx, shopActor, { campaignId: id, variantIds })
      await judgeAwaitedGoods(tx, id)
    })
  }
}

/** Holds for orders of campaigns their received pieces of products that are counted from now on. */
export async function shareCounted(
  db: NodePgDatabase,
  variantIds: readonly string[],
): Promise<void> {
  if (variantIds.length === 0) return
  for (const campaignId of await listUnshipped(db)) {
    const { rows } = await db.execute<{ id: string }>(sql`
      select sold_id as id from (${soldIn(campaignId)}) as part
      where sold_id = any(${sql.param([...variantIds])}::text[]) order by sold_id`)
    for (const { id: variantId } of rows) await shareCampaignPieces(db, { campaignId, variantId })
  }
}
