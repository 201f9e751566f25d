import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { coupons } from '../db/tables/coupons.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  // Rows stay: carts of earlier tests name them.
  await shop.database.db.update(coupons).set({ deletedAt: new Date() })
})

const farAhead = 4_070_908_799_999
const summer = { title: '夏日八折', code: 'summer', percent: 80, due_date: farAhead, is_enabled: 1 }

async function create(values: object = {}): Promise<string> {
  const { body } = await admin.post('/admin/coupon', { ...summer, ...values })
  return body.coupon.id
}
const list = async (query = '') => (await admin.get(`/admin/coupons${query}`)).body
const codes = (body: { coupons: { code: string }[] }) => body.coupons.map(({ code }) => code)

describe('the list', () => {
  it('API-21 API-59 CONST-06 APRODUCT-26 answers 10 coupons a page, newest first', async () => {
    for (let number = 1; number <= 11; number++) await create({ code: `c${number}` })
    const first = await list('?page=1&limit=99')
    expect(codes(first)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `c${n}`))
    expect(first).toMatchObject({
      success: true,
      messages: [],
      pagination: {
        total_pages: 2,
        current_page: 1,
        has_pre: false,
        has_next: true,
        category: '',
      },
    })
    expect(codes(await list('?page=2'))).toEqual(['c1'])
    const past = await list('?page=9')
    expect(past.coupons).toEqual([])
    expect(past.pagination).toMatchObject({ total_pages: 2, current_page: 9, has_next: false })
  })

  it.each([
    ['percent', 'asc', ['b', 'a', 'c']],
    ['percent', 'desc', ['c', 'a', 'b']],
    ['due_date', 'asc', ['c', 'b', 'a']],
    ['due_date', 'desc', ['a', 'b', 'c']],
    ['code', 'asc', ['a', 'b', 'c']],
    ['title', 'asc', ['b', 'c', 'a']],
    ['is_enabled', 'asc', ['b', 'a', 'c']],
  ])(
    'is sorted by %s %s; seconds and milliseconds of a due date compare',
    async (sort, order, expected) => {
      await create({ code: 'a', percent: 50, due_date: farAhead, title: '3' })
      await create({ code: 'b', percent: 40, due_date: 2_000_000_000, title: '1', is_enabled: 0 })
      await create({ code: 'c', percent: 60, due_date: 1_900_000_000_000, title: '2' })
      expect(codes(await list(`?sort=${sort}&order=${order}`))).toEqual(expected)
    },
  )

  it.each(['?page=0', '?page=x', '?sort=due_at', '?sort=percent&order=1'])(
    'API-63 %s is refused',
    async (query) => {
      expect((await admin.get(`/admin/coupons${query}`)).status).toBe(400)
    },
  )
})

