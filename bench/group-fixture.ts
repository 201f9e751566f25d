import { randomBytes } from 'node:crypto'
import type pg from 'pg'

/** As many as the page of a group shows, and some more. */
const participants = 25

/** An open campaign of one product with its group, and who has joined it; gives the group's code. */
export async function writeGroup(
  db: pg.Pool,
  { productId, orderIds }: { productId: string; orderIds: readonly string[] },
): Promise<string> {
  const [campaignId, groupId] = [createId(), createId()]
  const code = randomBytes(16).toString('base64url')
  await db.query(
    `insert into campaigns (id, title, min_target, starts_at, ends_at, state)
     values ($1, '秋茶團購', 100, now() - interval '1 day', now() + interval '1 day', 'open')`,
    [campaignId],
  )
  await db.query(
    `insert into campaign_products (campaign_id, product_id, position, snapshot)
     select $1, id, 0, jsonb_build_object('title', title, 'unit', unit, 'picture', image_url,
       'price', price) from products where id = $2`,
    [campaignId, productId],
  )
  await db.query(
    `insert into campaign_tiers (campaign_id, position, from_units) values ($1, 0, 1), ($1, 1, 50)`,
    [campaignId],
  )
  await db.query(
    `insert into campaign_prices (campaign_id, position, product_id, unit_price)
     values ($1, 0, $2, 100), ($1, 1, $2, 90)`,
    [campaignId, productId],
  )
  await db.query(
    `insert into groups (id, campaign_id, code, pool_of, opened_at, expires_at, units_taken,
       members_taken, units_counted, members_counted)
     select $1, id, $2, id, starts_at, ends_at, $4::int, $4, $4, $4 from campaigns where id = $3`,
    [groupId, code, campaignId, participants],
  )
  const ids = orderIds.slice(0, participants)
  await db.query(
    `insert into participations (id, group_id, campaign_id, member_id, order_id, qty, state,
       quoted_total, accepts_fewer, is_anonymous, shown_name, joined_at)
     select left('-' || md5(id), 20), $1, $2, 'bench' || n, id, 1, 'held', 100, false, false,
       '王○○', now() from unnest($3::text[]) with ordinality as placed (id, n)`,
    [groupId, campaignId, ids],
  )
  return code
}

function createId(): string {
  return `-${randomBytes(15).toString('base64url').slice(0, 19)}`
}

/** One change of the group, as those who have its page open are told of it. */
export async function changeGroup(db: pg.Pool, code: string): Promise<void> {
  await db.query('update groups set version = version + 1 where code = $1', [code])
}
