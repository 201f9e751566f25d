import pg from 'pg'

export interface ShopSize {
  products: number
  orders: number
}

export const categories = ['茶', '茶與咖啡', '器皿', '餐具', '織品', '燈飾', '文具', '香氛']

/** Of members who have ten orders each. */
export const ownerOf = (number: number) => `m:bench-${number}`

// The same rows for the same size, whenever and wherever: nothing here is random.
/** Two years of orders, evenly; products as imports bring them, a thousand within a second. */
const start = Date.UTC(2024, 0, 1)
const span = 2 * 365 * 24 * 3600 * 1000

/** Ids of the contract's form and in the order of time, made faster than the server's own. */
function idOf(ms: string, number: string): string {
  return `'-' || lpad(to_hex(${ms}), 12, '0') || substr(md5((${number})::text), 1, 7)`
}

const insertProducts = `
  insert into products (id, title, category, content, description, image_url, images_url,
    is_enabled, origin_price, price, unit, extra, created_at)
  select ${idOf('$2::bigint + (n / 1000) * 60000 + n % 1000', 'n')}, '商品 ' || n,
    ($3::text[])[1 + n % 8], '厚實杯身，日日好用', '<p>' || repeat('手工拉坯，', 40) || '</p>',
    'https://pictures.example/' || n % 100 || '.jpg', '[]', n % 50 > 0, 100 + n % 911,
    90 + n % 907, '個', '{}', to_timestamp(($2::bigint + (n / 1000) * 60000) / 1000)
  from generate_series(1, $1::int) as n`

const insertOrders = `
  insert into orders (id, owner, state, order_state, total, message, user_name, user_email, user_tel,
    user_address, user_extra, extra, created_at, paid_at)
  select ${idOf('ms', 'n')}, 'm:bench-' || n % greatest(1, $1::int / 10),
    case when n % 3 > 0 then 'paid' else 'unpaid' end,
    case when n % 3 > 0 then 'paid' else 'placed' end, 100 + n % 9973, '請放管理室 ' || n % 101,
    '王小明' || n % 977 || '+bench-' || n % greatest(1, $1::int / 10), 'ming@example.com',
    '0912345678', '台北市信義區 1 號', '{}', '{}', to_timestamp(ms / 1000),
    case when n % 3 > 0 then to_timestamp(ms / 1000) end
  from (select n, $2::bigint + n * ($3::bigint / $1::int) as ms
    from generate_series(1, $1::int) as n) as placed`

const insertLines = `
  insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
  select o.id, ${idOf('k', 'o.num')}, 'p', 1, o.total, o.total, $1::jsonb
  from orders as o, generate_series(1::bigint, 2) as k where k = 1 or o.num % 2 = 0`

/**
 * Fills a migrated database as a restored dump is filled: the triggers off, the indexes and foreign
 * keys made afterwards.
 */
export async function fillShop(databaseUrl: string, size: ShopSize): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('truncate products, orders cascade')
    const restore = await dropIndexes(client)
    await client.query(insertProducts, [size.products, start, categories])
    if (size.orders > 0) {
      await client.query(insertOrders, [size.orders, start, span])
      await client.query(insertLines, [JSON.stringify(soldProduct)])
    }
    for (const statement of restore) await client.query(statement)
    await client.query('select recount_lists()')
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

const tables = ['products', 'orders', 'order_lines']

/**
 * Drops the indexes and foreign keys that slow a load, and returns the statements that create them
 * again.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows: constraints } = await client.query<{ name: string; of: string; text: string }>(
    `select conname as name, conrelid::regclass::text as of, pg_get_constraintdef(oid) as text
     from pg_constraint where conrelid = any($1::regclass[]) and contype = 'f'`,
    [tables],
  )
  const { rows: indexes } = await client.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text
     from pg_index where indrelid = any($1::regclass[]) and not indisprimary`,
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
