import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { hasPermission, type Permission, roles } from '#contract/permissions.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { openAdministrator, openStaff, type TestAdministrator } from './test-administrator.ts'
import { joinData, openCampaign, openParticipant } from './test-campaigns.ts'
import { openTestShop, shopPrefix, type TestShop } from './test-shop.ts'

const person = {
  name: '標記美玲',
  email: 'marked-mei@example.com',
  tel: '0955123123',
  address: '高雄市苓雅區標記路九號',
  line_id: 'line-of-marked',
}
const own = { message: '標記：請放後門', gift_card: '標記給媽媽' }
const marks = /標記[美路：給社帳因備店]|marked|0955123123/

let shop: TestShop
let viewer: TestAdministrator
let owner: TestAdministrator
/** Of entries that are about the person: each stands for each parameter of a path. */
const ids: string[] = []

/**
 * Reads of a viewer, the one role without `person.read`. Customers, exports, packing lists, the
 * audit and the reconciliation ask for rights that no role has without it.
 */
const readable = (await contractEndpoints()).filter(
  ({ caller, method, permission }) =>
    caller === 'admin' &&
    method === 'GET' &&
    (permission === 'self' ||
      [permission ?? []].flat().some((one) => hasPermission('viewer', one as Permission))),
)

it('only viewers are without person.read (STAFF-01)', () => {
  expect(roles.filter((role) => !hasPermission(role, 'person.read'))).toEqual(['viewer'])
})

beforeAll(async () => {
  shop = await openTestShop()
  viewer = await openStaff(shop, 'viewer')
  owner = await openAdministrator(shop)
  const run = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values)
  const member = await openParticipant(shop, person.email)
  const product = await shop.product()
  const coupon = {
    title: '全館',
    code: 'half',
    percent: 50,
    due_date: 4_102_444_800,
    is_enabled: 1,
  }
  const couponId = (await owner.post('/admin/coupon', coupon)).body.coupon.id
  const place = async (isPaid: boolean) => {
    await member.post('/cart', { product_id: product, qty: 1, engraving: own.gift_card })
    await member.post('/coupon', { code: 'half' })
    const { orderId } = (await member.post('/order', { user: person, ...own })).body
    if (isPaid) await member.post(`/pay/${orderId}`)
    return String(orderId)
  }
  const shipped = await place(true)
  await owner.post(`/admin/order/${shipped}/parcel`, { carrier: 'own' })
  const back = { reason: '標記因：瑕疵', refund: 1, lines: [] }
  await owner.post(`/admin/order/${shipped}/return`, back)
  await member.put(`/order/${shipped}/refund-account`, {
    bank_code: '004',
    account: '12345678901234',
    holder: person.name,
  })
  await run(
    `insert into refunds (id, order_id, payment_id, amount, reason, state)
     select 'waiting', order_id, id, 1, '標記因：少件', 'manual' from payments where order_id = $1`,
    [shipped],
  )
  await owner.post(`/admin/order/${shipped}/note`, { text: '標記備：請打電話' })
  const toStore = await place(true)
  const store = { chain: 'FAMI', id: '006598', name: '標記店', address: person.address, tel: '' }
  await run(`update orders set shipping = $2 where id = $1`, [
    toStore,
    JSON.stringify({ kind: 'store', name: '超商取貨', store }),
  ])
  await run(
    `update orders set invoice_kind = 'company', invoice_title = '標記美好公司',
       invoice_tax_id = '0955123123' where id = $1`,
    [toStore],
  )
  await run(
    `insert into return_cases (id, order_id, state, way, reason, answer, tracking_number)
     values ('return-of-person', $1, 'asked', 'parcel', '標記因：太大', '標記因：收件', 'marked-1')`,
    [toStore],
  )
  const cancelled = await place(false)
  await member.post(`/order/${cancelled}/cancel`, { reason: '標記因：搬家' })
  const archived = await place(false)
  await owner.inject({ method: 'DELETE', url: `${shopPrefix}/admin/order/${archived}` })
  await run(
    `insert into mail_outbox (recipient, subject, text_body, html_body, message_id, order_id, kind, given_up_at, last_error)
     values ($1, '', '', '', 'mail-of-the-test', $2, 'order.paid', now(), $1)`,
    [person.email, shipped],
  )
  const campaign = await openCampaign(shop, { kind: 'team', delivery: 'leader' })
  const team = joinData(campaign, [1], { user: person, pickup_place: '台北市大安區標記社區管理室' })
  const opened = await member.post(`/campaign/${campaign.id}/group`, team)
  expect(opened.status).toBe(200)
  const { rows } = await run('select id from groups where campaign_id = $1', [campaign.id])
  await run(
    `insert into commission_entries (id, leader_id, kind, amount, note, by)
     values ('payout', $1, 'paid', -1, '標記帳戶', 's:system')`,
    [member.uid],
  )
  ids.push(shipped, toStore, cancelled, archived, couponId, product, campaign.id, rows[0].id)
  ids.push(opened.body.participation.order_id, 'return-of-person')
})
afterAll(() => shop.close())

