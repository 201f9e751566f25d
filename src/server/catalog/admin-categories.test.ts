import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultMenu } from '#contract/menu.ts'
import { defaultHome } from '#contract/settings.ts'
import { categories, products } from '../db/tables/catalog.ts'
import { settings } from '../db/tables/settings.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  const { db } = shop.database
  await Promise.all([db.delete(categories), db.delete(settings)])
  await db.update(products).set({ isEnabled: false, deletedAt: new Date(), category: '舊' })
  for (const category of ['茶', '杯', '燈']) await shop.product({ category })
})

const picture = `/uploads/${'0'.repeat(32)}-640x480.jpg`
const shown = async () => (await shop.guest().get('/categories')).body.categories
const titles = async () => (await shown()).map(({ title }: { title: string }) => title)
const change = (name: string, values: object) =>
  owner.put('/admin/category', { name, new_name: name, picture: '', text: '', ...values })
const inCategory = async (name: string): Promise<number> => {
  const { body } = await shop.guest().get(`/products?category=${encodeURIComponent(name)}`)
  return body.products.length
}

it('categories stand in the order of the owner wherever they are listed, new ones last (DOOR-15)', async () => {
  expect(await titles()).toEqual(['燈', '杯', '茶'])
  const { body } = await owner.put('/admin/categories', { names: ['茶', '燈', '沒有這個'] })
  expect(body.message).toBe('已更新分類順序')
  expect(await titles()).toEqual(['茶', '燈', '杯'])
  await shop.product({ category: '新' })
  expect(await titles()).toEqual(['茶', '燈', '新', '杯'])
  expect((await owner.get('/admin/menu')).body.categories).toEqual(['茶', '燈', '新', '杯'])
  const { categories: listed } = (await owner.get('/admin/categories')).body
  expect(listed).toEqual(['茶', '燈', '新', '杯'].map((name) => ({ ...nothing, name, count: 1 })))
})
const nothing = { picture: '', text: '' }

it('a category shows the picture and the text that it was given, and no others (DOOR-15)', async () => {
  const text = '高山茶\n與紅茶'
  expect((await change('茶', { picture, text })).body.message).toBe('已更新分類')
  const tea = { title: '茶', count: 1, picture: expect.stringMatching(`^http.*${picture}$`), text }
  expect(await shown()).toEqual([{ title: '燈', count: 1 }, { title: '杯', count: 1 }, tea])
  expect((await change('茶', { picture: 'javascript:x' })).status).toBe(400)
  expect((await change('沒有', { text })).body.code).toBe('CATEGORY_NOT_FOUND')
})

it('another name is that of its products, deleted ones too, and of all that names it (DOOR-15)', async () => {
  const gone = await shop.product({ category: '茶' })
  await owner.delete(`/admin/product/${gone}`)
  await owner.put('/admin/categories', { names: ['茶', '杯', '燈'] })
  await change('茶', { text: '好茶' })
  const coupon = await shop.coupon({ categories: ['茶', '杯'] })
  const home = { ...defaultHome, category: '茶' }
  await owner.put('/admin/settings/home', { version: 0, values: home })
  const entry = { kind: 'category', target: '茶', label: '' }
  const menu = { ...defaultMenu, footer: [entry] }
  await owner.put('/admin/menu', { version: 0, values: menu })

  expect((await change('茶', { new_name: ' 杯 ' })).body.code).toBe('CATEGORY_NAME_TAKEN')
  expect((await change('茶', { new_name: '茶葉', text: '好茶' })).status).toBe(200)
  expect(await titles()).toEqual(['茶葉', '杯', '燈'])
  expect((await shown())[0].text).toBe('好茶')
  expect([await inCategory('茶葉'), await inCategory('茶')]).toEqual([1, 0])
  const found = await shop.guest().get(`/search?q=${encodeURIComponent('茶葉')}`)
  expect(found.body.products).toHaveLength(1)
  await owner.post('/admin/trash/restore', { kind: 'product', ids: [gone] })
  expect((await owner.get(`/admin/products?q=${gone}`)).body.products[0].category).toBe('茶葉')
  const { coupons } = (await owner.get('/admin/coupons')).body
  const kept = coupons.find(({ id }: { id: string }) => id === coupon.id)
  expect(kept.categories).toEqual(['茶葉', '杯'])
  expect((await owner.get('/admin/settings/home')).body.values.category).toBe('茶葉')
  expect((await owner.get('/admin/menu')).body.values.footer).toEqual([
    { ...entry, target: '茶葉' },
  ])
})

it('merged into another one it is gone, and what named both names that one once (DOOR-15)', async () => {
  await change('杯', { text: '杯子' })
  await change('茶', { text: '好茶' })
  await shop.coupon({ categories: ['茶', '杯'], title: '兩類' })
  const entries = ['茶', '杯'].map((target) => ({ kind: 'category', target, label: '' }))
  await owner.put('/admin/menu', { version: 0, values: { ...defaultMenu, footer: entries } })
  const merge = (name: string, into: string) => owner.post('/admin/category/merge', { name, into })
  expect((await merge('茶', '茶')).body.fields).toHaveProperty('into')
  expect((await merge('茶', '沒有')).body.code).toBe('CATEGORY_NOT_FOUND')
  expect((await merge('茶', '杯')).body.message).toBe('已把 1 項商品移到「杯」')
  expect(await shown()).toEqual([
    { title: '燈', count: 1 },
    { title: '杯', count: 2, text: '杯子' },
  ])
  const { coupons } = (await owner.get('/admin/coupons')).body
  expect(coupons.find(({ title }: { title: string }) => title === '兩類').categories).toEqual([
    '杯',
  ])
  expect((await owner.get('/admin/menu')).body.values.footer).toEqual([entries[1]])
})
