import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { createId } from '../src/server/db/id.ts'

export interface Guest {
  cookie: string
  /** The key of the guest's cart and orders. */
  owner: string
}

export function newGuests(count: number): Guest[] {
  return Array.from({ length: count }, () => {
    const id = randomBytes(16).toString('base64url')
    const hash = createHash('sha256').update(id).digest('base64url')
    return { cookie: `shopper=${id}`, owner: `g:${hash}` }
  })
}

/** A cart for each owner, with one line of each product. */
export async function fillCarts(
  db: pg.Pool,
  owners: readonly string[],
  productIds: readonly string[],
): Promise<void> {
  await db.query('insert into carts (owner) select unnest($1::text[])', [owners])
  const lines = owners.flatMap((owner) => productIds.map((product) => [createId(), owner, product]))
  await db.query(
    `insert into cart_lines (id, owner, product_id, qty)
     select id, owner, product, 1
     from unnest($1::text[], $2::text[], $3::text[]) as line(id, owner, product)`,
    [0, 1, 2].map((column) => lines.map((line) => line[column])),
  )
}

/** Counts these products, with more on hand than a bench can sell. */
export async function countStock(db: pg.Pool, productIds: readonly string[]): Promise<void> {
  await db.query(
    `insert into stock (product_id, on_hand, held) select unnest($1::text[]), 100000000, 0
     on conflict (product_id) do nothing`,
    [productIds],
  )
}

/** A product in so many variants; gives their ids. */
export async function writeVariants(db: pg.Pool, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => createId())
  const values = ids.map((_, n) => `第 ${n + 1} 種`)
  await db.query(
    `insert into products (id, title, category, content, description, image_url, images_url,
       is_enabled, origin_price, price, unit, extra, options)
     values ($1, '手感馬克杯', '茶與咖啡', '', '', '', '[]', true, 580, 420, '個', '{}', $2)`,
    [ids[0], JSON.stringify([{ name: '種類', values }])],
  )
  await db.query(
    `insert into variants (id, product_id, position, option_values, title, price, origin_price,
       image_url, is_enabled)
     select id, $1, n, array[value], value, 420, 580, '', true
     from unnest($2::text[], $3::text[]) with ordinality as variant(id, value, n)`,
    [ids[0], ids, values],
  )
  return ids
}

/** One unpaid order for each owner, with a line of each product; gives the ids of the orders. */
export async function writeOrders(
  db: pg.Pool,
  owners: readonly string[],
  products: readonly { id: string }[],
): Promise<string[]> {
  const ids = owners.map(() => createId())
  await db.query(
    `insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address,
       user_extra, extra)
     select id, owner, 1200, '', '王小明', 'wang@example.com', '0912345678', '台北市', '{}', '{}'
     from unnest($1::text[], $2::text[]) as new_order(id, owner)`,
    [ids, owners],
  )
  await db.query(
    `insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
     select order_id, (product ->> 'id'), (product ->> 'id'), 1, 400, 400, product
     from unnest($1::text[]) as order_id, jsonb_array_elements($2::jsonb) as product`,
    [ids, JSON.stringify(products)],
  )
  return ids
}
