import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AuditAction } from '#contract/audit.ts'
import type { AuditEntry } from '#contract/audit-log.ts'
import type { Role } from '#contract/permissions.ts'
import { defaultSettings } from '#contract/settings.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'

interface Staff extends TestAdministrator {
  role: Role
}

let shop: TestShop
let owner: Staff
let manager: Staff
let packer: Staff
let accountant: Staff
let viewer: Staff
beforeAll(async () => {
  shop = await openTestShop({ worksJobs: true, env: { DEVELOPMENT: '1' } })
  owner = { ...(await openAdministrator(shop)), role: 'owner' }
  const hire = async (role: Role) => ({ ...(await openStaff(shop, role)), role })
  manager = await hire('manager')
  packer = await hire('packer')
  accountant = await hire('accountant')
  viewer = await hire('viewer')
})
afterAll(() => shop.close())

/** A change as its author made it. */
interface Deed {
  by: Staff
  action: AuditAction
  kind: string
  id?: string
  before?: object
  after?: object
}

/** All pages of the audit, oldest first. */
async function readAudit(query = ''): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (let page = 1; ; page++) {
    const { status, body } = await accountant.get(`/admin/audit?page=${page}${query}`)
    expect(status).toBe(200)
    entries.unshift(...body.entries.toReversed())
    if (!body.pagination.has_next) return entries
  }
}

const toDeed = ({ actor, action, subject, before, after }: AuditEntry) => ({
  by: { uid: actor.uid, role: actor.role },
  action,
  kind: subject.kind,
  id: subject.id,
  before,
  after,
})
const expected = ({ by, action, kind, id, before = {}, after = {} }: Deed) => ({
  by: { uid: by.uid, role: by.role },
  action,
  kind,
  id,
  before,
  after,
})

