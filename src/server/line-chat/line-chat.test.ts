import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Person } from '../../../gateway/line/people.ts'
import { groupChat } from '../../../gateway/line/people.ts'
import { befriend, block, postBack, say, sayInGroup } from '../../../gateway/line/phone-actions.ts'
import { defaultSwitches } from '../../../gateway/line/switches.ts'
import { type LineShop, openLineShop } from '../testing/line/line-shop.ts'
import { openCampaign, openParticipant } from '../testing/test-campaigns.ts'
import { joinAs } from '../testing/test-closing.ts'
import { openTestShop, orderData } from '../testing/test-shop.ts'
import { workEvent } from './work-events.ts'

let shop: LineShop
beforeAll(async () => {
  shop = await openLineShop()
})
beforeEach(async () => {
  const { webhookUrl } = shop.line.switches
  Object.assign(shop.line.switches, defaultSwitches, { webhookUrl, redelivers: false })
  for (const table of ['line_events', 'line_friends', 'line_agreements', 'member_identities']) {
    await shop.rows(`delete from ${table}`)
  }
  await shop.rows(`delete from rate_limit_counts where key like 'line.%'`)
  Object.assign(chen(), { isFriend: false, isBlocked: false })
})
afterAll(() => shop.close())

const chen = () => shop.person(1)
const friends = () =>
  shop.rows<{ subject: string; is_friend: boolean }>('select subject, is_friend from line_friends')
const events = () =>
  shop.rows<{ kind: string; command: string | null }>(
    'select kind, command from line_events order by received_at, id',
  )

/** The person acts, the shop hears of it, and its jobs run; gives the answers in the chat. */
async function after(act: () => unknown, person: Person = chen()): Promise<string[]> {
  const before = shop.chatOf(person).length
  await act()
  await shop.line.webhooks.idle()
  expect(await shop.runLineJobs()).toEqual([])
  return shop.chatOf(person).slice(before)
}
const last = () => {
  const event = shop.line.webhooks.list().at(-1)
  if (!event) throw new Error('no event')
  return event
}
const statusOf = () => last().deliveries.at(-1)?.status

it('keeps who is a friend, answers at once, and works later (LINE-04)', async () => {
  befriend(shop.line, chen())
  await shop.line.webhooks.idle()
  expect([statusOf(), await friends()]).toEqual([200, []])
  const before = shop.chatOf(chen()).length
  await shop.runLineJobs()
  expect(await friends()).toEqual([{ subject: chen().id, is_friend: true }])
  expect(shop.chatOf(chen()).slice(before)).toEqual([
    expect.stringContaining('請先以 LINE 登入商店'),
  ])
  await after(() => block(shop.line, chen()))
  expect(await friends()).toEqual([{ subject: chen().id, is_friend: false }])
})

it('believes nothing that is forged, changed or unsigned, and only so much of it (LINE-04)', async () => {
  befriend(shop.line, chen())
  await shop.line.webhooks.idle()
  await shop.rows('delete from line_events')
  for (const variant of ['wrong-signature', 'unsigned', 'changed'] as const) {
    await shop.line.webhooks.send(last(), variant)
    expect(statusOf()).toBe(401)
  }
  for (let times = 0; times < 60; times++) await shop.line.webhooks.send(last(), 'unsigned')
  expect(statusOf()).toBe(429)
  expect(await events()).toEqual([])
  // One that is signed is let in all the same.
  await shop.line.webhooks.send(last())
  expect([statusOf(), (await events()).length]).toEqual([200, 1])
})

it('works an event once, however often it comes, and however often its job runs (LINE-04)', async () => {
  Object.assign(chen(), { isFriend: true })
  const replies = await after(() => postBack(shop.line, chen(), { data: 'open_groups' }))
  expect(replies).toHaveLength(1)
  const again = await after(async () => {
    await Promise.all([shop.line.webhooks.send(last()), shop.line.webhooks.send(last())])
    await workEvent(shop.deps, last().id)
  })
  expect(again).toEqual([])
  expect(await events()).toEqual([{ kind: 'command', command: 'open_groups' }])
})

it('lets news that comes late change nothing that is newer (LINE-04)', async () => {
  shop.line.switches.holdsWebhooks = true
  Object.assign(chen(), { isFriend: true })
  block(shop.line, chen())
  const left = last()
  left.createdAt = new Date(left.createdAt.getTime() - 60_000)
  befriend(shop.line, chen())
  const came = last()
  await after(() => shop.line.webhooks.send(came))
  await after(() => shop.line.webhooks.send(left))
  expect(await friends()).toEqual([{ subject: chen().id, is_friend: true }])
})

it('takes no yes to messages that comes after a no, or late (LINE-03, LINE-04)', async () => {
  const member = await openParticipant(shop)
  await shop.link(member.uid, chen())
  Object.assign(chen(), { isFriend: true })
  shop.line.switches.holdsWebhooks = true
  const touch = (data: string, secondsAgo: number) => {
    postBack(shop.line, chen(), { data })
    const event = last()
    event.createdAt = new Date(event.createdAt.getTime() - secondsAgo * 1_000)
    return event
  }
  const isOn = async () => (await member.get('/line-messages')).body.line.is_on
  const [yes, no] = [touch('notify_on', 30), touch('notify_off', 20)]
  await after(() => shop.line.webhooks.send(no))
  expect(await after(() => shop.line.webhooks.send(yes))).toEqual([])
  expect(await isOn()).toBe(false)
  // Its job runs again after a lost answer.
  await after(() => shop.line.webhooks.send(touch('notify_on', 0)))
  expect(await isOn()).toBe(true)
  const again = last()
  await after(() => shop.line.webhooks.send(touch('notify_off', 0)))
  await workEvent(shop.deps, again.id)
  expect(await isOn()).toBe(false)
  await shop.rows('delete from line_events')
  await after(() => shop.line.webhooks.send(touch('notify_on', 180)))
  expect(await isOn()).toBe(false)
})

