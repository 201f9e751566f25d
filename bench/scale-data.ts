import pg from 'pg'
import { titleWords } from './search-data.ts'

export interface ShopSize {
  products: number
  orders: number
  /** Number of customers with orders; default: a tenth of the orders. */
  customers?: number
  /** When the orders were placed, as epoch milliseconds; without it over the years 2024 and 2025. */
  placed?: { from: number; until: number }
}

export const categories = ['茶', '茶與咖啡', '器皿', '餐具', '織品', '燈飾', '文具', '香氛']

/** The owner column of the orders of the member with this number. */
export const ownerOf = (number: number) => `m:bench-${number}`

// The same rows for the same size, whenever and wherever: nothing here is random. They have no terms, so
// that the job which makes those of rows without any leaves a measured server alone.
/** Two years of orders, evenly; products as imports bring them, a thousand within a second. */
const start = Date.UTC(2024, 0, 1)
const span = 2 * 365 * 24 * 3600 * 1000

/** Ids of the contract's form and in the order of time, made faster than the server's own. */
function idOf(ms: string, number: string): string {
  return `'-' || lpad(to_hex(${ms}), 12, '0') || substr(md5((${number})::text), 1, 7)`
}

const insertProducts = `
  insert into products (id, title, category, content, description, image_url, images_url,
    is_enabled, origin_price, price, unit, extra, search_terms, created_at)
  select ${idOf('$2::bigint + (n / 1000) * 60000 + n % 1000', 'n')},
    ($4::text[])[1 + n % 10] || ($5::text[])[1 + n / 7 % 10] || ($6::text[])[1 + n / 3 % 10]
      || ' 型號' || n % 10000,
    ($3::text[])[1 + n % 8], '厚實杯身，日日好用', '<p>' || repeat('手工拉坯，', 40) || '</p>',
    'https://pictures.example/' || n % 100 || '.jpg', '[]', n % 50 > 0, 100 + n % 911,
    90 + n % 907, '個', '{}', '', to_timestamp(($2::bigint + (n / 1000) * 60000) / 1000)
  from generate_series(1, $1::int) as n`

// As often as in Taiwan: one of nine is called 陳.
const surnames =
  '陳陳陳陳陳陳林林林林黃黃黃張張李李王王吳吳劉蔡楊許鄭謝洪郭邱曾廖賴徐周葉蘇莊呂江何'
const givenNames = '志明淑芬怡君雅婷建宏家豪俊傑佳蓉宗翰詩涵冠廷雅雯承恩品妤柏翰宜蓁'
const methods = [...Array(6).fill('card'), 'atm', 'cvs', 'transfer', 'manual']

/**
 * All but the newest fiftieth are over: completed, delivered, or one of twenty cancelled. E-mail
 * addresses begin alike, one order of twenty is of a group.
 */
const insertOrders = `
  insert into orders (id, owner, customer_key, payment_state, state, total, message, contact_name, user_email, user_tel,
    user_address, user_extra, extra, created_at, paid_at, expires_at, payment_method, number,
    search_terms)
  select ${idOf('ms', 'n')}, 'm:bench-' || owner, 'm:bench-' || owner,
    case when is_paid then 'paid' else 'unpaid' end, state, 100 + n * 7919::bigint % 9973,
    '請放管理室 ' || n % 101,
    substr($4, 1 + (n * 31 % length($4))::int, 1) || substr($5, 1 + (n * 17 % length($5))::int, 1)
      || substr($5, 1 + (n * 13 % length($5))::int, 1) || '+bench-' || owner,
    'buyer' || owner || '@example.com', '09' || lpad((owner * 7919::bigint % 100000000)::text, 8, '0'),
    '台北市信義區 1 號', '{}',
    case when n % 20 = 7 then jsonb_build_object('group',
      jsonb_build_object('campaign_id', '-campaign-' || n % 200)) else '{}' end,
    to_timestamp(ms / 1000.0), case when is_paid then to_timestamp(ms / 1000.0 + 60) end,
    case state when 'placed' then to_timestamp(ms / 1000.0) + interval '3 days' end,
    case when is_paid then ($6::text[])[1 + n % 10] end, 'bench-' || n, ''
  from (select *, state not in ('placed', 'cancelled') as is_paid from (
    select n, n % $7::int as owner, $2::bigint + n * ($3::bigint / $1::int) as ms,
      case when n % 20 = 3 then 'cancelled'
        when n > $1::int * 0.98 then (array['placed', 'paid', 'paid', 'preparing', 'shipped'])[1 + n % 5]
        when n > $1::int * 0.95 then 'delivered' else 'completed' end as state
    from generate_series(1::bigint, $1::int) as n) as numbered) as placed`

/** One or two lines an order; every other one is of a hundredth of a fifth of the products. */
const insertLines = `
  insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
  select o.id, ${idOf('k', 'o.num')}, p.id, 1 + o.num % 3, p.price * (1 + o.num % 3),
    p.price * (1 + o.num % 3), $1::jsonb || jsonb_build_object('id', p.id, 'title', p.title)
  from orders as o cross join generate_series(1::bigint, 2) as k
  join (select id, title, price, row_number() over (order by id) - 1 as n from products) as p
    on p.n = case when o.num % 10 > 1 then o.num * 7919 % greatest(1, $2::int / 500)
      else (o.num * 104729 + k) % $2::int end
  where k = 1 or o.num % 2 = 0`

/**
 * Fills a migrated database as a restored dump is filled: the triggers off, the indexes and foreign
 * keys made afterwards.
 */
export async function fillShop(databaseUrl: string, size: ShopSize): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('truncate products, orders, customers cascade')
    const restore = await dropIndexes(client, ['products', 'orders', 'order_lines'])
    const { looks, stuffs, things } = titleWords
    await client.query(insertProducts, [size.products, start, categories, looks, stuffs, things])
    if (size.orders > 0) {
      const { from, until } = size.placed ?? { from: start, until: start + span }
      const owners = size.customers ?? Math.max(1, size.orders / 10)
      const orders = [size.orders, from, until - from, surnames, givenNames, methods, owners]
      await client.query(insertOrders, orders)
      await client.query(insertLines, [JSON.stringify(soldProduct), size.products])
    }
    for (const statement of restore) await client.query(statement)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

/**
 * Drops the indexes and foreign keys that slow a load, turns off the triggers, and returns the
 * statements that create them again.
 */
export async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows: constraints } = await client.query<{ name: string; of: string; text: string }>(
    `select conname as name, conrelid::regclass::text as of, pg_get_constraintdef(oid) as text
     from pg_constraint where conrelid = any($1::regclass[]) and contype = 'f'`,
    [tables],
  )
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text
     from pg_index where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
    [tables],
  )
  const restore: string[] = []
  for (const { name, of, text } of constraints) {
    await client.query(`alter table ${of} drop constraint ${name}`)
    restore.push(`alter table ${of} add constraint ${name} ${text}`)
  }
  for (const { name, text } of indexes) {
    await client.query(`drop index ${name}`)
    restore.push(text)
  }
  for (const table of tables) {
    await client.query(`alter table ${table} disable trigger user`)
    restore.push(`alter table ${table} enable trigger user`)
  }
  return restore
}

const soldProduct = {
  id: '-Nn0000000000000000p',
  title: '手感馬克杯',
  category: '器皿',
  content: '厚實杯身',
  description: '手工拉坯，'.repeat(40),
  imageUrl: 'https://pictures.example/mug.jpg',
  imagesUrl: [],
  is_enabled: 1,
  num: 1,
  origin_price: 1200,
  price: 1000,
  unit: '個',
}