/** Plays the day; gives what was done, in its order. */
async function playDay(): Promise<Deed[]> {
  const deeds: Deed[] = []
  const done = async (deed: Deed, call: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await call
    expect(status, `${deed.action}: ${JSON.stringify(body)}`).toBe(200)
    deeds.push(deed)
    return body
  }
  const shown = { category: '器皿', unit: '個', is_enabled: 1 }
  const cup = { ...shown, title: '杯', origin_price: 200, price: 100 }
  const { body: made } = await owner.post('/admin/product', cup)
  const product: string = made.product.id
  deeds.push({
    by: owner,
    action: 'product.create',
    kind: 'product',
    id: product,
    after: expect.objectContaining({ title: '杯', price: 100, originPrice: 200 }),
  })
  const ofProduct = { kind: 'product', id: product }
  await done(
    {
      by: manager,
      action: 'product.update',
      ...ofProduct,
      before: { price: 100 },
      after: { price: 90 },
    },
    manager.put(`/admin/product/${product}`, { ...cup, price: 90 }),
  )
  await done(
    {
      by: packer,
      action: 'stock.update',
      ...ofProduct,
      before: { onHand: null },
      after: { onHand: 20, reason: 'received' },
    },
    packer.put(`/admin/stock/${product}`, { on_hand: 20, reason: 'received' }),
  )

  const place = async (by: Staff, qty: number) => {
    const data = { ...orderData, products: [{ product_id: product, qty }] }
    const { body } = await by.post('/admin/order', data)
    const ofOrder = { kind: 'order', id: String(body.orderId) }
    const after = { total: 90 * qty, isPaid: false }
    deeds.push({ by, action: 'order.create', ...ofOrder, after })
    return ofOrder
  }
  const sold = await place(manager, 2)
  const lost = await place(owner, 1)
  const order = `/admin/order/${sold.id}`
  await done(
    {
      by: accountant,
      action: 'order.update',
      ...sold,
      before: { isPaid: false },
      after: { isPaid: true },
    },
    accountant.put(order, { is_paid: true }),
  )
  await done(
    // Of a note only that there is one, and how long.
    { by: manager, action: 'order.note', ...sold, after: { length: 3 } },
    manager.post(`${order}/note`, { text: '要禮盒' }),
  )
  await done(
    {
      by: manager,
      action: 'order.update',
      ...sold,
      before: { tel: '091*******' },
      after: { tel: '098*******' },
    },
    manager.put(order, { user: { ...orderData.user, tel: '0987654321' } }),
  )
  await done(
    {
      by: packer,
      action: 'order.prepare',
      ...sold,
      before: { state: 'paid' },
      after: { state: 'preparing' },
    },
    packer.post(`${order}/prepare`),
  )
  await done(
    { by: packer, action: 'order.print', kind: 'order', after: { numbers: [expect.any(String)] } },
    packer.post('/admin/packing', { ids: [sold.id], is_printed: true }),
  )
  await done(
    {
      by: packer,
      action: 'order.ship',
      ...sold,
      before: { state: 'preparing' },
      after: {
        parcelId: expect.any(String),
        carrier: 'tcat',
        trackingNumber: '***',
        pieces: 2,
        state: 'shipped',
      },
    },
    packer.post(`${order}/parcel`, { carrier: 'tcat', tracking_number: 'AB-1' }),
  )
  await done(
    {
      by: manager,
      action: 'order.cancel',
      ...lost,
      before: { state: 'placed' },
      after: { state: 'cancelled', reason: '***' },
    },
    manager.post(`/admin/order/${lost.id}/cancel`, { reason: '缺貨' }),
  )
  const { body: refund } = await accountant.post(`${order}/refund`, { amount: 30, reason: '缺角' })
  deeds.push({
    by: accountant,
    action: 'refund.create',
    ...sold,
    after: expect.objectContaining({ amount: 30 }),
  })
  await done(
    {
      by: accountant,
      action: 'refund.complete',
      kind: 'refund',
      id: refund.data.id,
      before: { state: 'manual' },
      after: { state: 'done', remittedOn: '2026-11-22', accountLast5: '***' },
    },
    accountant.post(`/admin/refund/${refund.data.id}/done`, {
      remitted_on: '2026-11-22',
      account_last5: '12345',
    }),
  )

  const news = { title: '公告', author: '店長', isPublic: true, content: '內容' }
  const { body: article } = await manager.post('/admin/article', news)
  const articleId: string = (await manager.get('/admin/articles')).body.articles[0].id
  expect(article.success).toBe(true)
  const ofArticle = { kind: 'article', id: articleId }
  deeds.push({
    by: manager,
    action: 'article.create',
    ...ofArticle,
    after: expect.objectContaining({ title: '公告' }),
  })
  await done(
    {
      by: owner,
      action: 'article.update',
      ...ofArticle,
      before: { title: '公告' },
      after: { title: '休假公告' },
    },
    owner.put(`/admin/article/${articleId}`, { ...news, title: '休假公告' }),
  )
  await done(
    { by: manager, action: 'article.archive', ...ofArticle },
    manager.delete(`/admin/article/${articleId}`),
  )
  await done(
    { by: owner, action: 'trash.restore', kind: 'article', id: articleId },
    owner.post('/admin/trash/restore', { kind: 'article', ids: [articleId] }),
  )

  const values = { ...defaultSettings.shipping, fee: 80 }
  await done(
    {
      by: owner,
      action: 'setting.update',
      kind: 'setting',
      id: 'shipping',
      before: { fee: 0 },
      after: { fee: 80 },
    },
    owner.put('/admin/settings/shipping', { version: 0, values }),
  )
  await done(
    {
      by: owner,
      action: 'staff.update',
      kind: 'administrator',
      id: viewer.uid,
      before: { role: 'viewer' },
      after: { role: 'packer' },
    },
    owner.put(`/admin/staff/${viewer.uid}`, { role: 'packer' }),
  )

  const { body: started } = await manager.post('/admin/run', {
    ...{ kind: 'products', action: 'disable', ids: [product] },
  })
  deeds.push({
    by: manager,
    action: 'run.create',
    kind: 'run',
    id: started.run.id,
    after: expect.anything(),
  })
  await vi.waitFor(async () => {
    expect((await manager.get(`/admin/run/${started.run.id}`)).body.run.state).toBe('done')
  })
  deeds.push({
    by: manager,
    action: 'product.update',
    ...ofProduct,
    before: { isEnabled: true },
    after: { isEnabled: false },
  })
  return deeds
}

it('the audit of a day, read back, is what its people did, and no more (AUDIT-01, AUDIT-03, AUDIT-04, AUDIT-05)', async () => {
  const before = await readAudit()
  const deeds = await playDay()
  // Refused writes and no-ops are not recorded.
  expect((await packer.put('/admin/settings/shipping', { version: 1, values: {} })).status).toBe(
    403,
  )
  expect((await manager.delete('/admin/product/-unknown')).status).toBe(404)

  const entries = (await readAudit()).slice(before.length)
  expect(entries.map(toDeed)).toEqual(deeds.map(expected))
  expect(new Set(deeds.map(({ action }) => action)).size).toBeGreaterThanOrEqual(12)
  for (const { network, device, request_id: id, at } of entries) {
    expect({ network, device }).toEqual({ network: '127.0.0.1', device: 'lightMyRequest' })
    expect(id).toMatch(/./)
    expect(at).toBeGreaterThan(0)
  }
  const ofRun = entries.at(-1)
  expect(ofRun?.run).toBe(entries.at(-2)?.subject.id)
  expect(JSON.stringify(entries)).not.toMatch(/0987654321|0912345678|要禮盒/)

  for (const by of [owner, manager, packer, accountant]) {
    const own = (await readAudit(`&actor=${by.uid}`)).map(toDeed)
    const wanted = deeds.filter((deed) => deed.by === by).map(expected)
    expect(own.slice(-wanted.length)).toEqual(wanted)
  }
  const shipped = await readAudit('&action=order.ship')
  expect(shipped.map(toDeed)).toEqual(
    deeds.filter(({ action }) => action === 'order.ship').map(expected),
  )
})
