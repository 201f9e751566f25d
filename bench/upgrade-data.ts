import pg from 'pg'

/** Orders of two years before today, evenly, two thirds of them paid; half of them have two lines. */
const statements = [
  `insert into products (id, title, category, content, description, image_url, images_url,
     is_enabled, origin_price, price, unit, extra, created_at)
   select '-N' || lpad(to_hex(n), 18, '0'), '商品 ' || n, (array['茶', '器皿', '餐具', '織品'])[1 + n % 4],
     '厚實杯身，日日好用', '<p>' || repeat('手工拉坯，', 40) || '</p>',
     'https://pictures.example/' || n % 100 || '.jpg', '[]', n % 50 > 0, 100 + n % 911, 90 + n % 907,
     '個', '{}', now() - interval '2 years'
   from generate_series(1, $1::int) as n`,
  `insert into orders (id, owner, state, total, message, user_name, user_email, user_tel,
     user_address, user_extra, extra, created_at, paid_at)
   select '-N' || lpad(to_hex(n), 18, '0'), 'm:shopper-' || n % 100000,
     case when n % 3 > 0 then 'paid' else 'unpaid' end, 100 + n % 9973, '請放管理室 ' || n % 101,
     '王小明' || n % 977 || '+shopper-' || n % 100000, 'ming@example.com', '0912345678',
     '台北市信義區 1 號', '{}', '{}', at, case when n % 3 > 0 then at end
   from (select n, now() - interval '2 years' * (1 - n / $1::float8) as at
     from generate_series(1, $1::int) as n) as placed`,
  `insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
   select '-N' || lpad(to_hex(n), 18, '0'), '-L' || k, '-N' || lpad(to_hex(n), 18, '0'), 1,
     100 + n % 9973, 100 + n % 9973,
     jsonb_build_object('title', '商品 ' || n, 'unit', '個', 'price', 90, 'description', repeat('手工拉坯，', 20))
   from generate_series(1, $1::int) as n, generate_series(1, 2) as k where k = 1 or n % 2 = 0`,
  `insert into payments (id, order_id, provider, method, amount, status, reference)
   select '-P' || lpad(to_hex(n), 18, '0'), '-N' || lpad(to_hex(n), 18, '0'), 'simulator', 'card',
     100 + n % 9973, 'succeeded', 'bench'
   from generate_series(1, $1::int) as n where n % 3 > 0`,
  `insert into order_events (order_id, kind, actor, detail)
   select '-N' || lpad(to_hex(n), 18, '0'), 'created', 'shopper', '{}' from generate_series(1, $1::int) as n`,
]

/** Adds so many products and orders to a shop with the schema of release 0.1.0. */
export async function fillRelease(url: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    for (const table of ['products', 'orders']) {
      await client.query(`alter table ${table} disable trigger user`)
    }
    for (const statement of statements) await client.query(statement, [rows])
    for (const table of ['products', 'orders']) {
      await client.query(`alter table ${table} enable trigger user`)
    }
    await client.query('select rebuild_list_counts()')
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}
