import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { hasPermission, type Permission, roles } from '#contract/permissions.ts'
import { workRun } from '../runs/work-run.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { type GatewayStandIn, openGatewayStandIn } from './doubles/gateway-stand-in.ts'
import { openAdministrator, openStaff, type TestAdministrator } from './test-administrator.ts'
import { joinData, openCampaign, openParticipant, type TestCampaign } from './test-campaigns.ts'
import { openCreditor, turnCreditOn } from './test-credit.ts'
import { multipart } from './test-pictures.ts'
import { insertTestShipment, logisticsEnv, shipmentAnswer } from './test-shipments.ts'
import { openTestShop, orderData, shopPrefix, type TestShop, type Visitor } from './test-shop.ts'

/** All that 3 pieces at 7,919 with a coupon of 17 % off, 613 of shipping and a refund of 1,009 tell. */
const amounts = {
  ...{ price: 7919, originPrice: 8837, shippingFee: 613, subtotal: 23757, discount: 4039 },
  ...{ discounted: 19718.31, total: 20331, refunded: 1009, refundable: 19322, captured: 5501 },
  ...{ minTotal: 3163, tier: 6829, commission: 4517, vipPrice: 7103, credit: 2221 },
}
const numbers = Object.values(amounts).flatMap((amount) => [
  String(amount),
  amount.toLocaleString('en'),
])
const couponCode = 'SEVENTEEN-OFF'
/** Test accounts are numbered, as in chief-1009@example.com. */
const marks = new RegExp(
  `(?<![\\w.])(?:${[...numbers, couponCode].join('|').replaceAll('.', '\\.')})(?![\\w@])`,
  'g',
)

let shop: TestShop
let logistics: GatewayStandIn
let owner: TestAdministrator
let packer: TestAdministrator
/** Of all kinds of entries: each stands for each parameter of a path. */
const ids: string[] = []
let product: string
let campaign: TestCampaign
let unshipped: string
let runId: string
let importId: string

const mayCall = ({ permission }: Endpoint) =>
  permission === 'self' ||
  [permission ?? []].flat().some((one) => hasPermission('packer', one as Permission))
/** The own account tells nothing of the shop. */
const callable = (await contractEndpoints()).filter(
  (endpoint) => endpoint.caller === 'admin' && !endpoint.isForAccount && mayCall(endpoint),
)
const nameOf = ({ method, path }: Endpoint) => `${method} ${path.replace('{shop}/admin/', '')}`

const run = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values)

async function order(by: Visitor = shop.guest(), use: object = {}): Promise<string> {
  await by.post('/cart', { product_id: product, qty: 3 })
  await by.post('/coupon', { code: couponCode })
  const { orderId } = (await by.post('/order', { ...orderData, ...use })).body
  await owner.put(`/admin/order/${orderId}`, { is_paid: true })
  return String(orderId)
}

const shipmentFile = (...numbers: string[]) => {
  const bytes = Buffer.from(
    ['訂單編號,物流公司', ...numbers.map((one) => `${one},tcat`)].join('\n'),
  )
  return multipart([{ name: 'file', filename: 'a.csv', bytes }])
}
const work = (id: string) =>
  workRun(shop.runs, id, { signal: new AbortController().signal, isLast: true })