it('answers unknown events and other words with nothing, and keeps none of them (LINE-04)', async () => {
  Object.assign(chen(), { isFriend: true })
  expect(await after(() => say(shop.line, chen(), '你們幾點開門？'))).toEqual([])
  await shop.line.webhooks.send(last(), 'unknown')
  expect(statusOf()).toBe(200)
  expect((await shop.line.webhooks.verify())?.status).toBe(200)
  expect(await events()).toEqual([])
})

it('is not there in a shop without an official account (LINE-04)', async () => {
  const other = await openTestShop()
  const { statusCode } = await other.app.inject({
    method: 'POST',
    url: '/v2/line/webhook',
    headers: { 'content-type': 'application/json' },
    payload: '{"events":[]}',
  })
  expect(statusCode).toBe(404)
  await other.close()
})

it('shows own orders and groups by a touch or the words, and what is open to everybody (LINE-03)', async () => {
  Object.assign(chen(), { isFriend: true })
  const campaign = await openCampaign(shop, { minTarget: 20, title: '麻豆文旦' })
  const member = await joinAs(shop, campaign, 1)
  await member.post('/cart', { product_id: await shop.product(), qty: 1 })
  await member.post('/order', orderData)
  const touch = (data: string) => after(() => postBack(shop.line, chen(), { data }))
  expect(await touch('my_orders')).toEqual([expect.stringContaining('請先以 LINE 登入商店')])
  expect(await touch('open_groups')).toEqual([
    expect.stringMatching(/開團中（截至 .*\n.*麻豆文旦/s),
  ])
  await shop.link(member.uid, chen())
  expect(await touch('my_orders')).toEqual([expect.stringMatching(/^我的訂單\n.*待付款　NT\$/)])
  const typed = await after(() => say(shop.line, chen(), ' 我的團 '))
  expect(typed).toEqual([expect.stringMatching(/^我的團\n麻豆文旦　已跟團/)])
})

it('asks a new friend whether messages are wanted, and takes the answer back at any time (LINE-03)', async () => {
  const member = await openParticipant(shop)
  await shop.link(member.uid, chen())
  const own = async () => (await member.get('/line-messages')).body.line
  expect(await own()).toEqual({ is_linked: true, is_friend: false, is_on: false })
  const welcome = await after(() => befriend(shop.line, chen()))
  expect(welcome).toEqual([expect.stringContaining('要在 LINE 收到訂單通知嗎？')])
  expect(await after(() => postBack(shop.line, chen(), { data: 'notify_on' }))).toEqual([
    expect.stringContaining('已開啟通知'),
  ])
  expect(await own()).toEqual({ is_linked: true, is_friend: true, is_on: true })
  expect((await member.put('/line-messages', { is_on: false })).body.message).toBe(
    '已關閉 LINE 通知',
  )
  expect((await own()).is_on).toBe(false)
  await member.put('/line-messages', { is_on: true })
  await after(() => postBack(shop.line, chen(), { data: 'notify_off' }))
  expect((await own()).is_on).toBe(false)
})

it('answers an order in a group chat with one link to confirm, and enters nothing (LINE-05)', async () => {
  await shop.rows(`update campaigns set archived_at = now()`)
  const campaign = await openCampaign(shop, { minTarget: 20, title: '大湖草莓' })
  const inGroup = () => shop.line.chats.of(groupChat.id).filter(({ by }) => by === 'shop')
  const write = async (text: string) => {
    const said = inGroup().length
    sayInGroup(shop.line, chen(), text)
    await after(() => undefined)
    return inGroup()
      .slice(said)
      .map(({ messages }) => JSON.stringify(messages))
  }
  const places = () => shop.rows('select id from participations order by id')
  const before = await places()
  const [answer, ...others] = await write('大湖草莓+2 謝謝')
  expect([answer, others]).toEqual([expect.stringContaining('確認跟團'), []])
  expect(answer).toMatch(/×2.*\/g\/[^"]*\?join=1&q=2%7E/s)
  // The same event once more, and its job: the token is used up.
  await shop.line.webhooks.send(last())
  await workEvent(shop.deps, last().id)
  expect(inGroup()).toHaveLength(1)
  for (const text of ['什麼時候到？', '大湖草莓很好吃', '蘋果+1', '+1 取消', '幫媽媽大湖草莓+1']) {
    expect(await write(text), text).toEqual([])
  }
  expect(await write('+1')).toEqual([expect.stringContaining('確認跟團')])
  expect(await places()).toEqual(before)
  const kept = await shop.rows<{ subject: string; command: string }>(
    `select subject, command from line_events where command like 'plus_one:%'`,
  )
  expect(new Set(kept.map((row) => row.subject + row.command))).toEqual(new Set(['plus_one:']))

  // Nobody wants to hear of a shop all the time.
  const replies = []
  for (let times = 0; times < 8; times++) replies.push(...(await write('+1')))
  expect(replies.length).toBeLessThan(6)

  await openCampaign(shop, { minTarget: 20, title: '另一團' })
  await shop.rows(`delete from rate_limit_counts where key like 'line.%'`)
  expect(await write('+1')).toEqual([])
  expect(campaign.id).toBeTruthy()
})
