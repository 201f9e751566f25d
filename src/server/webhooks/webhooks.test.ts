import { randomBytes } from 'node:crypto'
import { Ajv } from 'ajv'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webhookData } from '#contract/webhook-bodies.schema.ts'
import { webhookEvents } from '#contract/webhook-events.ts'
import { createId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import { insertInvoice, writeInvoice } from '../invoices/invoices.queries.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../testing/doubles/webhook-receiver.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { type DeliverDeps, takeTurn } from './deliver.ts'
import { writeEvents } from './outbox.ts'
import { postEvent } from './post-event.ts'
import { signedHeaders } from './sign.ts'
import { listDueWebhooks } from './turns.queries.ts'
import { readWebhookUrl } from './webhook-url.ts'

let shop: TestShop
let owner: TestAdministrator
let receiver: WebhookReceiver
let deps: DeliverDeps
beforeAll(async () => {
  const env = { WEBHOOK_ALLOW_PRIVATE: '1', SMTP_URL: 'smtp://127.0.0.1:1' }
  shop = await openTestShop({ env })
  owner = await openAdministrator(shop)
  const { jobs } = shop.payments
  const { secretBox } = shop.sessions
  deps = { config: shop.config, db: shop.database.db, jobs, secretBox }
})
afterAll(() => shop.close())
beforeEach(async () => {
  receiver = await openWebhookReceiver()
})
afterEach(async () => {
  for (const { type, data } of receiver.events)
    expect([type, faultsOf(type, data)]).toEqual([type, null])
  await rows('delete from webhooks')
  await rows('delete from webhook_deliveries')
  await rows("delete from pgboss.job where name like 'webhook.%'")
  await receiver.close()
})

const ajv = new Ajv({ strict: false })
/** By the document of the API, and nothing beyond it. */
function faultsOf(type: string, data: object) {
  const schema = webhookData[type as keyof typeof webhookData]
  const isDocumented = ajv.compile({ ...schema, additionalProperties: false })
  return isDocumented(data) ? null : isDocumented.errors
}

const rows = async <T extends object>(statement: string, values: unknown[] = []): Promise<T[]> =>
  (await shop.database.pool.query<T>(statement, values)).rows

async function createWebhook(events: readonly string[] = webhookEvents): Promise<string> {
  const { status, body } = await owner.post('/admin/webhook', { url: receiver.url, events })
  expect([status, body.secret]).toEqual([200, expect.stringMatching(/^whsec_[\w+/]{43}=$/)])
  receiver.secret = body.secret
  return body.webhook.id
}

async function placeOrder(guest: Visitor = shop.guest(), message = ''): Promise<string> {
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  return (await guest.post('/order', { ...orderData, message })).body.orderId
}

const read = async (id: string) =>
  (await owner.get('/admin/webhooks')).body.webhooks.find((one: { id: string }) => one.id === id)
const deliveriesOf = async (id: string) =>
  (await owner.get(`/admin/webhook/${id}/deliveries`)).body.deliveries
const jobsOf = (id: string) =>
  rows(`select from pgboss.job where name = 'webhook.deliver' and data ->> 'webhookId' = $1`, [id])
/** As if the wait were over. */
async function waitIsOver(): Promise<void> {
  await rows('update webhooks set retry_at = null')
  await rows('update webhook_deliveries set next_at = null')
}
const typesOf = (orderId: string) =>
  receiver.events.filter(({ data }) => data.order_id === orderId).map(({ type }) => type)

it('the signature of the example of Standard Webhooks is its own (OPEN-02)', () => {
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const body = '{"test": 2432232314}'
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', at: 1_614_265_330, body }
  expect(signedHeaders(secret, message)['webhook-signature']).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

async function orderTwo(product_id: string): Promise<string> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id, qty: 2 })
  return (await guest.post('/order', orderData)).body.orderId
}

async function lastParcelOf(orderId: string): Promise<string> {
  const [row] = await rows<{ id: string }>('select id from parcels where order_id = $1', [orderId])
  return row?.id ?? ''
}

