import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { joinData, openCampaign, openParticipant } from '../../testing/test-campaigns.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ env: { LIMIT_ORDER_LOOKUP_NUMBER: '3', DEVELOPMENT: '1' } })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const notFound = [404, 'ORDER_NOT_FOUND']
const lookUpFailed = [404, 'ORDER_LOOKUP_FAILED']
const codeOf = ({ status, body }: Awaited<ReturnType<Visitor['get']>>) => [status, body.code]

async function guestOrder(user: Record<string, string> = {}) {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  const data = { ...orderData, user: { ...orderData.user, ...user } }
  const { body } = await guest.post('/order', data)
  const { order } = (await guest.get(`/order/${body.orderId}`)).body
  return { guest, id: body.orderId as string, access: body.access as string, number: order.number }
}

const numberOf = async (id: string) => (await owner.get(`/admin/order/${id}`)).body.order.number

const proveMailbox = ({ uid }: { uid: string }) =>
  shop.database.pool.query('update members set email_verified = true where uid = $1', [uid])

describe('the link to an order of a guest (DOOR-03)', () => {
  it('opens, pays and cancels it on another device, and no other order', async () => {
    const { id, access } = await guestOrder()
    const other = await guestOrder()
    const device = shop.guest()
    expect(codeOf(await device.get(`/order/${id}`))).toEqual(notFound)
    expect((await device.get(`/order/${id}?access=${access}`)).body.order).toMatchObject({ id })
    expect(codeOf(await device.get(`/order/${other.id}?access=${access}`))).toEqual(notFound)
    expect(codeOf(await device.get(`/order/${id}?access=${access.slice(1)}`))).toEqual(notFound)
    expect((await device.get(`/order/${id}/payment?access=${access}`)).status).toBe(200)
    expect((await device.post(`/pay/${id}?access=${access}`)).status).toBe(200)
    expect((await device.get(`/order/${id}?access=${access}`)).body.order.is_paid).toBe(true)
    const cancelled = await device.post(`/order/${other.id}/cancel?access=${other.access}`)
    expect(cancelled.status).toBe(200)
    // The lists stay those of the device.
    expect((await device.get(`/orders?access=${access}`)).body.orders).toEqual([])
  })

  it('stands in the mails about it', async () => {
    const { id, access } = await guestOrder()
    const { rows } = await shop.database.pool.query(
      'select text_body from mail_outbox where order_id = $1',
      [id],
    )
    const [, mailed] = /main\/order\/[\w-]+\?access=([\w-]+)/.exec(rows[0].text_body) ?? []
    expect(mailed).not.toBe(access)
    expect((await shop.guest().get(`/order/${id}?access=${mailed}`)).status).toBe(200)
  })

  it('ends after 30 days', async () => {
    const { id, access } = await guestOrder()
    const device = shop.guest()
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now')
    clock.mockReturnValue(now + 30 * 86_400_000 - 60_000)
    expect((await device.get(`/order/${id}?access=${access}`)).status).toBe(200)
    clock.mockReturnValue(now + 30 * 86_400_000 + 60_000)
    expect(codeOf(await device.get(`/order/${id}?access=${access}`))).toEqual(notFound)
    clock.mockRestore()
  })

  it('is not given for the order of a member', async () => {
    const member = await shop.member()
    await member.post('/cart', { product_id: await shop.product(), qty: 1 })
    const { body } = await member.post('/order', orderData)
    expect(body).not.toHaveProperty('access')
  })
})

describe('an order of a guest by its number (DOOR-03)', () => {
  const lookUp = (number: string, tel: string) =>
    shop.guest().post('/order-lookup', { number, tel })

  it('and telephone, however it is written, leads to it', async () => {
    const { id, number } = await guestOrder({ tel: '0912-345-678' })
    for (const tel of ['0912345678', '+886 912 345 678', '０９１２－３４５－６７８']) {
      const { body } = await lookUp(` ${number} `, tel)
      expect(body.order_id).toBe(id)
      const opened = await shop.guest().get(`/order/${id}?access=${body.access}`)
      expect(opened.status).toBe(200)
    }
  })

  it('leads to no account for its refund: others may know both (REFUND-09) (MEND-94)', async () => {
    const { guest, id, access, number } = await guestOrder({ tel: '0912-345-678' })
    await owner.put(`/admin/order/${id}`, { is_paid: true })
    await owner.post(`/admin/order/${id}/refund`, { amount: 400, reason: '瑕疵' })
    const account = { bank_code: '012', account: '123456789012', name: '王小明' }
    const found = (await lookUp(number, '0912345678')).body.access
    const give = (by: Visitor, token: string) =>
      by.put(`/order/${id}/refund-account?access=${token}`, account)
    expect(codeOf(await give(shop.guest(), found))).toEqual([403, 'ORDER_LINK_NEEDED'])
    // Opened by its number in the browser that made it, and by its link elsewhere.
    expect((await give(guest, found)).status).toBe(200)
    expect((await give(shop.guest(), access)).status).toBe(200)
  })

  it('is guessed at three times an hour from all networks, then even the right one is refused', async () => {
    const { number } = await guestOrder({ tel: '0912-345-678' })
    for (const tel of ['0912345670', '0912345671', '分機']) {
      expect(codeOf(await lookUp(number, tel))).toEqual(lookUpFailed)
    }
    expect((await lookUp(number, '0912345678')).status).toBe(429)
  })

  it('shows no order of a member, none that is archived, and says so as of one that does not exist', async () => {
    const member = await shop.member()
    await member.post('/cart', { product_id: await shop.product(), qty: 1 })
    const { body } = await member.post('/order', orderData)
    const ofMember = await numberOf(body.orderId)
    const archived = await guestOrder()
    await owner.delete(`/admin/order/${archived.id}`)
    for (const number of [ofMember, archived.number, '991231-1']) {
      expect(codeOf(await lookUp(number, orderData.user.tel))).toEqual(lookUpFailed)
    }
  })
})