describe('creating', () => {
  it('API-28 API-59 answers the coupon as it is kept', async () => {
    const { status, body } = await admin.post('/admin/coupon', { ...summer, note: '店慶' })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '已建立優惠券',
      coupon: { ...summer, note: '店慶', id: expect.any(String), num: expect.any(Number) },
    })
    expect(body.coupon.id).toMatch(/^[\w-]{20}$/)
    expect((await list()).coupons).toEqual([body.coupon])
  })

  it.each([1, 6_547_658, 99_999_999_999, 100_000_000_000, farAhead])(
    'API-60 A10 the due date %d comes back as it went',
    async (due_date) => {
      await create({ due_date })
      expect((await list()).coupons[0].due_date).toBe(due_date)
    },
  )

  it.each([
    [2_000_000_000, 200],
    [farAhead, 200],
    [1_500_000_000, 400],
    [1_500_000_000_000, 400],
  ])(
    'API-60 a due date of %d is read in its own unit by the cart: %i',
    async (due_date, status) => {
      await create({ due_date })
      const guest = shop.guest()
      await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
      expect((await guest.post('/coupon', { code: 'summer' })).status).toBe(status)
    },
  )

  it.each(['title', 'code', 'percent', 'due_date', 'is_enabled'])(
    'API-28 a missing %s is told in the words of the contract',
    async (field) => {
      const { status, body } = await admin.post('/admin/coupon', { ...summer, [field]: undefined })
      expect(status).toBe(400)
      expect(body).toMatchObject({ success: false, message: [` ${field} 欄位為必填`] })
    },
  )

  it.each([
    [{ percent: 0 }, 'percent 數值超出範圍'],
    [{ percent: 101 }, 'percent 數值超出範圍'],
    [{ percent: -20 }, 'percent 數值超出範圍'],
    [{ percent: 1e3 }, 'percent 數值超出範圍'],
    [{ percent: '0' }, 'percent 數值超出範圍'],
    [{ percent: '101' }, 'percent 數值超出範圍'],
    [{ percent: 79.5 }, 'percent 型別錯誤'],
    [{ percent: '80%' }, 'percent 型別錯誤'],
    [{ percent: true }, 'percent 型別錯誤'],
    [{ percent: null }, 'percent 型別錯誤'],
    [{ percent: '' }, 'percent 屬性不得為空'],
    [{ due_date: 0 }, 'due_date 數值超出範圍'],
    [{ due_date: -1 }, 'due_date 數值超出範圍'],
    [{ due_date: 1e16 }, 'due_date 數值超出範圍'],
    [{ due_date: '9999999999999999' }, 'due_date 數值超出範圍'],
    [{ due_date: '2030-01-01' }, 'due_date 型別錯誤'],
    [{ due_date: true }, 'due_date 型別錯誤'],
    [{ code: '' }, 'code 屬性不得為空'],
    [{ code: '   ' }, 'code 屬性不得為空'],
    [{ code: 'x'.repeat(101) }, 'code 長度超過上限'],
    [{ code: 5 }, 'code 型別錯誤'],
    [{ title: '' }, 'title 屬性不得為空'],
    [{ title: ' ' }, 'title 屬性不得為空'],
    [{ is_enabled: 2 }, 'is_enabled 型別錯誤'],
  ])('A10 API-59 %j is refused: %s', async (values, message) => {
    const { status, body } = await admin.post('/admin/coupon', { ...summer, ...values })
    expect(body).toMatchObject({ success: false, message: [message] })
    expect(status).toBe(400)
    expect((await list()).coupons).toEqual([])
  })

  it.each([
    [{ percent: '80', due_date: '2000000000', is_enabled: '1' }],
    [{ percent: 80, due_date: 2_000_000_000, is_enabled: true }],
  ])('A10 API-59 %j is read liberally, kept strictly', async (values) => {
    await create(values)
    const [coupon] = (await list()).coupons
    expect(coupon).toMatchObject({ percent: 80, due_date: 2_000_000_000, is_enabled: 1 })
  })

  it('finds a code that was typed or created in full-width letters (EASE-10)', async () => {
    const created = await admin.post('/admin/coupon', { ...summer, code: 'ＷＩＤＥ２６' })
    expect(created.body.coupon.code).toBe('WIDE26')
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
    for (const code of ['ｗｉｄｅ２６', 'wide26', ' Wide26 ']) {
      expect((await guest.post('/coupon', { code })).status).toBe(200)
    }
  })

  it('A10 a code is kept without the space around it, and is taken whatever its case', async () => {
    await create({ code: '  SumMer 2 ' })
    expect((await list()).coupons[0].code).toBe('SumMer 2')
    for (const code of ['SumMer 2', 'summer 2', ' SUMMER 2  ']) {
      const { status, body } = await admin.post('/admin/coupon', { ...summer, code })
      expect(status).toBe(409)
      expect(body).toMatchObject({ success: false, message: '優惠碼已存在' })
    }
    expect((await list()).coupons).toHaveLength(1)
  })

  it('A10 of twenty at once with one code, one is made', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => admin.post('/admin/coupon', summer)),
    )
    const statuses = replies.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)])
  })

  it('A3 keys that the server owns are not taken from the client, unknown ones are kept', async () => {
    const id = await create({ id: 'mine', num: 7_000_000, note: { a: [1] } })
    const [coupon] = (await list()).coupons
    expect(id).not.toBe('mine')
    expect(coupon.num).not.toBe(7_000_000)
    expect(coupon.note).toEqual({ a: [1] })
    const big = await admin.post('/admin/coupon', { ...summer, code: 'b', big: 'x'.repeat(8_192) })
    expect(big.status).toBe(400)
  })
})