beforeAll(async () => {
  logistics = await openGatewayStandIn(shipmentAnswer)
  shop = await openTestShop({ env: logisticsEnv(logistics.url) })
  owner = await openAdministrator(shop)
  packer = await openStaff(shop, 'packer')
  await owner.put('/admin/settings/shipping', {
    version: 0,
    values: { fee: amounts.shippingFee, free_over: null },
  })
  const { price, originPrice, vipPrice } = amounts
  product = await shop.product({ price, originPrice, extra: { vip_price: vipPrice } })
  await owner.put(`/admin/stock/${product}`, { on_hand: 500 })
  const coupon = {
    ...{ title: '全館', code: couponCode, percent: 83, min_total: amounts.minTotal },
    ...{ due_date: 4_102_444_800, is_enabled: 1 },
  }
  const couponId = (await owner.post('/admin/coupon', coupon)).body.coupon.id
  const refunded = await order()
  const refund = { amount: amounts.refunded, reason: '少一件' }
  expect((await owner.post(`/admin/order/${refunded}/refund`, refund)).status).toBe(200)
  await run(
    `insert into order_events (order_id, kind, actor, detail) values
     ($1, 'payment_notice', 's:system', '{"text": "超過最終金額的 NT$5,501 已退回"}'),
     ($1, 'refunded', 's:system', '{"amount": 1009}')`,
    [refunded],
  )
  await run(
    `insert into return_cases (id, order_id, state, refund, ended_at)
     values ('return-of-refunded', $1, 'refunded', $2, now())`,
    [refunded, amounts.refunded],
  )
  await turnCreditOn(shop)
  const { credit } = amounts
  const used = await order(await openCreditor(shop, { credit }), { credit })
  await owner.post(`/admin/order/${used}/parcel`, { carrier: 'tcat' })
  const returnId = await openReturn(used)
  const archived = await order()
  await owner.inject({ method: 'DELETE', url: `${shopPrefix}/admin/order/${archived}` })
  const view = { list: 'orders', name: '大單', query: 'sort=total&order=desc', is_shared: true }
  await owner.post('/admin/view', view)
  const member = await openParticipant(shop)
  campaign = await openCampaign(shop, { supply: 'order' }, { tiers: [[1, amounts.tier]] })
  const joined = await member.post(`/group/${campaign.code}/participation`, joinData(campaign))
  expect(joined.status).toBe(200)
  await owner.post(`/admin/campaign/${campaign.id}/supplier-order`)
  await run(
    `insert into commission_entries (id, leader_id, kind, amount, note, by)
     values ('payout', $1, 'paid', $2, '匯款', 's:system')`,
    [member.uid, -amounts.commission],
  )
  const article = { title: '公告', author: '店主', isPublic: true, content: '內容' }
  await owner.post('/admin/article', article)
  const { rows } = await run('select id from articles')
  const page = { title: '關於我們', slug: 'about', content: '內容', is_public: true }
  const { id: pageId } = (await owner.post('/admin/page', page)).body
  unshipped = await order()
  const { number } = (await packer.get(`/admin/order/${unshipped}`)).body.order
  runId = (await packer.post('/admin/run', print([unshipped]))).body.run.id
  const url = `${shopPrefix}/admin/import/shipments`
  const form = shipmentFile(number, '260101-1')
  importId = (await packer.inject({ method: 'POST', url, ...form })).json().run.id
  await work(importId)
  ids.push(refunded, archived, product, couponId, campaign.id, campaign.groupId, rows[0].id)
  ids.push(joined.body.participation.order_id, runId, importId, pageId, 'return-of-refunded')
  ids.push(used, returnId)
})
afterAll(async () => {
  await shop.close()
  await logistics.close()
})

const queries: Record<string, string> = {
  'GET views': '?list=orders',
  'GET packing/tracking': '?numbers=A-1',
  'GET returns': '?view=done',
}

function urlsOf(endpoint: Endpoint): string[] {
  const path = endpoint.path.replace('{shop}', shopPrefix).replace(':n', '1')
  const kinds = path.replace(':kind', 'shipments').replace(':subject', 'page')
  const url = kinds + (queries[nameOf(endpoint)] ?? '')
  return url.includes(':') ? ids.map((id) => url.replaceAll(/:\w+/g, id)) : [url]
}

const readable = callable.filter(({ method }) => method === 'GET')
const leaksOf = (name: string, body: string) =>
  [...new Set(body.match(marks))].map((amount) => `${name}: ${amount}`)