/** As the provider of invoices would say it. */
async function issueInvoice(orderId: string): Promise<void> {
  const { db } = shop.database
  const id = createId()
  const lines = { amount: 1000, lines: [], isDonated: false, merchant: '1', isTrial: true }
  await insertInvoice(db, { id, orderId, number: id, state: 'issuing', ...lines })
  const issued = { invoiceNumber: 'AB12345678', issuedAt: new Date() }
  await writeInvoice(db, { id, state: 'issuing' }, 'issued', issued)
  await writeInvoice(db, { id, state: 'issued' }, 'voiding')
  // Not void after all, and then it is.
  await writeInvoice(db, { id, state: 'voiding' }, 'issued')
  await writeInvoice(db, { id, state: 'issued' }, 'voided')
}

describe('an event', () => {
  it('of an order arrives signed, in the order of its changes, with nothing of a person (OPEN-02)', async () => {
    const id = await createWebhook()
    const secrets = { name: '陳祕密', tel: '0987654321', email: 'secret@example.com' }
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
    const user = { ...orderData.user, ...secrets, address: '台北市祕密路 1 號' }
    const orderId = (await guest.post('/order', { user, message: '祕密的話' })).body.orderId
    await owner.put(`/admin/order/${orderId}`, { is_paid: true })
    await owner.post(`/admin/order/${orderId}/parcel`, { carrier: 'own' })
    expect((await jobsOf(id)).length).toBeGreaterThan(2)
    await takeTurn(deps, id)
    expect(receiver.refused).toBe(0)
    expect(typesOf(orderId)).toEqual(['order.placed', 'order.paid', 'order.shipped'])
    const [placed, paid, shipped] = receiver.events.filter(({ data }) => data.order_id === orderId)
    expect(placed?.data).toEqual({
      ...{ order_id: orderId, number: expect.stringMatching(/^\d{6}-\d+$/), state: 'placed' },
      ...{ payment_state: 'unpaid', total: 1000, create_at: expect.any(Number) },
    })
    expect(paid?.data).toMatchObject({ state: 'paid', payment_state: 'paid' })
    expect(shipped?.data).toMatchObject({ parcel_id: expect.any(String), pieces: [{ qty: 1 }] })
    const sent = JSON.stringify(receiver.events)
    for (const secret of [...Object.values(secrets), '祕密']) expect(sent).not.toContain(secret)
    // Nothing is left, and nothing comes twice.
    const before = receiver.events.length
    await takeTurn(deps, id)
    expect(receiver.events.length).toBe(before)
    expect(await read(id)).toMatchObject({ waiting: 0, is_on: true })
  })

  it('is there with its cause or not at all: none before the commit, none of what is rolled back (OPEN-02)', async () => {
    const id = await createWebhook(['stock.changed'])
    const data = { variant_id: 'v', on_hand: 1, held: 0, available: 1 }
    const event = { type: 'stock.changed', subject: 'v', data } as const
    const write = (tx: Parameters<typeof writeEvents>[0]) =>
      writeEvents(tx, ['stock.changed'], () => [event])
    await transaction(shop.database.db, async (tx) => {
      expect(await write(tx)).toEqual([id])
      expect(await listDueWebhooks(shop.database.db)).toEqual([])
      await takeTurn(deps, id)
      expect(receiver.events).toEqual([])
    })
    const failed = transaction(shop.database.db, async (tx) => {
      await write(tx)
      throw new Error('rolled back')
    })
    await expect(failed).rejects.toThrow('rolled back')
    expect(await listDueWebhooks(shop.database.db)).toEqual([id])
    await takeTurn(deps, id)
    expect(receiver.events.map(({ type }) => type)).toEqual(['stock.changed'])
  })

  it('of stock names what is left, whoever moves it, and reaches only those who asked for it (OPEN-02)', async () => {
    const id = await createWebhook(['stock.changed'])
    const product = await shop.product()
    await owner.put(`/admin/stock/${product}`, { on_hand: 5, reason: 'received' })
    const cancelled = await orderTwo(product)
    await owner.post(`/admin/order/${cancelled}/cancel`, { reason: '缺貨' })
    const sent = await orderTwo(product)
    await owner.put(`/admin/order/${sent}`, { is_paid: true })
    await owner.post(`/admin/order/${sent}/parcel`, { carrier: 'own' })
    await owner.delete(`/admin/stock/${product}`)
    // It is not counted, and nothing is told of it.
    await orderTwo(product)
    await takeTurn(deps, id)
    const told = receiver.events.map(({ type, data }) => {
      expect([type, data.variant_id]).toEqual(['stock.changed', product])
      return [data.on_hand, data.held, data.available]
    })
    expect(told).toEqual([
      ...[
        [5, 0, 5],
        [5, 2, 3],
        [5, 0, 5],
        [5, 2, 3],
        [3, 0, 3],
      ],
      [null, 0, null],
    ])
  })

  it('of each kind is as the document says (APIDOC-05, OPEN-02)', async () => {
    const id = await createWebhook()
    const [sent, cancelled, invoiced] = [await placeOrder(), await placeOrder(), await placeOrder()]
    await owner.post(`/admin/order/${cancelled}/cancel`, { reason: '缺貨' })
    for (const is_paid of [true, false, true]) {
      await owner.put(`/admin/order/${sent}`, { is_paid })
    }
    const parcel = await owner.post(`/admin/order/${sent}/parcel`, { carrier: 'own' })
    const parcelId = parcel.body.parcel?.id ?? (await lastParcelOf(sent))
    await owner.put(`/admin/order/${sent}/parcel/${parcelId}`, { is_delivered: true })
    await owner.post(`/admin/order/${sent}/return`, { reason: '不合用', refund: 0, lines: [] })
    await issueInvoice(invoiced)
    const options = { productIds: [await shop.product()], onHand: null }
    const { id: campaignId } = await openCampaign(shop, {}, options)
    await owner.post(`/admin/campaign/${campaignId}/cancel`, { reason: '缺貨' })
    await takeTurn(deps, id)
    expect(typesOf(sent)).toEqual([
      ...['order.placed', 'order.paid', 'order.unpaid', 'order.paid'],
      ...['order.shipped', 'order.delivered', 'order.returned'],
    ])
    expect(typesOf(cancelled)).toEqual(['order.placed', 'order.cancelled'])
    expect(typesOf(invoiced)).toEqual(['order.placed', 'invoice.issued', 'invoice.voided'])
    const ofCampaign = receiver.events.filter(({ data }) => data.campaign_id === campaignId)
    expect(ofCampaign.map(({ type, data }) => [type, data.state])).toEqual([
      ['group.cancelled', 'cancelled'],
      ['campaign.cancelled', 'cancelled'],
    ])
  })

  it('that is refused comes again under its id and before what followed it; others go on (OPEN-02)', async () => {
    const id = await createWebhook()
    const stuck = await placeOrder()
    await owner.put(`/admin/order/${stuck}`, { is_paid: true })
    const other = await placeOrder()
    const ids: string[] = []
    receiver.answer = (event) => {
      if (event.data.order_id !== stuck) return { status: 200 }
      ids.push(event.id)
      return { status: 500, body: '資料庫忙碌' }
    }
    await takeTurn(deps, id)
    // Before its time nothing is tried.
    await takeTurn(deps, id)
    expect(ids.length).toBe(1)
    expect(await read(id)).toMatchObject({ failing_since: expect.any(Number) })
    await rows('update webhooks set retry_at = null')
    await takeTurn(deps, id)
    expect(typesOf(other)).toEqual(['order.placed'])
    expect(typesOf(stuck)).toEqual([])
    await waitIsOver()
    await takeTurn(deps, id)
    expect(new Set(ids).size).toBe(1)
    const [refused] = (await deliveriesOf(id)).filter((one: { id: string }) => one.id === ids[0])
    expect(refused).toMatchObject({
      ...{ state: 'waiting', attempts: 2, status: 500, answer: '資料庫忙碌' },
      next_at: expect.any(Number),
    })
    receiver.answer = () => ({ status: 204 })
    await waitIsOver()
    await takeTurn(deps, id)
    expect(typesOf(stuck)).toEqual(['order.placed', 'order.paid'])
    expect(receiver.events.find(({ data }) => data.order_id === stuck)?.id).toBe(ids[0])
    expect((await read(id)).failing_since).toBeUndefined()
  })

  it('is not followed to another address, and no answer is no success (OPEN-02)', async () => {
    const id = await createWebhook(['order.placed'])
    const elsewhere = await openWebhookReceiver()
    receiver.answer = () => ({ status: 302, headers: { location: elsewhere.url } })
    await placeOrder()
    await takeTurn(deps, id)
    expect(elsewhere.refused + elsewhere.events.length).toBe(0)
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'waiting', status: 302 })
    await elsewhere.close()
    await rows('update webhooks set url = $1', [elsewhere.url])
    await waitIsOver()
    await takeTurn(deps, id)
    expect((await deliveriesOf(id))[0]).toMatchObject({ attempts: 2, error: '主機拒絕連線' })
  })
})

