import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  hasPermission,
  type Permission,
  permissions,
  type Role,
  roles,
} from '#contract/permissions.ts'
import { contractEndpoints } from './contract-endpoints.ts'
import { readEverything } from './database/read-everything.ts'
import { openAdministrator, openStaff, type TestAdministrator } from './test-administrator.ts'
import { openTestShop, orderData, shopPrefix, type TestShop, visitor } from './test-shop.ts'

const endpoints = (await contractEndpoints()).filter(({ caller }) => caller === 'admin')

let shop: TestShop
const staff = new Map<Role, TestAdministrator>()
let orderId: string
beforeAll(async () => {
  shop = await openTestShop()
  for (const role of roles) staff.set(role, await openStaff(shop, role))
  orderId = await placeOrder()
})
afterAll(() => shop.close())

async function placeOrder(): Promise<string> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  return (await guest.post('/order', orderData)).body.orderId
}

function as(role: Role): TestAdministrator {
  const person = staff.get(role)
  if (!person) throw new Error(`nobody is ${role}`)
  return person
}

const needed = ({ permission }: Endpoint): Permission[] =>
  permission === undefined || permission === 'self' ? [] : [permission].flat()
const mayCall = (role: Role, endpoint: Endpoint) =>
  endpoint.permission === 'self' || needed(endpoint).some((one) => hasPermission(role, one))

const everything = () => readEverything(shop.database)

function callOf({ method, path }: Endpoint) {
  const url = path.replace('{shop}', shopPrefix).replaceAll(/:\w+/g, orderId)
  return { method, url, ...(method !== 'GET' && { payload: { data: {} } }) }
}

describe('each endpoint of the back office', () => {
  it('names a permission of the table, or that it is about the caller alone (STAFF-02)', () => {
    expect(endpoints.length).toBeGreaterThan(60)
    for (const endpoint of endpoints) {
      const named = endpoint.permission === 'self' ? permissions : needed(endpoint)
      expect([endpoint.path, named.length > 0]).toEqual([endpoint.path, true])
      expect(permissions).toEqual(expect.arrayContaining([...named]))
    }
    const paths = Object.entries(shop.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const known = endpoints.map(
      ({ method, path }) =>
        `${method} ${path.replace('{shop}', shopPrefix).replaceAll(/:(\w+)/g, '{$1}')}`,
    )
    const mounted = paths.filter((path) => path.includes(`${shopPrefix}/admin`))
    expect(mounted.length).toBeGreaterThan(60)
    expect(known).toEqual(expect.arrayContaining(mounted))
  })

  it.each(roles)(
    'refuses a %s without its permission, and changes nothing (STAFF-03)',
    async (role) => {
      const refused = endpoints.filter((endpoint) => !mayCall(role, endpoint))
      expect(refused.length > 0).toBe(role !== 'owner')
      const before = await everything()
      for (const endpoint of refused) {
        const call = callOf(endpoint)
        const reply = await as(role).inject(call)
        const name = `${call.method} ${endpoint.path}`
        expect([name, reply.statusCode]).toEqual([name, 403])
        expect(reply.json()).toEqual({
          success: false,
          message: '無此權限',
          code: 'PERMISSION_DENIED',
        })
        const stranger = await visitor(shop.app, 'adm_made-up').inject(call)
        expect([name, stranger.statusCode]).toEqual([name, 401])
      }
      expect(await everything()).toBe(before)
    },
  )

  it.each(roles)('lets a %s with its permission in (STAFF-03)', async (role) => {
    for (const endpoint of endpoints.filter(
      (endpoint) => mayCall(role, endpoint) && endpoint.method === 'GET',
    )) {
      const reply = await as(role).inject(callOf(endpoint))
      expect([endpoint.path, reply.statusCode === 403]).toEqual([endpoint.path, false])
    }
  })
})

describe('an order', () => {
  it('is marked as paid with payment.record, and changed otherwise with order.write (STAFF-07)', async () => {
    const id = await placeOrder()
    const paid = { is_paid: true }
    const message = { message: '放管理室' }
    const answers = async (role: Role, data: object) =>
      (await as(role).put(`/admin/order/${id}`, data)).status
    const before = await everything()
    expect(await answers('accountant', { ...paid, ...message })).toBe(403)
    expect(await answers('accountant', message)).toBe(403)
    expect(await answers('packer', paid)).toBe(403)
    expect(await answers('viewer', paid)).toBe(403)
    expect(await everything()).toBe(before)
    expect(await answers('accountant', paid)).toBe(200)
    expect(await answers('manager', { is_paid: false, ...message })).toBe(200)
  })

  it('shows nobody who the person is without person.read (STAFF-08)', async () => {
    const user = {
      name: '王小明',
      email: 'ming-of-the-hill@example.com',
      tel: '0912345678',
      address: '台北市信義區 1 號',
      line_id: 'ming-on-line',
    }
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
    const message = '請打 0987654321 找小明的媽媽'
    const id = (await guest.post('/order', { ...orderData, user, message })).body.orderId
    const masked = {
      name: '王**明',
      email: 'm***@example.com',
      tel: '091*******',
      address: '台北市信義區***',
    }
    const one = await as('viewer').get(`/admin/order/${id}`)
    expect(one.body.order).toMatchObject({ user: masked, message: '***' })
    const list = await as('viewer').get('/admin/orders')
    expect(list.body.orders[0].user).toEqual(masked)
    const searched = await as('viewer').get(`/admin/orders?q=${user.tel}`)
    expect(searched.body.orders).toEqual([])
    const told: string[] = []
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const { method, url } = callOf(endpoint)
      told.push((await as('viewer').inject({ method, url: url.replace(orderId, id) })).body)
    }
    const leaks = [...Object.values(user), message].filter((text) =>
      told.some((body) => body.includes(text)),
    )
    expect(leaks).toEqual([])
    const packed = await as('packer').get(`/admin/order/${id}`)
    expect(packed.body.order).toMatchObject({ user, message })
  })

  it('that holds money is cancelled and returned with refund.write only (STAFF-17)', async () => {
    const owner = await openAdministrator(shop)
    const unpaid = await placeOrder()
    const reason = { reason: '缺貨' }
    expect((await as('manager').post(`/admin/order/${unpaid}/cancel`, reason)).status).toBe(200)
    const paid = await placeOrder()
    await owner.put(`/admin/order/${paid}`, { is_paid: true })
    const before = await everything()
    expect((await as('manager').post(`/admin/order/${paid}/cancel`, reason)).status).toBe(403)
    expect(await everything()).toBe(before)
    await owner.post(`/admin/order/${paid}/parcel`, { carrier: 'own' })
    const back = { reason: '不合用', refund: 0, lines: [] }
    expect((await as('manager').post(`/admin/order/${paid}/return`, back)).status).toBe(403)
    expect((await owner.post(`/admin/order/${paid}/return`, back)).status).toBe(200)
  })
})
