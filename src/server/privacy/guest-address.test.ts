import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { erasedText } from '../db/tables/orders.ts'
import { commandLine } from '../http/actor.ts'
import { builtProgram } from '../programs.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { orderStep } from './erase.ts'
import { erasePersonForGood } from './erase-for-good.ts'
import { findPersons } from './person.ts'

let shop: TestShop
let folder: string
beforeAll(async () => {
  shop = await openTestShop()
  folder = await mkdtemp(join(tmpdir(), 'minmin-privacy-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})
const rows = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows

/** `npm run privacy -- ...`: what it prints for a file, and what it tells the operator. */
function privacy(...words: string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: shop.databaseUrl, DATA_DIR: folder }
  return new Promise<{ code: number; out: string; told: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [builtProgram('privacy'), ...words],
      { env, timeout: 300_000 },
      (_, out, told) => resolve({ code: child.exitCode ?? -1, out, told }),
    )
  })
}

async function order(visitor: Visitor, email: string) {
  await visitor.post('/cart', { product_id: await shop.product({ price: 100 }), qty: 1 })
  const user = { ...orderData.user, email }
  const { body } = await visitor.post('/order', { ...orderData, user })
  const [row] = await rows('select id, number from orders where id = $1', [body.orderId])
  return row as { id: string; number: string }
}
const end = (email: string) =>
  rows(`update orders set state = 'completed' where lower(user_email) = $1`, [email])

it('exports and erases by an address that only guests used, and tells what proves each order (MEND-38)', async () => {
  const email = 'only-guests@example.com'
  const [one, two] = [shop.guest(), shop.guest()]
  const paid = await order(one, email)
  const mailed = await order(one, 'Only-Guests@example.com')
  const unproved = await order(two, email)
  await order(shop.guest(), 'only-guests+b@example.com')
  const foreign = await order(await shop.member(), email)
  await one.post(`/pay/${paid.id}`)
  await rows(
    `insert into mail_outbox (recipient, subject, text_body, html_body, message_id, order_id, kind, sent_at)
     values ($1, '訂單成立', '', '', 'proof', $2, 'placed', now())`,
    [email, mailed.id],
  )

  const refused = await privacy('erase', email)
  expect(refused).toMatchObject({ code: 1, out: '' })
  for (const { id } of [paid, mailed, unproved]) expect(refused.told).toContain(id)
  await end(email)
  const [{ num }] = await rows('select num from customers where key = $1', [`e:${email}`])
  const trial = await privacy('trial', email)
  expect(trial.told).toBe(`4 orders name ${email}.
e:${email} (customer ${num}): 3 of guests
  paid: 1
  a mail of the order was sent to the address in the last 30 days: 1
  entered by the staff: 0
  nothing proves whose they are: 1 (${unproved.number})
1 order names it in other accounts: they are theirs and stay as they are.
Another address is another person: only-guests+b@example.com (1).
`)
  expect(JSON.parse(trial.out)).toMatchObject({ orders: 3, customers: 1 })
  const file = await privacy('export', email)
  expect(file.told).toBe(trial.told)
  const exported: { id: string }[] = JSON.parse(file.out).orders
  expect(new Set(exported.map(({ id }) => id))).toEqual(new Set([paid.id, mailed.id, unproved.id]))

  const erased = await privacy('erase', email)
  expect(erased).toMatchObject({ code: 0, out: trial.out, told: trial.told })
  const left = await rows('select id, user_email from orders where total > 0 order by id')
  const emailOf = (id: string) => left.find((row) => row.id === id)?.user_email
  for (const { id } of [paid, mailed, unproved]) expect(emailOf(id)).toBe(erasedText)
  expect(emailOf(foreign.id)).toBe(email)
  expect((await privacy('export', email)).told).toBe('There is no such customer.\n')
  expect((await privacy('trial', 'only-guests+b@example.com')).told).toContain(': 1 of guests')
})

it('takes an account and the orders of guests for one person once the account has proved the address (MEND-38)', async () => {
  const email = 'both@example.com'
  const member = await shop.member(email)
  const own = await order(member, email)
  const ofGuest = await order(shop.guest(), email)
  await end(email)
  const refused = await privacy('export', email)
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.told).toContain(`m:${member.uid}`)
  expect(refused.told).toContain(`e:${email}`)
  const idsOf = (out: string) => JSON.parse(out).orders.map(({ id }: { id: string }) => id)
  expect(idsOf((await privacy('export', `e:${email}`)).out)).toEqual([ofGuest.id])
  await rows('update members set email_verified = true where uid = $1', [member.uid])
  expect(idsOf((await privacy('export', email)).out).toSorted()).toEqual(
    [own.id, ofGuest.id].toSorted(),
  )
  expect((await privacy('erase', email)).code).toBe(0)
  expect(await rows('select from orders where user_email = $1', [email])).toEqual([])
  expect(await rows('select from members where uid = $1', [member.uid])).toEqual([])
})

it('erases many orders in transactions of their own (MEND-38)', async () => {
  const email = 'many@example.com'
  const { id } = await order(shop.guest(), email)
  await end(email)
  await rows(
    `insert into orders (id, owner, state, total, message, contact_name, user_email, user_tel,
       user_address, user_extra, extra, customer_key)
     select 'many-' || n, 'g:' || n, 'completed', 1, 'm', contact_name, user_email, user_tel,
       user_address, user_extra, extra, customer_key from orders, generate_series(1, $2::int) as n where id = $1`,
    [id, orderStep],
  )
  await rows(`insert into carts (owner) values ('g:1'), ('g:${orderStep}')`)
  const { db } = shop.database
  const [person] = await findPersons(db, email)
  if (!person) throw new Error('the person is not there')
  const erase = (isTrial: boolean) => erasePersonForGood(db, commandLine, person, { isTrial })
  const trial = await erase(true)
  expect(trial).toMatchObject({ orders: orderStep + 1, customers: 1, carts: 3 })
  expect(await rows('select from orders where user_email = $1', [email])).toHaveLength(
    orderStep + 1,
  )
  expect(await erase(false)).toEqual(trial)
  const [found] = await rows(
    `select count(*)::int as n, count(distinct xmin::text)::int as transactions from orders
     where user_email = $1 and (id = $2 or id like 'many-%')`,
    [erasedText, id],
  )
  expect(found).toEqual({ n: orderStep + 1, transactions: 2 })
})