describe('a webhook', () => {
  it('that failed for a week, or is gone, is switched off with a mail to the owners (OPEN-02)', async () => {
    const id = await createWebhook(['order.placed'])
    const mails = () =>
      rows<{ recipient: string }>(`select recipient from mail_outbox where kind = 'webhook_off'`)
    receiver.answer = () => ({ status: 503 })
    await placeOrder()
    await takeTurn(deps, id)
    await rows(`update webhooks set failing_since = now() - interval '6 days'`)
    await waitIsOver()
    await takeTurn(deps, id)
    expect(await read(id)).toMatchObject({ is_on: true })
    await rows(`update webhooks set failing_since = now() - interval '8 days'`)
    await waitIsOver()
    await takeTurn(deps, id)
    expect(await read(id)).toMatchObject({ is_on: false, off_at: expect.any(Number), waiting: 1 })
    expect((await mails()).map(({ recipient }) => recipient)).toContain(owner.username)
    const told = (await mails()).length
    await waitIsOver()
    await takeTurn(deps, id)
    await placeOrder()
    expect(await read(id)).toMatchObject({ waiting: 1 })
    // Switched on again, what waited goes, and the week begins anew.
    receiver.answer = () => ({ status: 200 })
    await owner.put(`/admin/webhook/${id}`, { is_on: true })
    await waitIsOver()
    await takeTurn(deps, id)
    expect(receiver.events.length).toBe(1)
    expect(await read(id)).toEqual({
      ...{ id, url: receiver.url, events: ['order.placed'], is_on: true, waiting: 0 },
      create_at: expect.any(Number),
    })
    receiver.answer = () => ({ status: 410 })
    await placeOrder()
    await takeTurn(deps, id)
    expect(await read(id)).toMatchObject({ is_on: false })
    expect((await mails()).length).toBe(2 * told)
  })

  it('is tried with an answer at once, also when it is off, and sends one event again (OPEN-02)', async () => {
    const id = await createWebhook(['order.placed'])
    await owner.put(`/admin/webhook/${id}`, { is_on: false })
    receiver.answer = () => ({ status: 400, body: 'no\u0000pe' })
    const trial = await owner.post(`/admin/webhook/${id}/test`)
    expect(trial.body).toMatchObject({
      message: '對方沒有收下測試通知',
      delivery: { type: 'webhook.test', state: 'failed', status: 400, answer: 'no pe' },
    })
    await owner.put(`/admin/webhook/${id}`, { is_on: true })
    receiver.answer = () => ({ status: 200 })
    expect((await owner.post(`/admin/webhook/${id}/test`)).body.delivery.state).toBe('delivered')
    await placeOrder()
    await takeTurn(deps, id)
    const [sent] = await deliveriesOf(id)
    expect(sent).toMatchObject({ state: 'delivered', attempts: 1, ms: expect.any(Number) })
    const again = await owner.post(`/admin/webhook/${id}/resend`, { delivery: sent.id })
    expect(again.body.message).toBe('已排入 1 筆')
    await takeTurn(deps, id)
    expect(receiver.events.map((event) => event.id).slice(1)).toEqual([sent.id, sent.id])
    const unknown = await owner.post(`/admin/webhook/${id}/resend`, { delivery: 'msg_unknown' })
    expect(unknown.status).toBe(404)
  })

  it('is taken on by another process when the one that sends has died (OPEN-02)', async () => {
    const id = await createWebhook(['order.placed'])
    await placeOrder()
    await rows(`update webhooks set worked_until = now() + interval '30 seconds'`)
    await takeTurn(deps, id)
    expect([receiver.events, await listDueWebhooks(shop.database.db)]).toEqual([[], []])
    await rows(`update webhooks set worked_until = now() - interval '1 second'`)
    expect(await listDueWebhooks(shop.database.db)).toEqual([id])
    await takeTurn(deps, id)
    expect(receiver.events.length).toBe(1)
  })

  it('that another process has taken on meanwhile is left to it (OPEN-02)', async () => {
    const id = await createWebhook(['order.placed'])
    await placeOrder()
    receiver.answer = async () => {
      await rows(`update webhooks set worked_until = now() + interval '1 minute'`)
      return { status: 500 }
    }
    await takeTurn(deps, id)
    expect((await deliveriesOf(id))[0]).toMatchObject({ state: 'waiting', attempts: 0 })
    expect((await read(id)).failing_since).toBeUndefined()
    expect(await listDueWebhooks(shop.database.db)).toEqual([])
  })

  it('goes with all that it was sent, and its deletion fails no order (OPEN-02)', async () => {
    const id = await createWebhook(['order.placed'])
    await placeOrder()
    expect((await owner.delete(`/admin/webhook/${id}`)).status).toBe(200)
    expect(await rows('select from webhook_deliveries')).toEqual([])
    expect(await placeOrder()).toEqual(expect.any(String))
    await takeTurn(deps, id)
    expect(receiver.events).toEqual([])
  })
})

