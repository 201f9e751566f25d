import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'

import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({
    env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' },
  })
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

async function placeOrder(visitor: Visitor) {
  await visitor.post('/cart', { product_id: await shop.product(), qty: 1 })
  const { body } = await visitor.post('/order', orderData)
  return { id: body.orderId as string, access: body.access as string | undefined }
}

const messagesOf = (timeline: { kind: string; actor: string; text?: string }[]) =>
  timeline
    .filter(({ kind }) => kind === 'asked' || kind === 'answered')
    .map(({ actor, text }) => `${actor}: ${text}`)
const mailsOf = async (kind: string, pattern: string) => {
  const { rows } = await shop.database.pool.query<{ text_body: string; recipient: string }>(
    'select text_body, recipient from mail_outbox where kind = $1 and text_body like $2 order by id',
    [kind, `%${pattern}%`],
  )
  return rows
}

describe('messages about an order (DOOR-14)', () => {
  it('go to the shop and back, each in a mail, and stand on both pages', async () => {
    const guest = shop.guest()
    const { id } = await placeOrder(guest)
    const number = (await owner.get(`/admin/order/${id}`)).body.order.number
    expect(
      (await guest.post(`/order/${id}/messages`, { text: ' 可以週五到嗎？\n<b>謝謝</b> ' })).status,
    ).toBe(200)
    expect((await guest.post(`/order/${id}/messages`, { text: '或是週六' })).status).toBe(200)

    const asked = (await owner.get(`/admin/order/${id}`)).body
    expect(asked.order.asked_at).toBeGreaterThan(0)
    const list = (await owner.get('/admin/orders?unanswered=1')).body.orders
    expect(list.map((order: { id: string }) => order.id)).toEqual([id])
    const { worklist } = (await owner.get('/admin/worklist')).body
    expect(worklist).toContainEqual({ kind: 'unanswered', count: 1 })
    // One mail until somebody answers.
    const [told, ...more] = await mailsOf('order_message', number)
    expect(more).toEqual([])
    expect(told?.text_body).toContain('可以週五到嗎？')
    expect(told?.text_body).toContain(`/backend/order/${id}`)

    const reply = { text: '週五會到。\n謝謝您！' }
    expect((await owner.post(`/admin/order/${id}/messages`, reply)).status).toBe(200)
    const [mail] = await mailsOf('answered', '週五會到。')
    expect(mail?.recipient).toBe(orderData.user.email)
    expect(mail?.text_body).toContain('謝謝您！')
    expect(mail?.text_body).toContain(`/main/order/${id}?access=`)
    const own = (await guest.get(`/order/${id}`)).body
    expect(messagesOf(own.timeline)).toEqual([
      '您: 可以週五到嗎？\n<b>謝謝</b>',
      '您: 或是週六',
      '商店: 週五會到。\n謝謝您！',
    ])
    expect(own.order).not.toHaveProperty('asked_at')
    expect((await owner.get('/admin/orders?unanswered=1')).body.orders).toEqual([])

    await guest.post(`/order/${id}/messages`, { text: '收到' })
    expect(await mailsOf('order_message', number)).toHaveLength(2)
    expect((await owner.post(`/admin/order/${id}/messages/settle`)).status).toBe(200)
    expect((await owner.get(`/admin/order/${id}`)).body.order).not.toHaveProperty('asked_at')
    expect(await mailsOf('answered', number)).toHaveLength(1)
  })

  it('are written by nobody but the shopper of the order and its staff', async () => {
    const member = await shop.member()
    const { id } = await placeOrder(member)
    const guest = shop.guest()
    const other = await placeOrder(guest)
    for (const stranger of [shop.guest(), await shop.member(), guest]) {
      const refused = await stranger.post(`/order/${id}/messages`, { text: '您好' })
      expect([refused.status, refused.body.code]).toEqual([404, 'ORDER_NOT_FOUND'])
      expect((await stranger.post(`/admin/order/${id}/messages`, { text: '您好' })).status).toBe(
        401,
      )
    }
    const device = shop.guest()
    const link = `/order/${other.id}/messages?access=${other.access}`
    expect((await device.post(link, { text: '我換了手機' })).status).toBe(200)
    const foreign = `/order/${id}/messages?access=${other.access}`
    expect((await device.post(foreign, { text: '您好' })).status).toBe(404)
    const packer = await openStaff(shop, 'packer')
    expect((await packer.post(`/admin/order/${id}/messages`, { text: '您好' })).status).toBe(403)
    // Without `person.read`: somebody may have written a telephone number.
    await member.post(`/order/${id}/messages`, { text: '請打 0912345678' })
    const viewer = await openStaff(shop, 'viewer')
    const { timeline } = (await viewer.get(`/admin/order/${id}`)).body
    expect(JSON.stringify(timeline)).not.toContain('0912345678')
  })

  it('are at most ten until the shop answers or settles them, never empty, and none twice', async () => {
    const guest = shop.guest()
    const { id } = await placeOrder(guest)
    for (const text of ['', '  ', '團'.repeat(1_001)]) {
      const refused = await guest.post(`/order/${id}/messages`, { text })
      expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_INPUT'])
    }
    const once = { 'idempotency-key': 'one-message' }
    for (let n = 1; n <= 2; n++) {
      const sent = await guest.post(`/order/${id}/messages`, { text: '第 1 則' }, once)
      expect(sent.status).toBe(200)
    }
    for (let n = 2; n <= 10; n++) {
      expect((await guest.post(`/order/${id}/messages`, { text: `第 ${n} 則` })).status).toBe(200)
    }
    const refused = await guest.post(`/order/${id}/messages`, { text: '第 11 則' })
    expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_MESSAGES'])
    await owner.post(`/admin/order/${id}/messages`, { text: '您好' })
    for (let n = 11; n <= 20; n++) {
      expect((await guest.post(`/order/${id}/messages`, { text: `第 ${n} 則` })).status).toBe(200)
    }
    await owner.post(`/admin/order/${id}/messages/settle`)
    expect((await guest.post(`/order/${id}/messages`, { text: '第 21 則' })).status).toBe(200)
  })
})
