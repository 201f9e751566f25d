import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { keyPermissions, type Permission, permissions } from '#contract/permissions.ts'
import { auditEntries } from '../../db/tables/audit.ts'
import { contractEndpoints } from '../../testing/contract-endpoints.ts'
import { readEverything } from '../../testing/database/read-everything.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import {
  openTestShop,
  orderData,
  shopPrefix,
  type TestShop,
  type Visitor,
  visitor,
} from '../../testing/test-shop.ts'

const endpoints = (await contractEndpoints()).filter(({ permission }) => permission !== undefined)

let shop: TestShop
let owner: TestAdministrator
let orderId: string
beforeAll(async () => {
  shop = await openTestShop({ env: { LIMIT_API_KEY: '100000' } })
  owner = await openAdministrator(shop)
  orderId = await placeOrder()
})
afterAll(() => shop.close())

async function placeOrder(): Promise<string> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  return (await guest.post('/order', orderData)).body.orderId
}

async function createKey(...names: Permission[]): Promise<{ caller: Visitor; id: string }> {
  const asked = { name: 'ERP', permissions: names }
  const { status, body } = await owner.post('/admin/api-key', asked)
  expect([status, body.key]).toEqual([200, expect.stringMatching(/^mm_[\w-]{43}$/)])
  return { caller: visitor(shop.app, `Bearer ${body.key}`), id: body.api_key.id }
}

/** A key notes its use. */
const everything = () => readEverything(shop.database, 'api_keys')

function callOf({ method, path }: Endpoint) {
  const url = path.replace('{shop}', shopPrefix).replaceAll(/:\w+/g, orderId)
  return { method, url, ...(method !== 'GET' && { payload: { data: {} } }) }
}

/** By the contract alone. */
function opens(named: readonly Permission[], endpoint: Endpoint): boolean {
  if (endpoint.isSensitive || endpoint.permission === 'self') return false
  const asked: readonly string[] = [endpoint.permission ?? []].flat()
  return named.some((permission) => asked.includes(permission))
}

/** Of two permissions, one of these halves has one alone; none has all, and each is in one. */
const halves = [0, 1, 2, 3, 4].map((bit) =>
  keyPermissions.filter((_, index) => ((index + 1) >> bit) & 1),
)

