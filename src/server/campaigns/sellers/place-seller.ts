import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sha256 } from '../../db/sha256.ts'
import { mailboxOf } from '../../input/email-address.ts'
import { telephoneTexts } from '../../search/terms.ts'

/** Of a place: the name of its seller as buyers see it; null without one. */
export const sellerName = sql<string | null>`(select shown_name from campaign_sellers
  where campaign_sellers.id = "participations".seller_id)`

/** Of a place: the member who sold it; null without a seller. */
export const sellerMemberId = sql<string | null>`(select member_id from campaign_sellers
  where campaign_sellers.id = "participations".seller_id)`

/** Of a seller: the link counts. An account of another provider has no row of its own. */
export const isSelling = sql`(seller.ended_at is null and not exists (select from members
  where members.uid = seller.member_id and members.is_disabled))`

/** The last digits of a number, which are the same from abroad. */
const comparedDigits = 9

interface Buyer {
  campaignId: string
  memberId: string
  email: string
  tel: string
}

/**
 * The id of the seller whose code a buyer brought; null for a code that counts for nothing. Nobody
 * sells to themself: the account, a mailbox of it, and the mailboxes and telephones of its orders.
 */
export async function findSellerOfPlace(
  db: Db,
  code: string | undefined,
  { campaignId, memberId, email, tel }: Buyer,
): Promise<string | null> {
  if (!code) return null
  const digits = (telephoneTexts(tel)[0] ?? '').slice(-comparedDigits)
  const { rows } = await db.execute<{ id: string }>(sql`
    select seller.id from campaign_sellers as seller
    join campaigns as campaign on campaign.id = seller.campaign_id and campaign.has_sellers
    where seller.code = ${code} and seller.campaign_id = ${campaignId} and ${isSelling}
      and seller.member_id <> ${memberId}
      and not exists (select from member_mailboxes as own
        where own.uid = seller.member_id and (own.mailbox = ${sha256(mailboxOf(email))}
          or own.mailbox in (select mailbox from member_mailboxes where uid = ${memberId})))
      and not exists (select from orders
        where orders.owner = 'm:' || seller.member_id and orders.deleted_at is null
          and (lower(orders.user_email) = ${email.trim().toLowerCase()}
            or ${digits} <> '' and ${digits} = right(regexp_replace(
              split_part(orders.user_tel, '#', 1), '[^0-9]', '', 'g'), ${comparedDigits}::int)))`)
  return rows[0]?.id ?? null
}
