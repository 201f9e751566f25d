import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { administrators } from '../db/tables/admin.ts'
import { demoIds } from './demo.queries.ts'

export interface OpeningFacts {
  [name: string]: boolean
  /** A published product that is not the demo's. */
  hasProduct: boolean
  /** A policy of the shop's own, and not the text that every shop begins with. */
  hasPolicy: boolean
  hasPage: boolean
  /** A campaign that shoppers see, and that is not the demo's. */
  hasCampaign: boolean
  hasStaff: boolean
}

export async function readOpeningFacts(db: Db): Promise<OpeningFacts> {
  const { rows } = await db.execute<OpeningFacts>(sql`
    select
      exists (select from products where is_enabled and deleted_at is null
        and id not in ${demoIds('product')}) as "hasProduct",
      exists (select from policy_versions where version > 1) as "hasPolicy",
      exists (select from info_pages where is_public) as "hasPage",
      exists (select from campaigns where state <> 'draft' and archived_at is null
        and not exists (select from campaign_products as part
          where part.campaign_id = campaigns.id and part.product_id in ${demoIds('product')}))
        as "hasCampaign",
      exists (select from administrators offset 1) or exists (select from staff_invitations)
        as "hasStaff"`)
  if (!rows[0]) throw new Error('the facts of the shop came back empty')
  return rows[0]
}

export async function isPutAway(db: Db, uid: string): Promise<boolean> {
  const [row] = await db
    .select({ hidesOpening: administrators.hidesOpening })
    .from(administrators)
    .where(eq(administrators.uid, uid))
  return row?.hidesOpening ?? false
}

/** The account as it is called, when this changed something. */
export async function writePutAway(
  tx: Db,
  { uid, hidesOpening }: { uid: string; hidesOpening: boolean },
): Promise<{ username: string } | undefined> {
  const [row] = await tx
    .update(administrators)
    .set({ hidesOpening })
    .where(sql`${administrators.uid} = ${uid} and hides_opening <> ${hidesOpening}`)
    .returning({ username: administrators.username })
  return row
}
