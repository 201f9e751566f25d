import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carts } from '../db/tables/cart.ts'
import { orders } from '../db/tables/orders.ts'
import { memberOwner } from '../http/caller.ts'
import { openTestShop, orderData, type TestShop, visitor } from '../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ env: { IDENTITY_LIMITS: '1000' } })
})
afterAll(() => shop.close())

async function call(name: string, payload: object) {
  const url = `/identitytoolkit.googleapis.com/v1/accounts:${name}?key=minmin`
  const response = await shop.app.inject({ method: 'POST', url, payload })
  return { status: response.statusCode, body: response.json() }
}

async function memberWithOrder() {
  const member = await shop.member()
  const product = await shop.product()
  await member.post('/cart', { product_id: product, qty: 2 })
  const { body } = await member.post('/order', orderData)
  await member.post('/cart', { product_id: product, qty: 1 })
  return { member, orderId: String(body.orderId) }
}

test('MEMBER-15 MEMBER-16 MEMBER-17 B10 a deleted member leaves the orders, and nothing else', async () => {
  const { member, orderId } = await memberWithOrder()
  const { uid, token } = member
  const owner = memberOwner(uid)
  const { db } = shop.database
  expect(await db.$count(carts, eq(carts.owner, owner))).toBe(1)
  expect((await call('delete', { idToken: token })).status).toBe(200)

  expect(await db.$count(carts, eq(carts.owner, owner))).toBe(0)
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  expect(order).toMatchObject({
    owner,
    contactName: orderData.user.name,
    userEmail: orderData.user.email,
    userTel: orderData.user.tel,
    userAddress: orderData.user.address,
  })
  // The token is invalid from now on, and the order is unreachable by every endpoint.
  for (const path of ['/orders', `/order/${orderId}`, '/cart']) {
    expect((await member.get(path)).status, path).toBe(401)
  }
  expect((await shop.guest().get(`/order/${orderId}`)).status).toBe(404)
})

test('B10 who takes the address of a deleted member sees none of the orders', async () => {
  const { member, orderId } = await memberWithOrder()
  await call('delete', { idToken: member.token })
  const next = await shop.member(member.email)
  expect(next.uid).not.toBe(member.uid)
  expect((await next.get('/orders')).body.orders).toEqual([])
  expect((await next.get(`/order/${orderId}`)).status).toBe(404)
})

test('SESSION-06 the token of a member is accepted with and without Bearer before it', async () => {
  const { member, orderId } = await memberWithOrder()
  const { token } = member
  for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`, ` Bearer  ${token} `]) {
    const guest = visitor(shop.app, authorization)
    const { status, body } = await guest.get(`/order/${orderId}`)
    expect(status).toBe(200)
    expect(body.order.id).toBe(orderId)
  }
})

test('C8 a token in the query, in a cookie or in the body is not looked at', async () => {
  const { member, orderId } = await memberWithOrder()
  const path = `/v2/api/shopping-minmin/order/${orderId}`
  const token = member.token ?? ''
  for (const name of ['token', 'access_token', 'Authorization', 'auth', 'key']) {
    expect((await shop.app.inject(`${path}?${name}=${token}`)).statusCode).toBe(404)
  }
  for (const name of ['memberToken', 'hexToken', 'token', 'Authorization']) {
    const response = await shop.app.inject({ url: path, cookies: { [name]: token } })
    expect(response.statusCode).toBe(404)
  }
  expect((await member.get(`/order/${orderId}`)).status).toBe(200)
})

test('C7 a refresh token is no bearer token, and a member token opens no back office', async () => {
  const { body } = await call('signUp', { email: 'bearer@example.com', password: 'abc123' })
  const refreshed = visitor(shop.app, body.refreshToken)
  expect((await refreshed.get('/orders')).status).toBe(401)
  const member = visitor(shop.app, body.idToken)
  for (const path of ['/admin/products', '/admin/orders', '/admin/coupons']) {
    expect((await member.get(path)).status, path).toBe(401)
  }
})

test('C5 a changed password ends the token on the shop within the same second', async () => {
  const { member, orderId } = await memberWithOrder()
  const changed = await call('update', { idToken: member.token, password: 'newer1' })
  expect((await member.get(`/order/${orderId}`)).status).toBe(401)
  const renewed = visitor(shop.app, changed.body.idToken)
  expect((await renewed.get(`/order/${orderId}`)).status).toBe(200)
})

test('the document of the shop names the calls by which members sign in, and none of the development (OPEN-04)', async () => {
  const document = (await shop.app.inject('/openapi.json')).json()
  const paths = Object.keys(document.paths)
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => /jwks|dev/.test(path))).toEqual([])
  expect(paths).toContain('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword')
})

test('C10 within the shop too, an address of the provider that nothing is at answers as the provider does', async () => {
  for (const path of ['identitytoolkit.googleapis.com/v1/x', 'securetoken.googleapis.com/v1/x']) {
    for (const method of ['GET', 'POST'] as const) {
      const url = `/${path}?key=minmin`
      const response = await shop.app.inject({ method, url, headers: { accept: 'text/html' } })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ error: { code: 404, message: 'NOT_FOUND' } })
    }
  }
})

test('API-37 the development server shows the mails, and no other does', async () => {
  const open = await openTestShop({ env: { DEVELOPMENT: '1' } })
  try {
    const { email, token } = await open.member()
    const url = '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=minmin'
    const payload = { requestType: 'VERIFY_EMAIL', idToken: token }
    await open.app.inject({ method: 'POST', url, payload })
    const { mails } = (await open.app.inject(`/dev/mails.json?to=${email}`)).json()
    expect(mails).toHaveLength(1)
    expect(mails[0].textBody).toContain('oobCode=')
    const list = await open.app.inject('/dev/mails')
    expect(list.body).toContain(`<a href="/dev/mails/${mails[0].id}">`)
    const page = await open.app.inject(`/dev/mails/${mails[0].id}`)
    expect(page.body).toBe(mails[0].htmlBody)
    for (const id of ['0', 'x', '999999']) {
      expect((await open.app.inject(`/dev/mails/${id}`)).statusCode).toBe(404)
    }
  } finally {
    await open.close()
  }
  for (const path of ['/dev/mails', '/dev/mails.json', '/dev/mails/1']) {
    expect((await shop.app.inject(path)).statusCode).toBe(404)
  }
})