it('the packer alone is without money.read (MEND-81)', () => {
  expect(roles.filter((role) => !hasPermission(role, 'money.read'))).toEqual(['packer'])
})

it('no reply that a packer can read tells an amount (MEND-81)', async () => {
  const leaks: string[] = []
  const answered = new Set<string>()
  const cut = new Set<string>()
  for (const endpoint of readable) {
    const name = nameOf(endpoint)
    for (const url of urlsOf(endpoint)) {
      const { body, statusCode } = await packer.inject({ method: 'GET', url })
      if (statusCode === 200) answered.add(name)
      leaks.push(...leaksOf(name, body))
      const whole = await owner.inject({ method: 'GET', url })
      if (leaksOf(name, whole.body).length > 0) cut.add(name)
    }
  }
  expect([...new Set(leaks)]).toEqual([])
  // Without an answer, or without amounts in that of the owner, the test proves nothing.
  expect([...answered].sort()).toEqual(readable.map(nameOf).sort())
  expect([...cut].sort()).toEqual([
    ...['GET order/:id', 'GET orders', 'GET products/choices', 'GET return/:id', 'GET returns'],
  ])
})

it('the owner reads all of these amounts (MEND-81)', async () => {
  let told = ''
  for (const endpoint of (await contractEndpoints()).filter(
    ({ caller, method }) => caller === 'admin' && method === 'GET',
  )) {
    for (const url of urlsOf(endpoint)) {
      told += (await owner.inject({ method: 'GET', url })).body
    }
  }
  const missing = Object.entries(amounts).filter(([, amount]) => !told.includes(String(amount)))
  expect(missing).toEqual([['captured', amounts.captured]])
  expect(told).toContain('NT$5,501')
})

interface Write {
  path: string
  data?: object
  form?: object
}
const print = (ids: string[]) => ({ kind: 'orders', action: 'print', ids })
const linesOf = async (id: string) =>
  Object.keys((await packer.get(`/admin/order/${id}`)).body.order.products)

let merged = ''
let returned = ''

/** A return of an order whose goods are with the shopper. */
async function openedReturn(): Promise<string> {
  const id = await order()
  await owner.post(`/admin/order/${id}/parcel`, { carrier: 'tcat' })
  returned = await openReturn(id)
  return returned
}

async function openReturn(id: string): Promise<string> {
  const lines = (await linesOf(id)).map((line_id) => ({ line_id, qty: 1 }))
  return (await owner.post(`/admin/order/${id}/returns`, { lines })).body.return_id
}

