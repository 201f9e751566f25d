import type pg from 'pg'

/** Of the titles of products: each is one of each. */
export const titleWords = {
  looks: ['圓肚', '亞麻', '手感', '霧面', '炭黑', '燕麥綠', '鼠尾草', '復古', '北歐', '無線'],
  stuffs: ['陶', '木', '玻璃', '銅', '棉', '竹', '石', '鋼', '紙', '羊毛'],
  things: ['檯燈', '馬克杯', '茶壺', '托盤', '床單', '筆記本', '花器', '抱枕', '音響', '鍵盤'],
}
const { looks, stuffs, things } = titleWords
const categories = ['茶', '茶與咖啡', '器皿', '餐具', '織品', '燈飾', '文具', '香氛']

/**
 * The same products for the same number, with titles and descriptions of many words; their
 * terms are written afterwards.
 */
export async function fillCatalogue(db: pg.Client, products: number): Promise<void> {
  await db.query(
    `insert into products (id, title, category, content, description, image_url, images_url,
       is_enabled, origin_price, price, unit, extra)
     select '-' || lpad(to_hex(n), 19, '0'),
       ($2::text[])[1 + n % 10] || ($3::text[])[1 + n / 7 % 10] || ($4::text[])[1 + n / 3 % 10]
         || ' 型號' || n % 10000,
       ($5::text[])[1 + n % 8], '日常的' || ($2::text[])[1 + n / 11 % 10] || '，用得久的好物',
       '<p>' || ($3::text[])[1 + n / 13 % 10] || '製的' || ($4::text[])[1 + n / 17 % 10]
         || '，第 ' || n || ' 號，' || repeat('手工拉坯，每一件的紋理都不同。', 8) || '</p>',
       '', '[]', true, 100 + n % 911, 90 + n % 907, '個', '{}'
     from generate_series(1, $1::int) as n`,
    [products, looks, stuffs, things, categories],
  )
  await db.query(`insert into product_sales (product_id, units)
    select id, 1 + num % 97 from products where num % 5 = 0`)
  await db.query(`insert into stock (product_id, on_hand, held)
    select id, 0, 0 from products where num % 20 = 0`)
}
