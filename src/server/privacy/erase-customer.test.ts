import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillTerms } from '../search/write-terms.ts'
import { searchedTables } from '../searched-tables.ts'
import { countWaiting } from '../testing/database/count-waiting.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let product: string
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
  product = await shop.product({ price: 100 })
})
afterAll(() => shop.close())
const run = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values)

async function order(visitor: Visitor, email: string, own: object = {}) {
  await visitor.post('/cart', { product_id: product, qty: 1, ...own })
  const { body } = await visitor.post('/order', {
    ...orderData,
    user: { ...orderData.user, email },
  })
  return String(body.orderId)
}
const customerOf = async (email: string) =>
  (await owner.get(`/admin/customers?q=${email}`)).body.customers[0]
const end = (id: string) => run(`update orders set state = 'completed' where id = $1`, [id])

it('first lists what goes and what stays, and names orders that have not ended and what proves whose they are (PRIVACY-06, MEND-38)', async () => {
  const email = 'erase-me@example.com'
  const guest = shop.guest()
  const [first, second] = [await order(guest, email), await order(guest, email)]
  const { id } = await customerOf(email)
  await owner.post(`/admin/customer/${id}/note`, { text: '備註' })
  const trial = () => owner.post(`/admin/customer/${id}/erase`, { is_trial: true })
  expect(await trial()).toMatchObject({
    status: 409,
    body: { message: '尚有未完成的訂單', code: 'ERASE_OPEN_ORDERS', orders: [first, second] },
  })
  await end(first)
  expect((await trial()).body.orders).toEqual([second])
  await guest.post(`/pay/${second}`)
  await end(second)
  const { rows } = await run('select id from payments where order_id = $1', [second])
  await run(
    `insert into refunds (id, order_id, payment_id, amount, reason, state)
     values ('open-refund', $1, $2, 1, '少一件', 'manual')`,
    [second, rows[0].id],
  )
  expect((await trial()).body.orders).toEqual([second])
  await run(`update refunds set state = 'failed' where id = 'open-refund'`)
  expect((await trial()).body.orders).toEqual([second])
  await run(`update refunds set state = 'done', done_at = now() where id = 'open-refund'`)
  const { status, body } = await trial()
  expect(status).toBe(200)
  expect(body.goes).toEqual(
    expect.arrayContaining([
      { what: '訂單的聯絡資料與備註', n: 2 },
      { what: '內部備註', n: 1 },
      { what: '顧客資料', n: 1 },
    ]),
  )
  expect(body.stays).toEqual(
    expect.arrayContaining([
      { what: '訂單、商品與金額', n: 2, why: expect.stringContaining('依法') },
      { what: '付款', n: 1, why: expect.any(String) },
      { what: '退款', n: 1, why: expect.any(String) },
    ]),
  )
  expect(body.proof).toEqual([
    { what: '已付款', n: 1 },
    { what: '沒有任何證明', n: 1 },
  ])
  expect((await customerOf(email)).id).toBe(id)
})

it('erases with the number typed in and a proof of password, and the account with it (PRIVACY-08)', async () => {
  const email = 'gone@example.com'
  const member = await shop.member(email)
  const orderId = await order(member, email)
  await end(orderId)
  const { id } = await customerOf(email)
  const foundBy = async (q: string) =>
    (await owner.get(`/admin/orders?q=${q}`)).body.orders.map((one: { id: string }) => one.id)
  expect(await foundBy(email)).toEqual([orderId])
  const erase = (by: TestAdministrator, typed?: string) =>
    by.post(`/admin/customer/${id}/erase`, typed === undefined ? {} : { customer_id: typed })
  expect((await erase(owner)).body).toMatchObject({ fields: { customer_id: '顧客編號不符' } })
  expect((await erase(owner, `${id}0`)).status).toBe(400)
  const manager = await openStaff(shop, 'manager')
  expect((await erase(manager, id)).body.message).toBe('無此權限')
  const late = await openAdministrator(shop)
  await run(
    `update admin_sessions set confirmed_at = now() - interval '16 minutes' where uid = $1`,
    [late.uid],
  )
  expect((await erase(late, id)).body).toMatchObject({
    message: '請再次確認身分',
    error: { code: 'auth/requires-recent-login' },
  })
  expect((await member.get('/orders')).status).toBe(200)
  expect((await erase(owner, id)).body.message).toBe('已刪除個資')
  expect((await owner.get(`/admin/customer/${id}`)).status).toBe(404)
  expect((await member.get('/orders')).status).toBe(401)
  expect((await erase(owner, id)).status).toBe(404)
  const { rows } = await run(`select subject_id from audit_entries where action = 'person.erase'`)
  expect(rows).toEqual([{ subject_id: id }])
  expect(await foundBy(email)).toEqual([])
  await fillTerms(shop.database.db, searchedTables)
  expect(await foundBy(email)).toEqual([])
  expect(await foundBy(orderId)).toEqual([orderId])
})