/** How a packer calls what writes, in this order; each is accepted. */
const writes: Record<string, () => Write | Promise<Write>> = {
  'POST run/:id/cancel': () => ({ path: `run/${runId}/cancel` }),
  'POST packing': () => ({ path: 'packing', data: { is_printed: true } }),
  'POST run': () => ({ path: 'run', data: { ...print([unshipped]), is_trial: true } }),
  'POST run/:id/undo': async () => {
    const { id } = (await packer.post('/admin/run', print([unshipped]))).body.run
    await work(id)
    return { path: `run/${id}/undo` }
  },
  'POST order/:id/merge': async () => {
    merged = await order()
    return { path: `order/${merged}/merge`, data: { with: [await order()] } }
  },
  'DELETE order/:id/merge': () => ({ path: `order/${merged}/merge` }),
  'POST order/:id/prepare': () => ({ path: `order/${unshipped}/prepare` }),
  'POST order/:id/parcel': async () => {
    const lines = (await linesOf(unshipped)).map((line_id) => ({ line_id, qty: 1 }))
    return { path: `order/${unshipped}/parcel`, data: { carrier: 'tcat', lines } }
  },
  'PUT order/:id/parcel/:parcelId': async () => {
    const [parcel] = (await packer.get(`/admin/order/${unshipped}`)).body.parcels
    const data = { tracking_number: 'A-2' }
    return { path: `order/${unshipped}/parcel/${parcel.id}`, data }
  },
  'POST order/:id/close-rest': () => ({ path: `order/${unshipped}/close-rest` }),
  'POST return/:id/receive': async () => ({
    path: `return/${await openedReturn()}/receive`,
    data: {},
  }),
  'POST return/:id/judge': async () => {
    const { lines } = (await packer.get(`/admin/return/${returned}`)).body.return
    const [{ line_id }] = lines
    const data = { lines: [{ line_id, to_stock: 1, written_off: 0 }] }
    return { path: `return/${returned}/judge`, data }
  },
  'POST shipments/labels': async () => ({
    path: 'shipments/labels',
    data: { ids: [await insertTestShipment(shop, unshipped, 'at_store')] },
  }),
  'POST shipment/:id/retry': async () => ({
    path: `shipment/${await insertTestShipment(shop, await order(), 'failed')}/retry`,
  }),
  'POST shipment/:id/ask': async () => ({
    path: `shipment/${await insertTestShipment(shop, unshipped, 'at_store')}/ask`,
  }),
  'POST shipment/:id/cancel': async () => ({
    path: `shipment/${await insertTestShipment(shop, await order(), 'made')}/cancel`,
  }),
  'POST import/:kind': () => ({ path: 'import/shipments', form: shipmentFile('260101-1') }),
  'POST run/:id/start': () => ({ path: `run/${importId}/start`, data: { skips_errors: true } }),
  'POST view': () => ({ path: 'view', data: { list: 'orders', name: '今日', query: 'q=1' } }),
  'PUT view/:id': async () => ({ path: await ownView(), data: { name: '明日' } }),
  'DELETE view/:id': async () => ({ path: await ownView() }),
  'PUT columns': () => ({ path: 'columns', data: { list: 'orders', columns: ['訂單金額'] } }),
  'PUT stock/:id': () => ({ path: `stock/${product}`, data: { on_hand: 400, reason: 'lost' } }),
  'POST stock/count': () => ({
    path: 'stock/count',
    data: { lines: [{ product_id: product, on_hand: 300 }] },
  }),
  'DELETE stock/:id': () => ({ path: `stock/${product}` }),
  'POST campaign/:id/receipt': () => ({
    path: `campaign/${campaign.id}/receipt`,
    data: { product_id: campaign.productIds[0], qty: 1 },
  }),
  'POST campaign/:id/arrival': () => ({
    path: `campaign/${campaign.id}/arrival`,
    data: { lines: [{ product_id: campaign.productIds[0], received: 1 }] },
  }),
}

async function ownView(): Promise<string> {
  const { views } = (await packer.get('/admin/views?list=orders')).body
  return `view/${views.find(({ is_mine }: { is_mine: boolean }) => is_mine).id}`
}

it('no reply to what a packer changes tells an amount (MEND-81)', async () => {
  const mounted = callable.filter(({ method }) => method !== 'GET').map(nameOf)
  expect(Object.keys(writes).sort()).toEqual(mounted.sort())
  const told: string[] = []
  for (const [name, write] of Object.entries(writes)) {
    const { path, data, form } = await write()
    const reply = await packer.inject({
      method: name.split(' ')[0] as 'POST',
      url: `${shopPrefix}/admin/${path}`,
      ...(data && { payload: { data } }),
      ...form,
    })
    expect([name, reply.statusCode, reply.body]).toEqual([name, 200, expect.any(String)])
    told.push(...leaksOf(name, reply.body))
  }
  expect(told).toEqual([])
})

it('orders are not sorted by what they cost for a packer (MEND-81)', async () => {
  const refused = await packer.get('/admin/orders?sort=total&order=desc')
  expect([refused.status, refused.body.code]).toEqual([403, 'PERMISSION_DENIED'])
  expect((await owner.get('/admin/orders?sort=total&order=desc')).status).toBe(200)
})
