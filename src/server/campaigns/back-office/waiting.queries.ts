import { sql } from 'drizzle-orm'
import type { AdminCampaign } from '#contract/campaigns.ts'
import type { Db } from '../../db/connect.ts'
import { isOwedToLeader } from '../../orders/pays-on-delivery.ts'
import { hasOpenMoney } from '../../payments/open-money.ts'
import { awaitedPieces } from '../supply/awaited-goods.ts'
import { isUnshippedPlace, readPieces } from '../supply/settlement.queries.ts'

type Waiting = NonNullable<AdminCampaign['waiting']>

/** Why a decided campaign is not settled yet. */
export async function readWaiting(db: Db, campaignId: string): Promise<Waiting> {
  const [{ rows }, pieces] = await Promise.all([
    db.execute<Pick<Waiting, 'unpaid' | 'money' | 'to_ship'> & { is_ordered: boolean }>(sql`
      select campaigns.supply = 'order' as is_ordered,
        count(*) filter (where place.state in ('held', 'authorised', 'awaiting_payment')
          or place.state = 'confirmed' and exists (select from orders
            where orders.id = place.order_id and ${isOwedToLeader}))::int as unpaid,
        count(*) filter (where ${hasOpenMoney(sql`place.order_id`)})::int as money,
        count(*) filter (where ${isUnshippedPlace} and not exists (select from orders
          where orders.id = place.order_id and orders.awaits_goods))::int as to_ship
      from campaigns left join participations as place on place.campaign_id = campaigns.id
      where campaigns.id = ${campaignId} group by campaigns.id`),
    readPieces(db, campaignId),
  ])
  const { is_ordered = false, ...counts } = rows[0] ?? { unpaid: 0, money: 0, to_ship: 0 }
  const { toOrder, toArrive } = awaitedPieces(is_ordered ? pieces : [])
  return { ...counts, to_order: toOrder, to_arrive: toArrive }
}
