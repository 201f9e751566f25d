import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/transaction.ts'

/** Takes units of places that have ended off the rows that the limit is held against. */
export async function lessenMemberUnits(
  tx: Transaction,
  campaignId: string,
  ended: readonly { memberId: string; units: number }[],
): Promise<void> {
  const changes = JSON.stringify(ended)
  await tx.execute(sql`
    with change as (
      select "memberId" as member_id, sum(units)::integer as units
      from jsonb_to_recordset(${changes}::jsonb) as ended ("memberId" text, units integer)
      group by 1
    ), locked as materialized (
      select known.member_id, change.units
      from campaign_members as known join change using (member_id)
      where known.campaign_id = ${campaignId}
      order by known.member_id for update of known
    )
    update campaign_members as known set units = known.units - locked.units from locked
    where known.campaign_id = ${campaignId} and known.member_id = locked.member_id`)
}