describe('the address of a webhook', () => {
  const reach = { allowsPrivate: false }

  it.each([
    ...['http://example.com/', 'ftp://example.com/', 'https://user:pass@example.com/', 'nonsense'],
    ...['https://example.com/#part', 'https://2130706433/', 'https://0x7f.1/', 'https://127.1/'],
    ...['https://[::1]/', 'https://[::]/', 'https://[::ffff:127.0.0.1]/', 'https://[fe80::1]/'],
    ...['https://[fd00::1]/', 'https://[64:ff9b::7f00:1]/', 'https://[::7f00:1]/'],
    ...['https://169.254.169.254/', 'https://10.0.0.1/', 'https://192.168.1.1/', 'https://0/'],
    ...['https://100.64.0.1/', 'https://224.0.0.1/', 'https://255.255.255.255/'],
    ...[
      'https://localhost/',
      'https://localhost./',
      'https://１２７.0.0.1/',
      'https://%31%32%37.1/',
    ],
  ])('%s is refused (OPEN-02)', async (url) => {
    await expect(readWebhookUrl(url, reach)).rejects.toMatchObject({ code: 'WEBHOOK_URL' })
  })

  it('is one of the internet, as it was written (OPEN-02)', async () => {
    expect(await readWebhookUrl(' https://1.1.1.1:8443/a?b=c ', reach)).toBe(
      'https://1.1.1.1:8443/a?b=c',
    )
  })

  it.each(['127.0.0.1', 'localhost'])(
    'that leads to %s at the time of a delivery is not connected to (OPEN-02)',
    async (host) => {
      const secret = randomBytes(32)
      const url = receiver.url.replace('127.0.0.1', host)
      const event = { messageId: 'msg_1', body: '{}' }
      const attempt = await postEvent({ url, secret }, event, reach)
      expect(attempt).toMatchObject({ isTaken: false, error: '網址指向內部網路，不會連線' })
      expect(receiver.refused).toBe(0)
    },
  )
})