describe('changing and deleting', () => {
  it('API-29 changes the coupon, takes back what the list gave, keeps what it does not know', async () => {
    const id = await create({ note: '店慶' })
    const [listed] = (await list()).coupons
    expect((await admin.put(`/admin/coupon/${id}`, listed)).body.coupon).toEqual(listed)
    const change = { ...summer, percent: 60, is_enabled: 0, code: 'SUMMER' }
    const { status, body } = await admin.put(`/admin/coupon/${id}`, change)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '已更新優惠券',
      coupon: { ...listed, ...change },
    })
  })

  it('API-29 takes what the sender changed alone, where it says which fields these are', async () => {
    const id = await create({ min_total: 500 })
    const [opened] = (await list()).coupons
    const path = `/admin/coupon/${id}`
    await admin.put(path, { ...summer, is_enabled: 0, percent: 60, valid_from: 1_700_000_000 })
    await admin.put(path, { ...summer, max_uses: 5, min_total: null, changed_fields: ['max_uses'] })
    await admin.put(path, { ...summer, title: '夏日', due_date: 1, changed_fields: ['title'] })
    expect((await list()).coupons[0]).toEqual({
      ...opened,
      ...{ is_enabled: 0, percent: 60, valid_from: 1_700_000_000 },
      ...{ max_uses: 5, title: '夏日' },
    })
    const early = { ...summer, due_date: 1_600_000_000, changed_fields: ['due_date'] }
    expect((await admin.put(path, early)).body.fields).toEqual({
      valid_from: '開始日須早於到期日',
    })
  })

  it('API-29 A10 the code of another coupon is refused, and nothing changes', async () => {
    await create({ code: 'taken' })
    const id = await create()
    const { status, body } = await admin.put(`/admin/coupon/${id}`, { ...summer, code: 'TAKEN' })
    expect(status).toBe(409)
    expect(body.message).toBe('優惠碼已存在')
    expect(codes(await list())).toEqual(['summer', 'taken'])
  })

  it('API-30 deletes it once, and frees its code', async () => {
    const id = await create()
    const { status, body } = await admin.delete(`/admin/coupon/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: '已刪除優惠券' })
    const unknown = { success: false, message: '找不到優惠券', code: 'ADMIN_COUPON_NOT_FOUND' }
    for (const again of [
      await admin.delete(`/admin/coupon/${id}`),
      await admin.put(`/admin/coupon/${id}`, summer),
      await admin.delete('/admin/coupon/-NoSuchCoupon0000000'),
    ]) {
      expect(again.status).toBe(404)
      expect(again.body).toEqual(unknown)
    }
    expect(await create()).not.toBe(id)
  })

  it('D4 a change reaches the carts that hold the coupon', async () => {
    const id = await create()
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product({ price: 1_000 }), qty: 1 })
    await guest.post('/coupon', { code: 'summer' })
    const total = async () => (await guest.get('/cart')).body.data.final_total
    expect(await total()).toBe(800)
    await admin.put(`/admin/coupon/${id}`, { ...summer, percent: 50 })
    expect(await total()).toBe(500)
    await admin.delete(`/admin/coupon/${id}`)
    expect(await total()).toBe(1_000)
  })
})
