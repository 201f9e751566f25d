import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ env: { DEVELOPMENT: '1' } })
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

const chinese = /[\u3400-\u9fff]/

it('refuses and confirms in the language of the request, by the same codes (OPEN-05)', async () => {
  const guest = shop.guest()
  const nothing = { product_id: 'none', qty: 1 }
  const [own, english] = [
    await guest.post('/cart', nothing),
    await guest.post('/cart?lang=en', nothing),
  ]
  expect([own.status, own.body.code, own.body.message]).toEqual([
    404,
    'PRODUCT_NOT_FOUND',
    '找不到產品',
  ])
  expect([english.status, english.body.code, english.body.message]).toEqual([
    404,
    'PRODUCT_NOT_FOUND',
    'This product was not found',
  ])
  const faulty = await guest.post('/cart?lang=en', { qty: 1 })
  expect(faulty.body.fields).toEqual({ product_id: ' product_id is required' })
  const added = await guest.post('/cart?lang=en', { product_id: await shop.product(), qty: 1 })
  expect(added.body.message).toBe('Added to the cart')
  expect((await guest.get('/none?lang=en')).body.message).toBe('This path was not found')
})

it('mails an order in the language that it was placed in, whoever moves it on (OPEN-05)', async () => {
  const title = '青瓷杯'
  const cup = await shop.product({ title, price: 300 })
  async function mailsOf(query: string) {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: cup, qty: 2 })
    const { orderId } = (await guest.post(`/order${query}`, orderData)).body
    await admin.post(`/admin/order/${orderId}/cancel`, { reason: 'sold out' })
    const { rows } = await shop.database.pool.query<{ subject: string; text: string }>(
      'select subject, text_body as text from mail_outbox where order_id = $1 order by id',
      [orderId],
    )
    return rows
  }
  const english = await mailsOf('?lang=en')
  expect(english.map(({ subject }) => subject.replace(/\(.*\)/, ''))).toEqual([
    'MinMin 團購: order placed ',
    'MinMin 團購: order cancelled ',
  ])
  const known = ['MinMin 團購', title, orderData.user.name, orderData.user.address]
  for (const { text } of english) {
    const rest = known.reduce((left, name) => left.replaceAll(name, ''), text)
    expect(rest).not.toMatch(chinese)
    expect(text).toContain('/en/main/order/')
  }
  const own = await mailsOf('')
  expect(own.map(({ subject }) => subject.replace(/（.*）/, ''))).toEqual([
    'MinMin 團購：訂單成立',
    'MinMin 團購：訂單已取消',
  ])
})

it('shows what the owner wrote in English, in English alone, and keeps orders in Chinese (OPEN-05)', async () => {
  const id = await shop.product({ title: '烏龍茶', description: '<p>春茶</p>' })
  const texts = { title: 'Oolong tea', content: '', description: '<p onclick="x">Spring</p>' }
  expect((await admin.put(`/admin/english/product/${id}`, texts)).status).toBe(200)
  expect((await admin.get(`/admin/english/product/${id}`)).body.texts).toEqual({
    title: 'Oolong tea',
    description: '<p>Spring</p>',
  })
  const guest = shop.guest()
  const read = async (query: string) => {
    const { title, description } = (await guest.get(`/product/${id}${query}`)).body.product
    return [title, description]
  }
  const found = (await guest.get('/search?q=oolong&lang=en')).body.products
  expect(found.map(({ title }: { title: string }) => title)).toEqual(['Oolong tea'])
  // Each is kept: neither answers for the other.
  for (const _ of [1, 2]) {
    expect(await read('?lang=en')).toEqual(['Oolong tea', '<p>Spring</p>'])
    expect(await read('')).toEqual(['烏龍茶', '<p>春茶</p>'])
  }
  const added = await guest.post('/cart?lang=en', { product_id: id, qty: 1 })
  expect(added.body.cart.carts[0].product.title).toBe('Oolong tea')
  const { orderId } = (await guest.post('/order?lang=en', orderData)).body
  const { rows } = await shop.database.pool.query(
    'select title from order_lines where order_id = $1',
    [orderId],
  )
  expect(rows).toEqual([{ title: '烏龍茶' }])
  expect((await admin.put('/admin/english/page/none', { title: 'About' })).status).toBe(404)
})
