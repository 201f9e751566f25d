import { afterAll, beforeAll, expect, it } from 'vitest'
import { readWorkbook } from '../../input/xlsx/read-workbook.ts'
import { completeRefunds, createDice, tellOrderStory } from '../../testing/models/order-stories.ts'
import { uploadSettlement } from '../../testing/payments/upload-settlement.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { openTestShop, orderData, shopPrefix, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
/** The last three months that are over, the earliest first. */
const months = [3, 2, 1].map((before) => {
  const now = new Date(Date.now() + 8 * 3_600_000)
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - before, 1)
  return new Date(first).toISOString().slice(0, 7)
})
const [first = '', second = '', third = ''] = months
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const rows = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows
const close = (month: string) => owner.post(`/admin/month/${month}/close`)
const figuresOf = async (month: string) => (await owner.get(`/admin/month/${month}`)).body.figures
const fileOf = async (month: string) =>
  (await owner.inject({ url: `${shopPrefix}/admin/month/${month}/file` })).rawPayload

/** The sheets of a file by their names, as rows of texts. */
async function sheetsOf(file: Buffer) {
  const sheets = await readWorkbook(file, { maxColumns: 50, maxRows: 10_000, guardsTexts: false })
  return new Map(sheets.map(({ name, rows: lines }) => [name, lines.map(({ cells }) => cells)]))
}

/** A month as the books and the dashboard have it. */
async function saidOf(month: string) {
  const [books] = await rows(
    `select coalesce(sum(case kind when 'captured' then amount when 'withdrawn' then -amount end), 0)::int
       as received, coalesce(sum(amount) filter (where kind = 'refunded'), 0)::int as refunded
     from book_entries where to_char(at at time zone 'Asia/Taipei', 'YYYY-MM') = $1`,
    [month],
  )
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
  const range = `?from=${month}-01&to=${last.toISOString().slice(0, 10)}`
  const { received, refunded, net } = (await owner.get(`/admin/report/sales${range}`)).body.figures
  expect(books).toEqual({ received, refunded })
  return { received, refunded, net }
}

it('file, dashboard and books agree to the dollar for three months with refunds across their borders (OPEN-07)', async () => {
  const dice = createDice(20_261_130)
  const productIds: string[] = []
  for (const price of [1, 33, 999]) productIds.push(await shop.product({ price }))
  for (let story = 0; story < 40; story++) {
    await tellOrderStory({ shop, owner, productIds, dice })
  }
  await completeRefunds(shop)
  // Each order begins in one of the months, and what goes back may be of a later one.
  await rows(
    `update book_entries set at = (($1 || '-01')::date + interval '1 hour'
       + (hashtext(order_id) & 63) * interval '1 day'
       + case kind when 'captured' then interval '0' else interval '25 days' end)
       at time zone 'Asia/Taipei'`,
    [first],
  )
  // The last moment of a month in Taipei is one day before it in UTC, or not.
  await rows(
    `update book_entries set at = (($1 || '-01')::date - interval '1 second') at time zone 'Asia/Taipei'
     where id = (select min(id) from book_entries)`,
    [second],
  )
  const crossing = await rows(
    `select from book_entries as out join book_entries as came using (order_id)
     where out.kind = 'refunded' and came.kind = 'captured'
       and date_trunc('month', out.at at time zone 'Asia/Taipei') > date_trunc('month', came.at at time zone 'Asia/Taipei')`,
  )
  expect(crossing.length).toBeGreaterThan(0)

  for (const month of months) {
    const before = await figuresOf(month)
    const said = await saidOf(month)
    expect(before).toMatchObject(said)
    expect((await close(month)).body.month).toMatchObject({ state: 'closed', ...said })
    const sheets = await sheetsOf(await fileOf(month))
    const sum = new Map(sheets.get('總表')?.map(([word = '', value = '']) => [word, Number(value)]))
    expect([sum.get('收款'), sum.get('退款'), sum.get('淨收款')]).toEqual([
      ...[said.received, 0 - said.refunded, said.net],
    ])
    const parts = ['商品銷售額', '折扣', '運費', '購物金與點數折抵']
    expect(parts.reduce((all, word) => all + (sum.get(word) ?? 0), 0)).toBe(said.received)
    // The lines of the sheets are what the sums are of.
    for (const [sheet, column, whole] of [
      ['收款', 8, said.received],
      ['退款', 3, said.refunded],
    ] as const) {
      const lines = sheets.get(sheet)?.slice(1, -1) ?? []
      const counted = lines.filter((cells) => cells[2] !== '退為購物金')
      expect(counted.reduce((all, cells) => all + Number(cells[column]), 0)).toBe(whole)
    }
  }
  const closed = await rows('select count(*)::int from closed_month_items where kind = $1', [
    'book',
  ])
  const books = await rows(
    `select count(*)::int from book_entries where at < (($1 || '-01')::date + interval '1 month') at time zone 'Asia/Taipei'`,
    [third],
  )
  expect(closed).toEqual(books)
})