const urlsOf = ({ path }: Endpoint) => {
  const url = path.replace('{shop}', shopPrefix).replace(':n', '1')
  return url.includes(':') ? ids.map((id) => url.replaceAll(/:\w+/g, id)) : [url]
}

it('every reply that staff without person.read may have is masked (STAFF-08)', async () => {
  const leaks: string[] = []
  const seen = new Set<string>()
  for (const endpoint of readable) {
    for (const url of urlsOf(endpoint)) {
      const { body, statusCode } = await viewer.inject({ method: 'GET', url })
      if (marks.test(body)) leaks.push(`${endpoint.path}: ${marks.exec(body)?.[0]}`)
      const whole = await owner.inject({ method: 'GET', url })
      if (statusCode === 200 && marks.test(whole.body)) seen.add(endpoint.path)
    }
  }
  expect(leaks).toEqual([])
  // These replies hold personal data for staff with the permission; without them the test proves nothing.
  expect([...seen].sort()).toEqual([
    '{shop}/admin/commission',
    '{shop}/admin/group/:id/participations',
    '{shop}/admin/groups',
    '{shop}/admin/order/:id',
    '{shop}/admin/orders',
    '{shop}/admin/refunds',
    '{shop}/admin/return/:id',
    '{shop}/admin/returns',
    '{shop}/admin/shipments',
  ])
})

it('searching by what is masked finds nothing (STAFF-08)', async () => {
  const others = { name: '無此人', email: 'nobody-here@example.com', tel: '0900999888' }
  const asked = {
    ...others,
    address: '屏東縣恆春鎮無此路',
    line_id: 'line-of-nobody',
    message: '無：此留言',
  }
  const searched = { ...person, message: own.message }
  const found: string[] = []
  for (const endpoint of readable.filter(({ path }) => !path.includes(':'))) {
    for (const name of ['q', 'name', 'email', 'tel', 'message', 'customer']) {
      // A name that is refused searches nothing.
      const url = `${urlsOf(endpoint)[0]}?${name}=x`
      if ((await viewer.inject({ method: 'GET', url })).statusCode === 400) continue
      for (const key of Object.keys(asked) as (keyof typeof asked)[]) {
        const reply = async (value: string) => {
          const url = `${urlsOf(endpoint)[0]}?${name}=${encodeURIComponent(value)}`
          const { body } = await viewer.inject({ method: 'GET', url })
          return body.replaceAll(value, '').replace(/"(server_now|requestId)":("[^"]*"|\d+)/g, '')
        }
        const differs = async () => (await reply(searched[key])) !== (await reply(asked[key]))
        // A change by a job between two calls differs once, a result of the search differs again.
        if ((await differs()) && (await differs())) {
          found.push(`${endpoint.path}?${name}=${key}`)
        }
      }
    }
  }
  expect(found).toEqual([])
})
