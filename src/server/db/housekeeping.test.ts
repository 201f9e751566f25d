import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLog } from '../log.ts'
import { openTestShop, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { sweepExpired } from './housekeeping.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function withCart(visitor: Visitor): Promise<Visitor> {
  await visitor.post('/cart', { product_id: await shop.product(), qty: 1 })
  return visitor
}

it('G4 the cart of a guest who has not come for 180 days is swept away, with its lines, and no other', async () => {
  const gone = await withCart(shop.guest())
  const member = await withCart(await shop.member())
  await shop.database.pool.query(`update carts set updated_at = now() - interval '181 days'`)
  const here = await withCart(shop.guest())
  await sweepExpired(shop.database.db, createLog({ logLevel: 'silent' }))
  const lines = await Promise.all(
    [gone, member, here].map(
      async (visitor) => (await visitor.get('/cart')).body.data.carts.length,
    ),
  )
  expect(lines).toEqual([0, 1, 1])
  const { rows } = await shop.database.pool.query('select count(*)::int as n from cart_lines')
  expect(rows).toEqual([{ n: 2 }])
})

it('G9 counters, keys and sessions that are over go, and those that are not stay', async () => {
  await shop.database.pool.query(`
    insert into rate_limit_counts
      select key, 1, extract(epoch from now() + ends) * 1000
      from (values ('over', interval '-1 s'), ('on', interval '1 h')) as counters (key, ends);
    insert into idempotency_keys values ('g:x', 'over', '', '{}', now() - interval '25 hours'),
      ('g:x', 'on', '', '{}', now() - interval '23 hours')`)
  await sweepExpired(shop.database.db, createLog({ logLevel: 'silent' }))
  const left = async (table: string) =>
    (await shop.database.pool.query(`select key from ${table} where key in ('over', 'on')`)).rows
  expect(await left('rate_limit_counts')).toEqual([{ key: 'on' }])
  expect(await left('idempotency_keys')).toEqual([{ key: 'on' }])
})
