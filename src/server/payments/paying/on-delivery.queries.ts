import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { idsOfParcel } from '../../orders/merging/parcel-mates.queries.ts'
import type { OrderRow } from '../../orders/order-wire.ts'

/** Parcels that nobody came for, by the mailbox or the telephone of this contact. */
export async function countNotPickedUp(
  db: Db,
  { userEmail, userTel }: Pick<OrderRow, 'userEmail' | 'userTel'>,
): Promise<number> {
  const email = userEmail.trim().toLowerCase()
  // The last nine digits identify a telephone number in any notation.
  const digits = userTel.normalize('NFKC').replace(/\D/g, '').slice(-9)
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from shipments join orders on orders.id = shipments.order_id
    where shipments.id in (select shipment_id from shipment_events where state = 'not_picked_up')
      and shipments.state <> 'picked_up'
      and (${email} <> '' and lower(orders.user_email) = ${email}
        or length(${digits}) = 9
          and right(regexp_replace(normalize(orders.user_tel, NFKC), '[^0-9]', '', 'g'), 9) = ${digits})`)
  return rows[0]?.n ?? 0
}

/** Whether a label that collects money, also of the parcel that it shares, is made, or about to be, and was not given up. */
export async function hasCollectingLabel(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`
    select exists (select from shipments where order_id in ${idsOfParcel(orderId)} and collects > 0
      and state not in ('returned', 'expired', 'lost', 'damaged', 'cancelled')
      and (state <> 'failed' or attempts > 0)) as has`)
  return rows[0]?.has ?? false
}

/** Whether it is of a group that charges cards once it has succeeded: nothing else pays there. */
export async function isOfCardCampaign(
  db: Db,
  { groupId }: Pick<OrderRow, 'groupId'>,
): Promise<boolean> {
  if (groupId === null) return false
  const { rows } = await db.execute<{ is: boolean }>(sql`
    select exists (select from groups join campaigns on campaigns.id = groups.campaign_id
      where groups.id = ${groupId} and campaigns.money = 'authorise_capture') as is`)
  return rows[0]?.is ?? false
}
