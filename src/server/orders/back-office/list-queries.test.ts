import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createListQuery } from '../../testing/list-queries.ts'
import { createDice } from '../../testing/models/order-stories.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../../testing/test-shop.ts'

const seed = 20_261_122
const count = 600
let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
  const productId = await shop.product({ title: '亞麻陶檯燈' })
  for (let placed = 0; placed < 12; placed++) {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: productId, qty: 1 })
    await guest.post('/order', orderData)
  }
})
afterAll(() => shop.close())

describe('the lists of the back office', () => {
  it(`answer ${count} generated queries, or say what is wrong with them (FIND-10, seed ${seed})`, async () => {
    const dice = createDice(seed)
    const random = () => dice(2 ** 31) / 2 ** 31
    const answers = new Map<string, number>()
    for (let made = 0; made < count; made++) {
      const { list, query } = createListQuery(random)
      const { status, body } = await owner.get(`/admin/${list}?${query}`)
      expect([200, 400], `${list}?${query} ${JSON.stringify(body)}`).toContain(status)
      const key = `${list} ${status}`
      answers.set(key, (answers.get(key) ?? 0) + 1)
    }
    for (const list of ['orders', 'products', 'customers']) {
      expect(answers.get(`${list} 200`)).toBeGreaterThan(20)
      expect(answers.get(`${list} 400`)).toBeGreaterThan(20)
    }
  })

  it('refuse NUL, half surrogates and more than 100 characters (FIND-10)', async () => {
    for (const list of ['orders', 'products', 'customers']) {
      for (const text of ['a%00b', '%ED%A0%80', 'a%ED%B0%80', '%E5%AD%97'.repeat(101)]) {
        const { status } = await owner.get(`/admin/${list}?q=${text}`)
        expect({ list, text, status }).toEqual({ list, text, status: 400 })
      }
      expect((await owner.get(`/admin/${list}?q=${'%E5%AD%97'.repeat(100)}`)).status).toBe(200)
    }
  })

  it('take every parameter that is empty as if it were absent (FIND-06)', async () => {
    const names = {
      orders:
        'q state payment method from to product campaign customer expires archived sort order page',
      products: 'q category enabled stock price_min price_max archived sort order page',
      customers: 'q tag orders_min spent_min from to sort order page',
      coupons: 'sort order page',
    }
    for (const [list, known] of Object.entries(names)) {
      const plain = await owner.get(`/admin/${list}`)
      for (const name of known.split(' ')) {
        const { status, body } = await owner.get(`/admin/${list}?${name}=`)
        expect({ list, name, status, body }).toEqual({ list, name, status: 200, body: plain.body })
      }
    }
  })
})