describe('a key', () => {
  it.each(halves)(
    'with %s and others opens what asks for one of them, and nothing else (OPEN-03)',
    async (...named) => {
      const { caller } = await createKey(...named)
      const before = await everything()
      for (const endpoint of endpoints) {
        const { method, path } = endpoint
        const isOpen = opens(named, endpoint)
        if (isOpen && method !== 'GET') continue
        const { statusCode } = await caller.inject(callOf(endpoint))
        expect([method, path, statusCode === 403]).toEqual([method, path, !isOpen])
      }
      expect(await everything()).toBe(before)
    },
  )

  it('could be made of every permission that is for keys, in one of the halves (OPEN-03)', () => {
    expect(new Set(halves.flat())).toEqual(new Set(keyPermissions))
    const codes = keyPermissions.map((one) => halves.map((half) => half.includes(one)).join())
    expect(new Set(codes).size).toBe(keyPermissions.length)
    expect(halves.filter((half) => half.length === keyPermissions.length)).toEqual([])
  })

  it('makes no keys, staff, exports or webhooks, and proves nothing anew, whatever it names (OPEN-03)', async () => {
    const others = permissions.filter((one) => !keyPermissions.includes(one))
    expect(others).toEqual(expect.arrayContaining(['staff.manage', 'hook.manage', 'person.erase']))
    for (const one of others) {
      const asked = { name: 'ERP', permissions: ['order.read', one] }
      expect((await owner.post('/admin/api-key', asked)).status).toBe(400)
    }
    const { caller } = await createKey(...keyPermissions)
    const answers: [string, number, string][] = []
    for (const endpoint of endpoints.filter(({ isSensitive }) => isSensitive)) {
      const { statusCode, body } = await caller.inject(callOf(endpoint))
      answers.push([endpoint.path, statusCode, JSON.parse(body).code])
    }
    expect(answers.length).toBeGreaterThan(20)
    expect(answers).toEqual(answers.map(([path]) => [path, 403, 'API_KEY_REFUSED']))
    // A refund by hand asks for a proof only sometimes, and a run needs an account.
    await owner.put(`/admin/order/${orderId}`, { is_paid: true })
    const refund = { amount: 1, reason: '瑕疵' }
    const byHand = await caller.post(`/admin/order/${orderId}/refund`, refund)
    expect([byHand.status, byHand.body.code]).toEqual([403, 'API_KEY_REFUSED'])
    const run = { kind: 'orders', action: 'prepare', ids: [orderId] }
    expect((await caller.post('/admin/run', run)).status).toBe(403)
  })

  it('is a guest to the storefront, and staff at the hand-out with order.ship (OPEN-03)', async () => {
    const { caller } = await createKey('order.ship')
    const product_id = await shop.product()
    expect((await caller.post('/cart', { product_id, qty: 1 })).status).toBe(200)
    expect((await caller.get('/orders')).body.orders).toEqual([])
    expect((await caller.get('/hand-out')).status).toBe(200)
    const { caller: reader } = await createKey('order.read')
    expect((await reader.get('/hand-out')).status).toBe(403)
  })

  it('is named by the audit log as the actor of its changes (OPEN-03)', async () => {
    const { caller, id } = await createKey('order.write', 'order.read')
    const own = await placeOrder()
    expect((await caller.post(`/admin/order/${own}/note`, { text: '已開立揀貨單' })).status).toBe(
      200,
    )
    const entries = await shop.database.db
      .select()
      .from(auditEntries)
      .where(sql`${auditEntries.actorId} = ${`key:${id}`}`)
    expect(entries).toMatchObject([
      { action: 'order.note', actorName: 'API 金鑰「ERP」', role: null, subjectId: own },
    ])
  })

  it('is shown once; the database keeps no text of it (OPEN-03)', async () => {
    const asked = { name: ' 倉儲系統 ', permissions: ['order.read'], ends: epoch(3_600) }
    const { body } = await owner.post('/admin/api-key', asked)
    const { key, api_key: made } = body
    expect(made).toEqual({
      ...{ id: made.id, name: '倉儲系統', prefix: key.slice(0, 9), permissions: ['order.read'] },
      ...{ created_by: owner.username, create_at: expect.any(Number), ends: asked.ends },
    })
    const { rows } = await shop.database.pool.query(
      `select to_jsonb(k)::text || (select string_agg(a::text, '') from audit_entries as a) as text
       from api_keys as k where id = $1`,
      [made.id],
    )
    expect(rows[0].text).not.toContain(key)
    const caller = visitor(shop.app, key)
    expect((await caller.get('/admin/orders')).status).toBe(200)
    const listed = (await owner.get('/admin/api-keys')).body.keys
    expect(JSON.stringify(listed)).not.toContain(key)
    expect(listed[0]).toEqual({ ...made, last_used: expect.any(Number) })
  })

  it('ends at its time and when it is revoked (OPEN-03)', async () => {
    const past = { name: 'ERP', permissions: ['order.read'], ends: epoch(-1) }
    expect((await owner.post('/admin/api-key', past)).status).toBe(400)
    const { caller, id } = await createKey('order.read')
    const end = async (at: string) =>
      shop.database.pool.query(`update api_keys set ends_at = ${at} where id = $1`, [id])
    await end(`now() - interval '1 second'`)
    expect((await caller.get('/admin/orders')).status).toBe(401)
    await end('null')
    expect((await caller.get('/admin/orders')).status).toBe(200)
    expect((await owner.delete(`/admin/api-key/${id}`)).status).toBe(200)
    expect((await caller.get('/admin/orders')).status).toBe(401)
    expect((await owner.delete(`/admin/api-key/${id}`)).status).toBe(404)
  })
})

it('calls of a key are counted, and each answer says what is left (OPEN-03)', async () => {
  const small = await openTestShop({ env: { LIMIT_API_KEY: '3', WRITE_LIMITS: '1' } })
  try {
    const chief = await openAdministrator(small)
    const asked = { name: 'ERP', permissions: ['order.read'] }
    const keys = await Promise.all([1, 2].map(() => chief.post('/admin/api-key', asked)))
    const [one, other] = keys.map(({ body }) => visitor(small.app, body.key)) as [Visitor, Visitor]
    const limits = []
    for (const path of ['/admin/orders', '/admin/staff', '/admin/orders', '/admin/orders']) {
      const { status, headers } = await one.get(path)
      limits.push([status, headers['ratelimit-policy'], headers.ratelimit])
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    const policy = '"api-key";q=3;w=60'
    const left = (n: number) => expect.stringMatching(new RegExp(`^"api-key";r=${n};t=\\d+$`))
    expect(limits).toEqual([
      [200, policy, left(2)],
      [403, policy, left(1)],
      [200, policy, left(0)],
      [429, policy, left(0)],
    ])
    expect((await other.get('/admin/orders')).status).toBe(200)
    expect((await chief.get('/admin/orders')).headers.ratelimit).toBeUndefined()
  } finally {
    await small.close()
  }
})

const epoch = (secondsFromNow: number) => Math.floor(Date.now() / 1_000) + secondsFromNow
