import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { joinData, openCampaign, openParticipant } from '../testing/test-campaigns.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  const env = { ECPAY_STAGE: '1', ECPAY_INVOICE_MERCHANT_ID: '2000132' }
  shop = await openTestShop({ env })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

async function issue(mode: 'on' | 'none') {
  const { settings } = (await owner.get('/admin/settings')).body
  const { version, values } = settings.invoice
  const saved = await owner.put('/admin/settings/invoice', { version, values: { ...values, mode } })
  expect(saved.status).toBe(200)
}

async function order(visitor: Visitor, invoice?: unknown) {
  await visitor.post('/cart', { product_id: await shop.product(), qty: 1 })
  return visitor.post('/order', { ...orderData, ...(invoice !== undefined && { invoice }) })
}
const choiceOf = async (visitor: Visitor, id: string) =>
  (await visitor.get(`/order/${id}`)).body.order.invoice_choice

const company = {
  kind: 'company',
  tax_id: '04595257',
  title: '小農有限公司',
  carrier_type: 'mobile',
  carrier: '/ABC+123',
}

it('a shop that issues none takes no choice and tells of none', async () => {
  await issue('none')
  const member = await shop.member()
  const { orderId } = (await order(member, { kind: 'company' })).body
  expect(await choiceOf(member, orderId)).toBeUndefined()
  expect((await member.get('/member/checkout')).body).not.toHaveProperty('invoice')
  expect((await member.get('/settings')).body.settings).not.toHaveProperty('issues_invoices')
})

it.each([
  [{ kind: 'person' }, { kind: 'person', carrier_type: 'member' }],
  [
    { kind: 'person', carrier_type: 'mobile', carrier: ' abc＋123' },
    { kind: 'person', carrier_type: 'mobile', carrier: '/ABC+123' },
  ],
  [
    { kind: 'person', carrier_type: 'citizen', carrier: 'ab12345678901234' },
    { kind: 'person', carrier_type: 'citizen', carrier: 'AB12345678901234' },
  ],
  [company, company],
  [
    { kind: 'company', tax_id: '04595257', title: ' 小農有限公司 ', love_code: '919' },
    { kind: 'company', tax_id: '04595257', title: '小農有限公司' },
  ],
  [
    { kind: 'donation', love_code: '０９１９', tax_id: '1' },
    { kind: 'donation', love_code: '0919' },
  ],
])(
  'an order keeps its choice, put right, and the next checkout begins with it: %j (INV-E-01)',
  async (sent, kept) => {
    await issue('on')
    const member = await shop.member()
    expect((await member.get('/settings')).body.settings.issues_invoices).toBe(true)
    const { orderId } = (await order(member, sent)).body
    expect(await choiceOf(member, orderId)).toEqual(kept)
    expect((await member.get('/member/checkout')).body.invoice).toEqual(kept)
  },
)

it('what is wrong stands at its fields, and nothing is ordered (INV-E-01)', async () => {
  await issue('on')
  const guest = shop.guest()
  for (const [invoice, fields] of [
    [{ kind: 'person', carrier_type: 'mobile', carrier: '/ABC' }, ['carrier']],
    [{ kind: 'person', carrier_type: 'citizen', carrier: '/ABC+123' }, ['carrier']],
    [{ kind: 'company' }, ['tax_id', 'title']],
    [{ ...company, tax_id: '04595258' }, ['tax_id']],
    [{ ...company, carrier: '' }, ['carrier']],
    [{ kind: 'donation', love_code: '12' }, ['love_code']],
    [{ kind: 'paper' }, ['kind']],
  ] as const) {
    const refused = await order(guest, invoice)
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    expect(Object.keys(refused.body.fields)).toEqual(fields)
  }
  // A client that keeps a word of its own under this name is not refused.
  const other = await order(guest, '三聯式')
  expect(other.status).toBe(200)
  expect(await choiceOf(guest, other.body.orderId)).toBeUndefined()
})

it('a place in a group has a choice, too (INV-E-01)', async () => {
  await issue('on')
  const campaign = await openCampaign(shop)
  const join = `/group/${campaign.code}/participation`
  const member = await openParticipant(shop)
  const wrong = joinData(campaign, [1], { invoice: { kind: 'donation', love_code: '' } })
  expect((await member.post(join, wrong)).body.fields).toHaveProperty('love_code')
  const joined = await member.post(join, joinData(campaign, [1], { invoice: company }))
  expect(await choiceOf(member, joined.body.participation.order_id)).toEqual(company)
  expect((await member.get('/member/checkout')).body.invoice).toEqual(company)
})

it('the staff enters a choice and changes it; others see no number of it (INV-E-01)', async () => {
  await issue('on')
  const product = await shop.product()
  const entered = await owner.post('/admin/order', {
    ...orderData,
    products: [{ product_id: product, qty: 1 }],
    invoice: { kind: 'donation', love_code: '919' },
  })
  const path = `/admin/order/${entered.body.orderId}`
  const read = async (by: Visitor) => (await by.get(path)).body.order
  expect((await read(owner)).invoice_choice).toEqual({ kind: 'donation', love_code: '919' })
  expect((await owner.put(path, { invoice: { kind: 'company' } })).status).toBe(400)
  expect((await owner.put(path, { invoice: company })).status).toBe(200)
  const changed = await read(owner)
  expect(changed.invoice_choice).toEqual(company)
  // Clients give back the whole order as they have read it.
  expect((await owner.put(path, { ...changed, invoice: { state: 'queued' } })).status).toBe(200)
  expect((await read(owner)).invoice_choice).toEqual(company)
  const viewer = await openStaff(shop, 'viewer')
  expect((await read(viewer)).invoice_choice).toEqual({ kind: 'company', carrier_type: 'mobile' })
  const { rows } = await shop.database.pool.query(
    `select before, after from audit_entries where action = 'order.update' and subject_id = $1`,
    [entered.body.orderId],
  )
  expect(rows).toEqual([{ before: { invoice: 'donation' }, after: { invoice: 'company' } }])
})
