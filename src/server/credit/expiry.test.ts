import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { transaction } from '../db/transaction.ts'
import { brokenChecks } from '../testing/broken-checks.ts'
import { rowsOf } from '../testing/test-closing.ts'
import {
  balanceOf,
  creditOfOrder,
  giveCredit,
  openCreditor,
  turnCreditOn,
} from '../testing/test-credit.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { closeCreditAccount } from './close-account.ts'
import { endAll, tellAll } from './credit.jobs.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ env: { DEVELOPMENT: '1' } })
  await turnCreditOn(shop)
})
afterAll(() => shop.close())
beforeEach(() => setClock('2027-03-01 12:00:00'))

/** The clock of the shop, in Taipei. */
async function setClock(time: string): Promise<void> {
  await rowsOf(
    shop,
    `create or replace function shop_now() returns timestamptz language sql volatile
      as $$ select timestamp '${time}' at time zone 'Asia/Taipei' $$`,
  )
}
const points = (amount: number, on: string) => ({ kind: 'points', amount, on }) as const
const tell = () => tellAll({ config: shop.config, db: shop.database.db, jobs: shop.payments.jobs })
const mailsTo = (email: string) =>
  rowsOf<{ subject: string; text_body: string }>(
    shop,
    'select subject, text_body from mail_outbox where recipient = $1 order by created_at',
    [email],
  )

it('points end at midnight of Taipei after their day, the oldest are used first (CRED-04)', async () => {
  const member = await openCreditor(shop)
  await giveCredit(shop, member.uid, points(100, '2027-03-20'))
  await giveCredit(shop, member.uid, points(50, '2027-03-10'))
  await setClock('2027-03-10 23:59:59')
  await endAll(shop.database.db)
  expect(await balanceOf(member)).toEqual([0, 150])
  await member.post('/cart', { product_id: await shop.product(), qty: 1 })
  const { orderId } = (await member.post('/order', { ...orderData, points: 30 })).body
  await setClock('2027-03-11 00:00:00')
  // Also before the job of the night.
  expect(await balanceOf(member)).toEqual([0, 100])
  await member.post('/cart', { product_id: await shop.product(), qty: 1 })
  const tooMuch = await member.post('/order', { ...orderData, points: 101 })
  expect([tooMuch.status, tooMuch.body.code]).toEqual([409, 'CREDIT_SHORT'])
  await Promise.all([endAll(shop.database.db), endAll(shop.database.db)])
  await endAll(shop.database.db)
  const lots = await rowsOf(
    shop,
    `select cause, amount::int from credit_entries where member_id = $1 and amount < 0 order by id`,
    [member.uid],
  )
  expect(lots).toEqual([
    { cause: 'order_used', amount: -30 },
    { cause: 'expired', amount: -20 },
  ])
  // Points that come back after their end last a month.
  await member.post(`/order/${orderId}/cancel`, {})
  const { body } = await member.get('/member/credit')
  expect(body).toMatchObject({
    points: 130,
    ends: [
      { kind: 'points', amount: 100, ends_on: '2027-03-20' },
      { kind: 'points', amount: 30, ends_on: '2027-04-10' },
    ],
  })
  expect(await creditOfOrder(shop, orderId)).toEqual({
    'order_given_back points': 30,
    'order_used points': -30,
  })
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
})

it('the rest of a member ends with the account (CRED-03)', async () => {
  const member = await openCreditor(shop, { credit: 40, points: 2 })
  await transaction(shop.database.db, (tx) =>
    closeCreditAccount(tx, member.uid, { kind: 'shopper', owner: `m:${member.uid}` }),
  )
  expect(await balanceOf(member)).toEqual([0, 0])
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
})

it('a member has one mail before points end, which names all of the next month (CRED-04)', async () => {
  const member = await openCreditor(shop)
  await giveCredit(shop, member.uid, points(70, '2027-03-15'))
  await giveCredit(shop, member.uid, points(5, '2027-03-28'))
  await giveCredit(shop, member.uid, points(9, '2027-05-01'))
  await setClock('2027-02-28 10:00:00')
  await tell()
  expect(await mailsTo(member.email)).toEqual([])
  await setClock('2027-03-01 10:00:00')
  await Promise.all([tell(), tell()])
  await setClock('2027-03-14 10:00:00')
  await tell()
  const [mail, ...others] = await mailsTo(member.email)
  expect(others).toEqual([])
  expect(mail?.subject).toContain('點數即將到期')
  expect(mail?.text_body).toMatch(/2027\/03\/15 到期[\s\S]*70[\s\S]*2027\/03\/28 到期[\s\S]*5/)
  expect(mail?.text_body).not.toContain('05/01')
  await setClock('2027-04-17 10:00:00')
  await tell()
  expect(await mailsTo(member.email)).toHaveLength(2)
  // Given as if a week after that mail, which told of all until the 17th of May.
  await rowsOf(
    shop,
    `insert into credit_entries
    (id, lot, member_id, kind, amount, cause, actor, ends_on, at)
    values ('-late', '-late', '${member.uid}', 'points', 8, 'gift', 's', '2027-05-06', '2027-04-24 12:00+08')`,
  )
  await rowsOf(
    shop,
    `update credit_balances set points = points + 8 where member_id = '${member.uid}'`,
  )
  await setClock('2027-04-25 10:00:00')
  await tell()
  await tell()
  const after = await mailsTo(member.email)
  expect(after).toHaveLength(3)
  expect(after.at(-1)?.text_body).toMatch(/2027\/05\/06 到期[\s\S]*8/)
  expect(after.at(-1)?.text_body).not.toContain('05/01')
})
