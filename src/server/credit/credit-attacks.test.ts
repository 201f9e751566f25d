import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokenChecks } from '../testing/broken-checks.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { joinData, openCampaign } from '../testing/test-campaigns.ts'
import { rowsOf } from '../testing/test-closing.ts'
import { balanceOf, openCreditor, turnCreditOn } from '../testing/test-credit.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let cup: string
beforeAll(async () => {
  shop = await openTestShop({
    env: { IDENTITY_LIMITS: '10000', WRITE_LIMITS: '10000', DEVELOPMENT: '1' },
  })
  owner = await openAdministrator(shop)
  cup = await shop.product({ title: '青瓷杯', price: 500 })
  await turnCreditOn(shop)
})
afterAll(async () => {
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  await shop.close()
})

it('an amount that is none of whole NT$ from nothing on uses nothing (CRED-01)', async () => {
  const member = await openCreditor(shop, { credit: 400, points: 400 })
  const campaign = await openCampaign(shop, { minTarget: 4 })
  await member.post('/cart', { product_id: cup, qty: 2 })
  const amounts = [-1, -0.5, 1.5, 1e20, 2_000_000_001, '12e1', 'Infinity', [1], { amount: 1 }, true]
  for (const amount of amounts) {
    for (const use of [{ credit: amount }, { points: amount }, { credit: amount, points: 100 }]) {
      const order = await member.post('/order', { ...orderData, ...use })
      const join = await member.post(`/group/${campaign.code}/participation`, {
        ...joinData(campaign, [1]),
        ...use,
      })
      expect([order.status, join.status], JSON.stringify(use)).toEqual([400, 400])
    }
  }
  // Two of them that together are what is there.
  const both = { credit: -400, points: 400 }
  expect((await member.post('/order', { ...orderData, ...both })).status).toBe(400)
  const huge = { credit: 2_000_000_000, points: 2_000_000_000 }
  expect((await member.post('/order', { ...orderData, ...huge })).body.code).toBe('CREDIT_TOO_MUCH')
  expect(await balanceOf(member)).toEqual([400, 400])
  expect((await member.get('/orders')).body.orders).toEqual([])
})

it('is spent once by an order and places of groups at the same moment (CRED-01)', async () => {
  const member = await openCreditor(shop, { credit: 400 })
  const campaigns = [await openCampaign(shop), await openCampaign(shop), await openCampaign(shop)]
  await member.post('/cart', { product_id: cup, qty: 2 })
  const replies = await Promise.all([
    member.post('/order', { ...orderData, credit: 100 }),
    ...campaigns.map((campaign) =>
      member.post(`/group/${campaign.code}/participation`, {
        ...joinData(campaign, [4]),
        credit: 400,
      }),
    ),
  ])
  const used = replies.flatMap(({ status }, index) =>
    status === 200 ? [index === 0 ? 100 : 400] : [],
  )
  expect(used).toHaveLength(1)
  for (const { status, body } of replies) {
    if (status !== 200) expect([status, body.code]).toEqual([409, 'CREDIT_SHORT'])
  }
  expect(await balanceOf(member)).toEqual([400 - (used[0] ?? 0), 0])
})

it('nobody gives the own account something, and the staff none of another kind or sign (CRED-01)', async () => {
  const member = await openCreditor(shop, { credit: 100 })
  await member.post('/cart', { product_id: cup, qty: 1 })
  await member.post('/order', orderData)
  const [customer] = await rowsOf<{ num: string }>(
    shop,
    'select num from customers where key = $1',
    [`m:${member.uid}`],
  )
  const path = `/admin/customer/${customer?.num}/credit`
  const given = { kind: 'credit', amount: 1_000, reason: '補償' }
  expect((await member.post(path, given)).status).toBe(401)
  for (const change of [
    { kind: 'money' },
    { kind: 'constructor' },
    { amount: 0.5 },
    { amount: 1_000_001 },
    { amount: -1_000_001 },
    { reason: '' },
    { ends_on: '2026-02-30' },
    { ends_on: '0000-00-00' },
    { amount: -10, ends_on: '2999-01-01' },
  ]) {
    expect((await owner.post(path, { ...given, ...change })).status, JSON.stringify(change)).toBe(
      400,
    )
  }
  expect((await owner.post(path, { ...given, amount: -101 })).body.code).toBe('CREDIT_SHORT')
  expect((await owner.post('/admin/customer/999999/credit', given)).status).toBe(404)
  const takes = await Promise.all([1, 2, 3].map(() => owner.post(path, { ...given, amount: -60 })))
  expect(takes.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await balanceOf(member)).toEqual([40, 0])
})
