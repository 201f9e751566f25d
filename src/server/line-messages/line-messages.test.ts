import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultSwitches } from '../../../gateway/line/switches.ts'
import { transaction } from '../db/transaction.ts'
import { publishOrderEvent } from '../orders/order-events.ts'
import { type LineShop, openLineShop } from '../testing/line/line-shop.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { moveShopClock, openCampaign, openParticipant } from '../testing/test-campaigns.ts'
import { endGroup, joinAs, mailKindsTo } from '../testing/test-closing.ts'
import { orderData } from '../testing/test-shop.ts'
import { removeMessagesOfRun } from './line-outbox.queries.ts'
import { type LineNews, queueLineNews, releaseLineNewsOfRun } from './line-outbox.ts'
import { sendMessage } from './send-line-messages.ts'

let shop: LineShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openLineShop()
  admin = await openAdministrator(shop)
})
beforeEach(async () => {
  const { webhookUrl } = shop.line.switches
  Object.assign(shop.line.switches, defaultSwitches, { webhookUrl })
  shop.line.chats.setUsed(0)
  await shop.rows('delete from line_quota')
  await shop.rows('delete from line_messages')
  await shop.rows('delete from member_identities')
})
afterAll(() => shop.close())

const ming = () => shop.person(0)
const messages = () =>
  shop.rows<{ topic: string; state: string; dropped: string | null }>(
    'select topic, state, dropped from line_messages order by id',
  )
const dayMs = 24 * 60 * 60_000
const news = (uid: string, changes: Partial<LineNews> = {}): LineNews => ({
  owner: `m:${uid}`,
  orderId: '-OrderOfTwentySigns_',
  topic: 'outcome',
  heading: '已成團，請付款',
  lines: ['應付金額：NT$840'],
  actions: [{ label: '前往付款', link: 'https://shop.example/main/cart/pay/1' }],
  usefulUntil: new Date(Date.now() + 2 * dayMs),
  ...changes,
})
const queue = (...list: LineNews[]) =>
  transaction(shop.database.db, (tx) =>
    queueLineNews({ config: shop.config, jobs: shop.payments.jobs }, tx, list),
  )

/** A member who is told, on the phone of 王大明. */
async function told() {
  const member = await openParticipant(shop)
  await shop.tell(member.uid, ming())
  return { member, before: shop.chatOf(ming()).length }
}
const cameSince = (before: number) => shop.chatOf(ming()).slice(before)

it('tells of a group that succeeded or failed, once, and only friends who want it; mails go as ever (LINE-03)', async () => {
  const campaign = await openCampaign(shop, { minTarget: 20 })
  const wants = await joinAs(shop, campaign, 15)
  const others = [await joinAs(shop, campaign, 2), await joinAs(shop, campaign, 2)]
  const stranger = await joinAs(shop, campaign, 1)
  const before = shop.chatOf(ming()).length
  await shop.tell(wants.uid, ming())
  // A friend who did not agree, and one who agreed and is no friend.
  await shop.tell(others[0]?.uid ?? '', shop.person(1))
  await shop.rows('delete from line_agreements where uid = $1', [others[0]?.uid])
  await shop.tell(others[1]?.uid ?? '', shop.person(2))
  await shop.rows('update line_friends set is_friend = false where subject = $1', [
    shop.person(2).id,
  ])
  await endGroup(shop, campaign)
  expect(await messages()).toEqual([{ topic: 'outcome', state: 'waiting', dropped: null }])
  expect(await shop.runLineJobs()).toEqual([])
  const [card, ...more] = cameSince(before)
  expect(card).toMatch(/^已成團，請付款\n團購：.*\n應付金額：NT\$[\d,]+\n請於 .* 前付款/)
  expect(more).toEqual([])
  expect([shop.chatOf(shop.person(1)), shop.chatOf(shop.person(2))]).toEqual([[], []])
  for (const { email } of [wants, ...others, stranger]) {
    expect(await mailKindsTo(shop, email)).toContain('group_succeeded')
  }
  await moveShopClock(shop, '0 seconds')
  const small = await openCampaign(shop, { minTarget: 20 })
  const alone = await joinAs(shop, small, 1)
  await shop.rows('delete from member_identities')
  await shop.tell(alone.uid, ming())
  await endGroup(shop, small)
  await shop.runLineJobs()
  expect(cameSince(before)[1]).toMatch(/^未成團\n團購：.*\n沒有收取任何款項。$/)
  await moveShopClock(shop, '0 seconds')
})

it('tells of a parcel in a store with its last day, and of one that goes to none; one of each an order (LINE-03)', async () => {
  const { member, before } = await told()
  const product = await shop.product()
  async function ordered(): Promise<string> {
    await member.post('/cart', { product_id: product, qty: 1 })
    const id = (await member.post('/order', orderData)).body.orderId
    await admin.put(`/admin/order/${id}`, { is_paid: true })
    return id
  }
  const inStore = await ordered()
  const at_store = {
    type: 'order.at_store',
    orderId: inStore,
    actor: { kind: 'system' },
    store: '7-ELEVEN 南港門市（131386）',
    until: '2099-11-30',
  } as const
  const publish = () =>
    transaction(shop.database.db, (tx) =>
      publishOrderEvent(tx, shop.payments.subscribers, at_store),
    )
  await publish()
  await publish()
  const sentHome = await ordered()
  const toStore = await ordered()
  await shop.rows(
    `update orders set shipping = '{"kind": "store", "name": "超商取貨"}' where id = $1`,
    [toStore],
  )
  for (const id of [sentHome, toStore]) {
    const data = { carrier: 'tcat', tracking_number: '9012-34' }
    expect((await admin.post(`/admin/order/${id}/parcel`, data)).status).toBe(200)
  }
  await shop.runLineJobs()
  const [waits, left, ...more] = cameSince(before)
  expect(waits).toContain('請於 2099/11/30 前到 7-ELEVEN 南港門市（131386） 取貨')
  expect(left).toMatch(/^商品已出貨\n訂單編號：.*\n物流公司：黑貓宅急便\n貨運單號：9012-34$/)
  expect(more).toEqual([])
})

