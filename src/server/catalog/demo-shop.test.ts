import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import { pictureSize, variantUrl, variantWidths } from '#contract/uploads.ts'
import { carts } from '../db/tables/cart.ts'
import { coupons } from '../db/tables/coupons.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { createPictureStore } from '../uploads/picture-store.ts'
import { loadDemoShop } from './demo-shop.ts'

const demo = join(import.meta.dirname, '../../../demo')
const lines: string[] = []
let counted: { variantId: string; onHand: number }[] = []
let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  const load = () =>
    loadDemoShop(
      shop.database.db,
      createPictureStore(shop.config),
      (line) => lines.push(line),
      async (_tx, stock) => {
        counted = stock
      },
    )
  // Two nodes that start at once, and one that starts later.
  await Promise.all([load(), load()])
  await load()
})
afterAll(() => shop.close())

it('the demo is loaded once: every product of its file, the first one first', async () => {
  const file: { title: string }[] = JSON.parse(await readFile(join(demo, 'products.json'), 'utf8'))
  const { body } = await shop.guest().get('/products/all')
  expect(body.products.map(({ title }: { title: string }) => title)).toEqual(
    file.map(({ title }) => title),
  )
})

it('three of its products are sold in variants, and what is told of the stock can be counted (VAR-01)', async () => {
  const { body } = await shop.guest().get('/products/all')
  const sold = (body.products as Product[]).filter(({ variants }) => variants)
  expect(sold.map(({ options = [] }) => options.map(({ name }) => name))).toEqual([
    ['口味'],
    ['尺寸'],
    ['顏色', '尺寸'],
  ])
  for (const { price, price_max: most, variants = [] } of sold) {
    const prices = variants.map((variant) => variant.price)
    expect([price, most]).toEqual([Math.min(...prices), Math.max(...prices)])
  }
  const [tea, , lamp] = sold
  expect(new Set(tea?.variants?.map(({ imageUrl }) => imageUrl)).size).toBe(3)
  const ofLamp = lamp?.variants?.map(({ id }) => id)
  expect(counted.map(({ variantId }) => variantId)).toEqual(ofLamp)
  expect(counted.map(({ onHand }) => onHand)).toContain(0)
})

it('HOME-10 the coupon frost is enabled at 80, and can be applied', async () => {
  const guest = shop.guest()
  const [product] = (await guest.get('/products')).body.products
  await guest.post('/cart', { product_id: product.id, qty: 1 })
  expect((await guest.post('/coupon', { code: 'frost' })).body).toMatchObject({ success: true })
  const { data } = (await guest.get('/cart')).body
  expect(data.carts[0].coupon).toMatchObject({ code: 'frost', percent: 80, is_enabled: 1 })
  expect(data.final_total).toBe((data.total * 80) / 100)
})

it('HOME-10 there is one coupon that is over and one that is not open yet', async () => {
  const rows = await shop.database.db.select().from(coupons)
  expect(rows).toHaveLength(3)
  const guest = shop.guest()
  const [product] = (await guest.get('/products')).body.products
  await guest.post('/cart', { product_id: product.id, qty: 1 })
  for (const { code } of rows.filter((row) => row.code !== 'frost')) {
    expect((await guest.post('/coupon', { code })).status).toBe(400)
  }
})

it('every picture of the demo is the shop’s own and there in all its variants', async () => {
  const { body } = await shop.guest().get('/products/all')
  const addresses = (body.products as Product[]).flatMap(
    ({ imageUrl, imagesUrl, variants = [] }) => [
      imageUrl,
      ...imagesUrl,
      ...variants.flatMap((variant) => variant.imageUrl ?? []),
    ],
  )
  const expected = new Set<string>()
  for (const address of addresses) {
    const size = pictureSize(address)
    expect(size).toBeDefined()
    const { pathname } = new URL(address)
    expected.add(pathname)
    for (const width of variantWidths(size?.width ?? 0)) {
      expected.add(variantUrl(pathname, width, 'webp'))
      expected.add(variantUrl(pathname, width, 'avif'))
    }
  }
  const stored = await readdir(join(shop.config.dataDir, 'uploads'))
  expect(stored.map((name) => `/uploads/${name}`).toSorted()).toEqual([...expected].toSorted())
  for (const path of [...expected].slice(0, 9)) {
    expect((await shop.app.inject(path)).statusCode).toBe(200)
  }
})

it('a shop in use is left alone', async () => {
  const { db } = shop.database
  await db.delete(carts)
  await db.delete(coupons)
  await loadDemoShop(db, createPictureStore(shop.config), (line) => lines.push(line))
  expect(await db.select().from(coupons)).toEqual([])
})
