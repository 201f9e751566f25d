import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultSettings, defaultShop } from '#contract/settings.ts'
import { createId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { publishOrderEvent } from '../orders/order-events.ts'
import { openPushReceiver, type PushReceiver } from '../testing/push/push-receiver.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { endGroup, joinAs, rowsOf } from '../testing/test-closing.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'
import type { PushData } from './push.jobs.ts'
import { isPushService } from './push-services.ts'
import { type PushNews, queuePushNews } from './queue-push.ts'
import { pushMessage } from './send-push.ts'

let shop: TestShop
let admin: TestAdministrator
let receiver: PushReceiver
beforeAll(async () => {
  receiver = await openPushReceiver()
  shop = await openTestShop({ env: { PUSH_URL: receiver.address } })
  admin = await openAdministrator(shop)
})
afterAll(async () => {
  await shop.close()
  await receiver.close()
})
beforeEach(async () => {
  receiver.answers.status = 201
  receiver.received.length = 0
  await setOnPhones(true)
  await rowsOf(shop, 'delete from push_subscriptions')
  await rowsOf(shop, `delete from pgboss.job where name = 'push.send'`)
})

async function setOnPhones(on_phones: boolean): Promise<void> {
  const { settings } = (await admin.get('/admin/settings')).body
  const values = { ...settings.shop.values, on_phones }
  const { status } = await admin.put('/admin/settings/shop', {
    version: settings.shop.version,
    values,
  })
  expect(status).toBe(200)
}

const subscribe = async (visitor: Visitor, name: string) => {
  const { status, body } = await visitor.put('/push/subscription', receiver.browser(name))
  expect([status, body.message]).toEqual([200, '已開啟通知'])
}
const browsersOf = async () =>
  (
    await rowsOf<{ endpoint: string }>(shop, 'select endpoint from push_subscriptions order by id')
  ).map(({ endpoint }) => endpoint.slice(endpoint.lastIndexOf('/') + 1))

const dayMs = 24 * 60 * 60_000
const newsFor = (uid: string, changes: Partial<PushNews> = {}): PushNews => ({
  ...{ owner: `m:${uid}`, orderId: '-OrderOfTwentySigns_', topic: 'outcome' },
  ...{ title: '已成團，請付款', body: '團購：手工皂', path: '/g/abc' },
  usefulUntil: new Date(Date.now() + 2 * dayMs),
  ...changes,
})
const queue = (...news: PushNews[]) =>
  transaction(shop.database.db, (tx) => queuePushNews(shop.payments.jobs, tx, news))

/** Does what is due; gives the faults. */
async function runPushJobs(): Promise<string[]> {
  const due = await rowsOf<{ data: PushData }>(
    shop,
    `update pgboss.job set state = 'completed' where name = 'push.send'
     and state = 'created' and start_after <= now() returning data`,
  )
  const faults: string[] = []
  for (const { data } of due) {
    await pushMessage(deps(), data).catch((error: Error) => faults.push(error.message))
  }
  return faults
}

const deps = () => ({
  ...{ config: shop.config, db: shop.database.db, secretBox: shop.sessions.secretBox },
  jobs: shop.payments.jobs as Jobs,
  settings: {
    get: () => ({ ...defaultSettings, shop: { ...defaultShop, on_phones: true } }) as never,
  },
})

it('tells of a group that came out, the browsers that asked for it and no other', async () => {
  const campaign = await openCampaign(shop, { minTarget: 10 })
  const wants = await joinAs(shop, campaign, 10)
  const other = await joinAs(shop, campaign, 2)
  const { public_key } = (await wants.get('/push')).body
  await subscribe(wants, 'phone')
  await subscribe(wants, 'tablet')
  await endGroup(shop, campaign)
  expect(await runPushJobs()).toEqual([])

  const { received } = receiver
  expect(received.map(({ browser }) => browser).sort()).toEqual(['phone', 'tablet'])
  expect(received[0]?.message).toEqual({
    title: '已成團，請付款',
    body: expect.stringMatching(/^團購：/),
    path: `/main/cart/pay/${wants.orderId}`,
    tag: `outcome ${wants.orderId}`,
  })
  const [first] = received
  if (!first) throw new Error('nothing came')
  const { claims, publicKey, ttl, topic } = first
  expect([publicKey, topic]).toEqual([public_key, expect.stringMatching(/^[\w-]{32}$/)])
  expect(claims).toMatchObject({ aud: receiver.address, sub: `mailto:${defaultShop.email}` })
  expect(ttl).toBeGreaterThan(0)
  // It may stand on a locked screen.
  const shown = JSON.stringify(received.map(({ message }) => message))
  for (const text of [wants.email, '王小明', '0912345678', 'NT$', other.orderId]) {
    expect(shown).not.toContain(text)
  }
})

it('tells of a parcel in a store without its name, and of goods that have left and have come', async () => {
  const member = await shop.member()
  const product = await shop.product()
  await member.post('/cart', { product_id: product, qty: 1 })
  const { orderId } = (await member.post('/order', orderData)).body
  await subscribe(member, 'phone')
  const [{ number } = { number: '' }] = await rowsOf<{ number: string }>(
    shop,
    'select number from orders where id = $1',
    [orderId],
  )
  const actor = { kind: 'system', name: 'test' } as never
  const { database, payments } = shop
  const publish = (event: object) =>
    transaction(database.db, (tx) =>
      publishOrderEvent(tx, payments.subscribers, { orderId, actor, ...event } as never),
    )
  await publish({ type: 'order.at_store', store: '台大門市', until: '2999-12-24' })
  await publish({ type: 'order.shipped', parcelId: createId(), pieces: [] })
  await publish({ type: 'order.shipped', parcelId: createId(), pieces: [], isHandedOut: true })
  await publish({ type: 'order.delivered' })
  expect(await runPushJobs()).toEqual([])
  const shown = receiver.received.map(({ message: { title, body } }) => `${title}|${body}`)
  expect(shown.sort()).toEqual([
    `商品已出貨|訂單編號：${number}`,
    `商品已到店|請在 12/24 前取貨，訂單編號：${number}`,
    `商品已送達|訂單編號：${number}`,
  ])
})

it.each([404, 410])('a browser that is gone (%i) is forgotten', async (status) => {
  const member = await shop.member()
  await subscribe(member, 'phone')
  receiver.answers.status = status
  await queue(newsFor(member.uid))
  expect(await runPushJobs()).toEqual([])
  expect(await browsersOf()).toEqual([])
})

it('a busy push service is asked again, one that refuses is not', async () => {
  const member = await shop.member()
  await subscribe(member, 'phone')
  for (const [status, fault] of [
    [503, /busy/],
    [429, /busy/],
    [413, /refused/],
  ] as const) {
    receiver.answers.status = status
    await queue(newsFor(member.uid))
    expect((await runPushJobs())[0]).toMatch(fault)
  }
  expect(await browsersOf()).toEqual(['phone'])
})

it('waits while a run can be undone, and tells nothing of what was undone or is late', async () => {
  const member = await shop.member()
  await subscribe(member, 'phone')
  const runId = createId()
  await rowsOf(
    shop,
    `insert into runs (id, kind, action, state, started_by, starter_name, starter, undo_until)
     values ($1, 'orders', 'ship', 'done', 'a', 'a', '{}', now() + interval '5 minutes')`,
    [runId],
  )
  await queue(newsFor(member.uid, { runId, topic: 'shipped' }))
  expect(await runPushJobs()).toEqual([])
  const waiting = await rowsOf(
    shop,
    `select from pgboss.job where name = 'push.send' and state = 'created' and start_after > now()`,
  )
  expect([waiting.length, receiver.received]).toEqual([1, []])
  await rowsOf(shop, `update runs set state = 'undone' where id = $1`, [runId])
  await rowsOf(shop, `update pgboss.job set start_after = now() where name = 'push.send'`)
  await queue(newsFor(member.uid, { usefulUntil: new Date(Date.now() - 1) }))
  expect(await runPushJobs()).toEqual([])
  expect(receiver.received).toEqual([])
})

it('ends with the sign-out, the revoked session, the account, and with another member of the browser', async () => {
  const [first, second] = [await shop.member(), await shop.member()]
  const browser = receiver.browser('shared')
  await first.put('/push/subscription', browser)
  // Nobody ends the subscription of somebody else.
  await second.post('/push/unsubscribe', { endpoint: browser.endpoint })
  expect(await browsersOf()).toEqual(['shared'])
  await second.put('/push/subscription', browser)
  await queue(newsFor(first.uid), newsFor(second.uid, { title: '第二位' }))
  await runPushJobs()
  expect(receiver.received.map(({ message }) => message.title)).toEqual(['第二位'])

  await rowsOf(shop, 'update members set session_version = session_version + 1 where uid = $1', [
    second.uid,
  ])
  await queue(newsFor(second.uid))
  await runPushJobs()
  expect(receiver.received).toHaveLength(1)

  await first.put('/push/subscription', browser)
  await first.post('/push/unsubscribe', { endpoint: browser.endpoint })
  expect(await browsersOf()).toEqual([])

  await subscribe(first, 'phone')
  await shop.app.inject({
    method: 'POST',
    url: '/identitytoolkit.googleapis.com/v1/accounts:delete?key=minmin',
    payload: { idToken: first.token },
  })
  expect(await browsersOf()).toEqual([])
})

it('keeps the last ten browsers of a member', async () => {
  const member = await shop.member()
  for (let n = 1; n <= 11; n++) await subscribe(member, `browser-${n}`)
  const kept = await browsersOf()
  expect([kept.length, kept[0]]).toEqual([10, 'browser-2'])
})

it('a key that opens no more is made anew, and the browsers of before are forgotten', async () => {
  const member = await shop.member()
  const { public_key: before } = (await member.get('/push')).body
  expect((await member.get('/push')).body.public_key).toBe(before)
  await subscribe(member, 'phone')
  await rowsOf(shop, `update settings set sealed = '' where "group" = 'push'`)
  const { public_key: after } = (await member.get('/push')).body
  expect(after).toMatch(/^B[\w-]{86}$/)
  expect(after).not.toBe(before)
  expect(await browsersOf()).toEqual([])
  // By which a browser finds that it has to be tied to it anew.
  const { body } = await member.put('/push/subscription', receiver.browser('phone'))
  expect(body.public_key).toBe(after)
})

it('a shop that is not offered on phones has none of it', async () => {
  const member = await shop.member()
  await subscribe(member, 'phone')
  await setOnPhones(false)
  await queue(newsFor(member.uid))
  expect(await rowsOf(shop, `select from pgboss.job where name = 'push.send'`)).toEqual([])
  expect((await member.get('/push')).status).toBe(404)
  expect((await member.put('/push/subscription', receiver.browser('new'))).status).toBe(404)
})

it.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://jmt17.google.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://fcm.googleapis.com@127.0.0.1/abc', false],
  ['https://fcm.googleapis.com.example.com/abc', false],
  ['https://evilpush.apple.com.tw/abc', false],
  ['https://xpush.apple.com/abc', false],
  ['https://notify.windows.com/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://[::1]/abc', false],
  ['https://metadata.google.internal/abc', false],
  ['https://localhost/abc', false],
  ['nothing', false],
])('the shop calls %s: %s', (endpoint, isCalled) => {
  expect(isPushService(endpoint, { pushUrl: null })).toBe(isCalled)
})

it('refuses a key that no message could be encrypted for', async () => {
  const member = await shop.member()
  const { endpoint, auth } = receiver.browser('phone')
  const p256dh = Buffer.alloc(65, 4).toString('base64url')
  const { status, body } = await member.put('/push/subscription', { endpoint, p256dh, auth })
  expect([status, body.message]).toEqual([400, ['瀏覽器的金鑰不正確']])
})

it('refuses an address of its own network', async () => {
  const member = await shop.member()
  const { p256dh, auth } = receiver.browser('phone')
  for (const endpoint of ['http://127.0.0.1:5432/', 'https://192.168.1.1/', 'http://localhost/']) {
    const { status, body } = await member.put('/push/subscription', { endpoint, p256dh, auth })
    expect([status, body.message]).toEqual([400, ['不支援這個瀏覽器的通知服務']])
  }
})