it.each(['lost', 'delayed', 'error', 'limited', 'away', 'html'] as const)(
  'comes once after an answer that is %s, however often it is tried (LINE-03)',
  async (fault) => {
    const { member, before } = await told()
    await queue(news(member.uid))
    // Known before, so that the push is the call that goes wrong.
    await shop.rows('insert into line_quota ("limit", used) values (200, 0)')
    Object.assign(shop.line.switches, { messaging: fault, delayMs: 0 })
    const faults = await shop.runLineJobs()
    if (fault !== 'delayed') expect(faults).toHaveLength(1)
    shop.line.switches.messaging = 'none'
    expect(await shop.runLineJobs()).toEqual([])
    const [{ id } = { id: 0 }] = await shop.rows<{ id: string }>('select id from line_messages')
    await Promise.all([1, 2].map(() => sendMessage(shop.deps, Number(id), { isLast: false })))
    expect(cameSince(before)).toHaveLength(1)
    expect(await messages()).toMatchObject([{ state: 'sent' }])
    const [kept] = await shop.rows('select content from line_messages')
    expect(kept).toEqual({ content: [] })
  },
)

it('is not sent twice by two processes at once, nor lost by one that ends before it notes that (LINE-03)', async () => {
  const { member, before } = await told()
  await queue(news(member.uid))
  const [{ id } = { id: 0 }] = await shop.rows<{ id: string }>('select id from line_messages')
  const send = () => sendMessage(shop.deps, Number(id), { isLast: false })
  await Promise.all([send(), send(), send()])
  expect(cameSince(before)).toHaveLength(1)
  // As if the process had ended after LINE had taken it.
  await shop.rows(
    `update line_messages set state = 'waiting', content = '[{"type":"text","text":"成團"}]'`,
  )
  await send()
  expect(cameSince(before)).toHaveLength(1)
  expect(await messages()).toMatchObject([{ state: 'sent' }])
})

it.each([
  ['shipped', 139, 140],
  ['at_store', 179, 180],
  ['outcome', 199, 200],
] as const)(
  'of a month with 200 messages %s is sent after %i and not after %i (LINE-03)',
  async (topic, last, used) => {
    const { member, before } = await told()
    const come = async (orderId: string, spent: number) => {
      shop.line.chats.setUsed(spent)
      await shop.rows('delete from line_quota')
      await queue(news(member.uid, { topic, orderId, usefulUntil: new Date(Date.now() + 60_000) }))
      expect(await shop.runLineJobs()).toEqual([])
    }
    await come('-one', last)
    await come('-two', used)
    expect(cameSince(before)).toHaveLength(1)
    expect(await messages()).toMatchObject([
      { state: 'sent' },
      { state: 'dropped', dropped: 'over_quota' },
    ])
  },
)

it('waits for the next month where it still helps then (LINE-03)', async () => {
  const { member, before } = await told()
  shop.line.chats.setUsed(200)
  await queue(news(member.uid, { usefulUntil: new Date(Date.now() + 40 * dayMs) }))
  await shop.runLineJobs()
  expect(await messages()).toMatchObject([{ state: 'waiting' }])
  const [later] = await shop.rows<{ day: string }>(
    `select to_char(start_after at time zone 'Asia/Taipei', 'DD') as day from pgboss.job
     where name = 'line.send' and state = 'created'`,
  )
  expect(later?.day).toBe('01')
  shop.line.chats.setUsed(0)
  await shop.rows('delete from line_quota')
  await shop.rows(`update pgboss.job set start_after = now() where name = 'line.send'`)
  await shop.runLineJobs()
  expect(cameSince(before)).toHaveLength(1)
})

it('goes to nobody who has left, withdrawn or unlinked meanwhile, and not too late (LINE-03)', async () => {
  const { member, before } = await told()
  const changes = [
    'update line_friends set is_friend = false',
    'delete from line_agreements',
    'delete from member_identities',
    `update line_messages set useful_until = now() - interval '1 second' where state = 'waiting'`,
    `update line_messages set tried_at = now() - interval '1 day' where state = 'waiting'`,
  ]
  for (const [index, change] of changes.entries()) {
    await shop.tell(member.uid, ming())
    await queue(news(member.uid, { orderId: `-order-${index}` }))
    await shop.rows(change)
    expect(await shop.runLineJobs()).toEqual([])
  }
  expect(cameSince(before)).toEqual([])
  expect((await messages()).map(({ dropped }) => dropped)).toEqual([
    ...['unreachable', 'unreachable', 'unreachable', 'late', 'no_answer'],
  ])
})

it('of a run waits until that cannot be undone any more, and never leaves when it is undone (LINE-03)', async () => {
  const { member, before } = await told()
  const about = { topic: 'shipped', runId: '-run' } as const
  await queue(news(member.uid, { ...about, orderId: '-kept' }))
  await queue(news(member.uid, { ...about, orderId: '-undone' }))
  await shop.runLineJobs()
  expect(cameSince(before)).toEqual([])
  await transaction(shop.database.db, async (tx) => {
    await removeMessagesOfRun(tx, { orderId: '-undone', runId: '-run' })
    await releaseLineNewsOfRun(shop.payments.jobs, tx, '-run')
  })
  await shop.runLineJobs()
  expect(cameSince(before)).toHaveLength(1)
})