it('own keys of cart and order lines are in the export, and go; a line without any is not counted (MEND-02, PRIVACY-08)', async () => {
  const email = 'engraved@example.com'
  const member = await shop.member(email)
  const engraving = { engraving: '給標記媽媽' }
  await end(await order(member, email))
  await end(await order(member, email, engraving))
  await member.post('/cart', { product_id: product, qty: 1, ...engraving })
  const { body } = await member.get('/member/data')
  expect(body.order_lines).toContainEqual(expect.objectContaining({ extra: engraving }))
  expect(body.cart_lines).toMatchObject([{ extra: engraving }])
  const { id } = await customerOf(email)
  const trial = await owner.post(`/admin/customer/${id}/erase`, { is_trial: true })
  expect(trial.body.goes).toContainEqual({ what: '訂單商品的自訂欄位', n: 1 })
  await owner.post(`/admin/customer/${id}/erase`, { customer_id: id })
  const { rows } = await run(
    `select extra from order_lines where extra::text like '%標記%'
     union all select extra from cart_lines where extra::text like '%標記%'`,
  )
  expect(rows).toEqual([])
})

it('leaves the orders of a member who only leaves as they are (PRIVACY-08)', async () => {
  const email = 'leaving@example.com'
  const member = await shop.member(email)
  const id = await order(member, email)
  await shop.app.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:delete?key=minmin',
    payload: { idToken: member.token },
  })
  const { rows } = await run('select user_email from orders where id = $1', [id])
  expect(rows).toEqual([{ user_email: email }])
  expect(await customerOf(email)).toMatchObject({ member_id: member.uid, orders: 1 })
})

it('mails no more of products to the verified address of a member who leaves (PRIVACY-08)', async () => {
  async function leave(email: string, isVerified: boolean): Promise<unknown> {
    const member = await shop.member(email)
    await run('update members set email_verified = $2 where uid = $1', [member.uid, isVerified])
    await run(
      `insert into restock_requests (id, product_id, email) values (left(md5($1), 20), $2, $1)`,
      [email, product],
    )
    const { statusCode } = await shop.app.inject({
      method: 'POST',
      url: '/identitytoolkit.googleapis.com/v1/accounts:delete?key=minmin',
      payload: { idToken: member.token },
    })
    expect(statusCode).toBe(200)
    return (await run('select email from restock_requests where email = $1', [email])).rows
  }
  expect(await leave('verified-leaves@example.com', true)).toEqual([])
  const email = 'unverified-leaves@example.com'
  expect(await leave(email, false)).toEqual([{ email }])
})

it('gives a member one file of all that is theirs, within 5 minutes of the sign-in (PRIVACY-04)', async () => {
  const email = 'file@example.com'
  const member = await shop.member(email)
  const orderId = await order(member, email)
  await run('update members set email_verified = true where uid = $1', [member.uid])
  await order(shop.guest(), 'another@example.com')
  await member.post('/cart', { product_id: product, qty: 2 })
  await member.post('/consent', { privacy_version: 1 })
  await run(
    `insert into mail_outbox (recipient, subject, text_body, html_body, message_id)
     values ($1, '訂單成立', '', '', 'own-data')`,
    [email],
  )
  const { id } = await customerOf(email)
  await owner.post(`/admin/customer/${id}/note`, { text: '標記店員備註' })
  await owner.post(`/admin/order/${orderId}/note`, { text: '標記訂單備註' })
  await run(
    `insert into resolved_differences (id, kind, order_id, since, note)
     values ('own-data', 'amount', $1, now(), '標記對帳備註')`,
    [orderId],
  )
  await run(
    `insert into commission_entries (id, leader_id, kind, amount, note, by)
     values ('own-data', $1, 'paid', -1, '標記匯款備註', 's:system')`,
    [member.uid],
  )
  const { status, body, headers } = await member.get('/member/data')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-disposition': expect.stringContaining('attachment'),
  })
  expect(Object.keys(body)).toEqual(
    expect.arrayContaining([
      'members',
      'orders',
      'order_lines',
      'carts',
      'consents',
      'mail_outbox',
    ]),
  )
  expect(body.commission_entries).toMatchObject([{ id: 'own-data', amount: -1 }])
  const text = JSON.stringify(body)
  expect(text).toContain(orderId)
  expect(text).not.toMatch(
    /another@example|標記店員|標記訂單|標記對帳|標記匯款|argon2|password_hash|token_hash|chief/,
  )
  expect((await shop.guest().get('/member/data')).status).toBe(401)
})

it('leaves connections and customers to others while one member reads many files (PRIVACY-04)', async () => {
  const member = await shop.member()
  const blocker = await shop.database.pool.connect()
  await blocker.query('begin; lock table action_codes')
  const files = Array.from({ length: 30 }, () => member.get('/member/data'))
  try {
    await expect.poll(() => countWaiting(blocker)).toBeGreaterThan(0)
    const email = 'meanwhile@example.com'
    await order(shop.guest(), email)
    expect(await customerOf(email)).toMatchObject({ orders: 1 })
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  for (const { status } of await Promise.all(files)) expect(status).toBe(200)
})