it('says what an order is made of: goods, discount, fee and credit, whatever a change adds (OPEN-07)', async () => {
  const { version } = (await owner.get('/admin/settings')).body.settings.shipping
  const shipping = { version, values: { fee: 80, free_over: null } }
  expect((await owner.put('/admin/settings/shipping', shipping)).status).toBe(200)
  const { code } = await shop.coupon({ percent: 80 })
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product({ price: 1000 }), qty: 2 })
  await guest.post('/coupon', { code })
  const { orderId } = (await guest.post('/order', orderData)).body
  await guest.post(`/pay/${orderId}`)
  const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)
  const [order] = await rows('select total::int from orders where id = $1', [orderId])
  const figures = await figuresOf(now)
  expect(order.total).toBe(1680)
  expect(figures).toMatchObject({ goods: 2000, discounts: 400, fees: 80, credit_used: 0 })
  expect(figures.received).toBe(1680)
  // Money for what a change has added is of goods; what is withdrawn takes back what it has brought.
  await rows(`insert into book_entries (kind, order_id, amount) values ('captured', $1, 500)`, [
    orderId,
  ])
  const added = { ...figures, goods: 2500, received: 2180, net: 2180 }
  expect(await figuresOf(now)).toEqual(added)
  await rows(
    `insert into book_entries (kind, order_id, amount) values
       ('withdrawn', $1, 500), ('withdrawn', $1, 1680), ('refunded', $1, 1)`,
    [orderId],
  )
  const back = { goods: 0, discounts: 0, fees: 0, received: 0, refunded: 1, net: -1 }
  expect(await figuresOf(now)).toEqual({ ...figures, ...back })
  // Paid with credit alone: no money, and goods all the same.
  await rows(`update orders set total = 0 where id = $1`, [orderId])
  await rows(
    `insert into order_adjustments (order_id, position, kind, label, amount_hundredths)
       values ($1, 90, 'credit', '', -168000)`,
    [orderId],
  )
  await rows(`insert into book_entries (kind, order_id, amount) values ('captured', $1, 0)`, [
    orderId,
  ])
  const sold = { goods: 2000, discounts: 400, fees: 80, credit_used: 1680, received: 0 }
  expect(await figuresOf(now)).toMatchObject(sold)
})

it('a closed month never changes: what comes to be known later is of the next one (OPEN-07)', async () => {
  const before = await fileOf(first)
  const [order] = await rows('select id from orders order by id limit 1')
  await rows(
    `insert into invoices (id, order_id, number, amount, lines, is_donated, state, merchant, is_trial,
       invoice_number, random_number, issued_at)
     select 'late', $1, 'late', 777, '[]', false, 'issued', 'm', false, 'AB10000001', '1234',
       (($2 || '-15')::date) at time zone 'Asia/Taipei'`,
    [order.id, second],
  )
  expect((await figuresOf(second)).issued).toBe(0)
  expect(await fileOf(first)).toEqual(before)
  expect((await close(first)).body.code).toBe('MONTH_CLOSED')
  const now = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)
  expect((await close(now)).body.code).toBe('MONTH_NOT_ENDED')
  expect((await figuresOf(now)).issued).toBe(777)
  for (const statement of [
    "update closed_months set closed_by = ''",
    'delete from closed_month_items',
  ]) {
    await expect(rows(statement)).rejects.toThrow()
  }
  const [listed] = (await owner.get('/admin/months')).body.months.slice(-1)
  expect(listed).toMatchObject({ month: first, state: 'closed', can_close: false })
})

it('payouts and their fees are of the day that their file says (OPEN-07)', async () => {
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const file = `特店交易編號,交易金額,手續費,訂單日期\nTRADE1,1000,28,${day}\nTRADE2,-300,0,${first}-03\n`
  expect((await uploadSettlement(owner, file)).status).toBe(200)
  // The second line is of a month that is closed.
  const figures = await figuresOf(day.slice(0, 7))
  expect(figures).toMatchObject({ paid_out: 700, payout_fees: 28 })
})

it('the accountant closes and fetches months, a viewer sees the sums, a packer nothing (OPEN-07)', async () => {
  const [accountant, viewer, packer] = await Promise.all(
    (['accountant', 'viewer', 'packer'] as const).map((role) => openStaff(shop, role)),
  )
  const asked = async (by: TestAdministrator | undefined) => [
    (await by?.get('/admin/months'))?.status,
    (await by?.inject({ url: `${shopPrefix}/admin/month/${first}/file` }))?.statusCode,
    (await by?.post(`/admin/month/${first}/close`))?.status,
  ]
  expect(await asked(accountant)).toEqual([200, 200, 409])
  expect(await asked(viewer)).toEqual([200, 403, 403])
  expect(await asked(packer)).toEqual([403, 403, 403])
})