describe('an account that proves the address of an order (DOOR-03)', () => {
  it('gets the orders of guests with it, once; the link ends', async () => {
    const email = 'Once.Guest@example.com'
    const { id, access, guest } = await guestOrder({ email })
    const late = await guestOrder({ email: 'once.guest@example.com' })
    const stranger = await guestOrder({ email: 'other@example.com' })
    const unproved = await shop.member('once.guest@example.com')
    expect((await unproved.get('/orders')).body.orders).toEqual([])
    await proveMailbox(unproved)
    const lists = await Promise.all([unproved.get('/orders'), unproved.get('/orders')])
    for (const { body } of lists) {
      expect(body.orders.map((order: { id: string }) => order.id)).toEqual([late.id, id])
    }
    expect((await unproved.get(`/order/${id}`)).status).toBe(200)
    expect(codeOf(await guest.get(`/order/${id}`))).toEqual(notFound)
    expect(codeOf(await shop.guest().get(`/order/${id}?access=${access}`))).toEqual(notFound)
    expect(codeOf(await unproved.get(`/order/${stranger.id}`))).toEqual(notFound)
    const { customers } = (await owner.get('/admin/customers?q=once.guest@example.com')).body
    expect(customers).toHaveLength(1)
    expect(customers[0]).toMatchObject({ orders: 2 })
  })

  it('counts the coupon that a guest used with it', async () => {
    const email = 'coupon.guest@example.com'
    const coupon = await shop.coupon()
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
    await guest.post('/coupon', { code: coupon.code })
    await guest.post('/order', { ...orderData, user: { ...orderData.user, email } })
    const member = await shop.member(email)
    await proveMailbox(member)
    expect((await member.get('/orders')).body.orders).toHaveLength(1)
    await shop.database.pool.query('update coupons set max_uses_per_member = 1')
    await member.post('/cart', { product_id: await shop.product(), qty: 1 })
    expect((await member.post('/coupon', { code: coupon.code })).status).toBe(400)
  })

  it('counts what the orders hold unpaid, and no network any more', async () => {
    const { rows } = await shop.database.pool.query(
      `select holders from orders where owner like 'm:%' and user_email ilike 'once.guest@%'`,
    )
    const [first, ...others] = rows.map(({ holders }) => holders)
    expect(first).toEqual([expect.stringMatching(/^o:/), expect.stringMatching(/^e:/)])
    expect(others).toEqual([first])
  })
})

it('fills in the recipient of the last order that the member made, and never an address that a stranger or a leader chose (DOOR-06)', async () => {
  const email = 'again@example.com'
  const member = await openParticipant(shop, email)
  const checkout = async () => (await member.get('/member/checkout')).body
  expect(await checkout()).toEqual({ success: true })
  const place = async (user: object) => {
    await member.post('/cart', { product_id: await shop.product(), qty: 1 })
    await member.post('/order', { ...orderData, user: { ...orderData.user, ...user } })
  }
  await place({ address: '台南市中西區 2 號' })
  const team = await openCampaign(shop, { kind: 'team', delivery: 'leader' })
  const user = { ...orderData.user, name: '林小春', tel: '0987654321' }
  const leader = await openParticipant(shop, 'leads@example.com')
  const { body: opened } = await leader.post(
    `/campaign/${team.id}/group`,
    joinData(team, [1], { pickup_place: '捷運站' }),
  )
  const joined = await member.post(
    `/group/${opened.code}/participation`,
    joinData(team, [1], { user }),
  )
  expect(joined.status).toBe(200)
  await guestOrder({ email, address: '別人的地址' })
  await member.get('/orders')
  await owner.post('/admin/order', {
    user: { ...orderData.user, email, address: '電話裡的地址' },
    products: [{ product_id: await shop.product(), qty: 1 }],
  })
  expect(await checkout()).toEqual({
    success: true,
    recipient: { name: '林小春', tel: '0987654321', address: '台南市中西區 2 號' },
  })
})
