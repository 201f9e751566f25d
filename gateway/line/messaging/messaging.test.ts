import { createHmac, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { setUpLine } from '../testing/set-up-line.ts'

const test = setUpLine()
const { client } = test

const phone = async (index: number) =>
  (
    await client.send(`/line/people/${test.person(index)}`, {
      headers: { accept: 'application/json' },
    })
  ).json
const flex = (more: object = {}) => ({
  type: 'flex',
  altText: '成團了',
  contents: {
    type: 'bubble',
    body: { type: 'box', layout: 'vertical', contents: [{ type: 'text', text: '還差 2 份' }] },
    footer: {
      type: 'box',
      layout: 'vertical',
      contents: [
        { type: 'button', action: { type: 'uri', label: '看看', uri: 'https://shop.example/g/A' } },
      ],
    },
    ...more,
  },
})
const push = (messages: unknown, to = test.person(0)) =>
  client.bot('/v2/bot/message/push', { to, messages })

it('puts a push on the phone of a friend, and counts it once for all of its messages', async () => {
  const reply = await push([{ type: 'text', text: '成團了' }, flex()])
  expect(reply.status).toBe(200)
  expect(reply.json.sentMessages).toHaveLength(2)
  expect(reply.headers.get('x-line-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect((await phone(0)).chat[0]).toMatchObject({
    by: 'shop',
    way: 'push',
    messages: [{ text: '成團了' }, { type: 'flex' }],
  })
  expect((await client.bot('/v2/bot/message/quota/consumption')).json).toEqual({ totalUsage: 1 })
  expect((await client.bot('/v2/bot/message/quota')).json).toEqual({ type: 'limited', value: 200 })
})

it('answers 200 for who is no friend or blocks the account, brings nothing and counts nothing', async () => {
  await client.press(`/line/people/${test.person(0)}/block`)
  expect((await client.push(test.person(0))).status).toBe(200)
  expect((await client.push(test.person(1))).status).toBe(200)
  expect([(await phone(0)).chat, (await phone(1)).chat]).toEqual([[], []])
  expect((await client.bot('/v2/bot/message/quota/consumption')).json).toEqual({ totalUsage: 0 })
})

it('takes a retry key once in a day, and answers 409 then', async () => {
  const key = randomUUID()
  const first = await client.push(test.person(0), '一', key)
  const again = await client.push(test.person(0), '一', key)
  expect([first.status, again.status]).toEqual([200, 409])
  expect(again.headers.get('x-line-accepted-request-id')).toBe(
    first.headers.get('x-line-request-id'),
  )
  expect((await phone(0)).chat).toHaveLength(1)
  await test.pass(24 * 60 + 1)
  expect((await client.push(test.person(0), '一', key)).status).toBe(200)
  expect((await client.push(test.person(0), '一', 'no-uuid')).status).toBe(400)
})

it('has a push that was done though its answer was lost, by its key', async () => {
  const key = randomUUID()
  await client.press('/line/settings', { messaging: 'lost' })
  await expect(client.push(test.person(0), '一', key)).rejects.toThrow('fetch failed')
  await client.press('/line/settings', { messaging: 'none' })
  expect((await client.push(test.person(0), '一', key)).status).toBe(409)
  expect((await phone(0)).chat).toHaveLength(1)
})

it('refuses what is beyond the quota of the month, and takes it in the next one', async () => {
  await client.press('/line/settings', { quota: 1 })
  expect((await client.push(test.person(0))).status).toBe(200)
  const over = await client.push(test.person(0))
  expect([over.status, over.json.message]).toEqual([429, 'You have reached your monthly limit.'])
  await test.pass(12 * 24 * 60)
  expect((await client.push(test.person(0))).status).toBe(200)
  await client.press('/line/settings', { quota: 0 })
  expect((await client.bot('/v2/bot/message/quota')).json).toEqual({ type: 'none' })
  expect((await client.push(test.person(0))).status).toBe(200)
})

it('sends one message to several, and counts those that it reaches', async () => {
  const to = [test.person(0), test.person(1)]
  const messages = [{ type: 'text', text: '到店' }]
  expect((await client.bot('/v2/bot/message/multicast', { to, messages })).json).toEqual({})
  expect((await client.bot('/v2/bot/message/quota/consumption')).json).toEqual({ totalUsage: 1 })
  const many = Array.from({ length: 501 }, (_, index) => `U${String(index).padStart(32, '0')}`)
  expect((await client.bot('/v2/bot/message/multicast', { to: many, messages })).status).toBe(400)
})

it('refuses calls without the token of the channel', async () => {
  const { status, json } = await client.json('/v2/bot/message/push', {})
  expect([status, json.message]).toEqual([401, expect.stringContaining('invalid token')])
})

const text = (length: number) => ({ type: 'text', text: '字'.repeat(length) })
it.each<[property: string, messages: unknown]>([
  ['messages', []],
  ['messages', Array.from({ length: 6 }, () => text(1))],
  ['messages[0].type', [{ type: 'story' }]],
  ['messages[0].text', [text(0)]],
  ['messages[0].text', [text(5001)]],
  ['messages[1].altText', [text(1), { ...flex(), altText: '字'.repeat(401) }]],
  ['messages[0].contents.type', [{ ...flex(), contents: { type: 'page' } }]],
  [
    'messages[0].contents.hero.url',
    [flex({ hero: { type: 'image', url: 'http://shop.example/a.png' } })],
  ],
  ['messages[0].contents.body.layout', [flex({ body: { type: 'box', contents: [] } })]],
  [
    'messages[0].contents.footer.contents[0].action.label',
    [
      flex({
        footer: {
          type: 'box',
          layout: 'vertical',
          contents: [
            {
              type: 'button',
              action: { type: 'uri', label: '字'.repeat(21), uri: 'https://a.example' },
            },
          ],
        },
      }),
    ],
  ],
  [
    'messages[0].contents',
    [
      flex({
        header: {
          type: 'box',
          layout: 'vertical',
          contents: [
            { type: 'text', text: '字'.repeat(2000) },
            ...Array.from({ length: 8 }, () => text(2000)),
          ],
        },
      }),
    ],
  ],
  ['messages[0].contents.contents', [{ ...flex(), contents: { type: 'carousel', contents: [] } }]],
])('refuses a message for its %s', async (property, messages) => {
  const { status, json } = await push(messages)
  expect(status).toBe(400)
  expect(json.details.map((detail: { property: string }) => detail.property)).toContain(property)
  expect((await client.bot('/v2/bot/message/validate/push', { messages })).status).toBe(400)
})

it('refuses a receiver that is no user id, or nobody', async () => {
  expect((await push([text(1)], 'C123')).json.message).toContain("'to'")
  expect((await push([text(1)], `U${'9'.repeat(32)}`)).json.message).toBe('Failed to send messages')
})

it('tells the shop signed what a person does, and takes one answer to it, free', async () => {
  await client.press(`/line/people/${test.person(1)}/befriend`)
  await client.press(`/line/people/${test.person(1)}/say`, { text: '我的訂單' })
  await client.press(`/line/people/${test.person(1)}/postback`, { data: 'action=orders' })
  await client.press(`/line/people/${test.person(1)}/block`)
  await test.line.webhooks.idle()
  const events = test.shop.received.map(({ path, headers, body }) => {
    const own = createHmac('sha256', '8f1e2d3c4b5a69788796a5b4c3d2e1f0')
      .update(body)
      .digest('base64')
    expect([path, headers['x-line-signature']]).toEqual(['/v2/line/webhook', own])
    return JSON.parse(body).events[0]
  })
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    'follow',
    'message',
    'postback',
    'unfollow',
  ])
  const said = events.find(({ type }) => type === 'message')
  expect(said).toMatchObject({
    message: { type: 'text', text: '我的訂單' },
    source: { type: 'user', userId: test.person(1) },
    deliveryContext: { isRedelivery: false },
    webhookEventId: expect.stringMatching(/^[0-9A-Z]{26}$/),
  })
  await client.press(`/line/people/${test.person(1)}/befriend`)
  const reply = () =>
    client.bot('/v2/bot/message/reply', { replyToken: said.replyToken, messages: [text(1)] })
  expect((await reply()).status).toBe(200)
  expect((await reply()).json.message).toBe('Invalid reply token')
  expect((await phone(1)).chat.at(-1)).toMatchObject({ way: 'reply' })
  expect((await client.bot('/v2/bot/message/quota/consumption')).json).toEqual({ totalUsage: 0 })
})

it('takes no answer after a minute, and none with a retry key', async () => {
  await client.press(`/line/people/${test.person(0)}/say`, { text: '嗨' })
  const [event] = test.line.webhooks.list()
  const body = { replyToken: event?.fields.replyToken, messages: [text(1)] }
  const withKey = await client.bot('/v2/bot/message/reply', body, {
    'x-line-retry-key': randomUUID(),
  })
  expect(withKey.status).toBe(400)
  await test.pass(2)
  expect((await client.bot('/v2/bot/message/reply', body)).json.message).toBe('Invalid reply token')
})

it('sends an event again that was not taken, as the same event, until it is', async () => {
  test.shop.answer = { status: 503 }
  await client.press(`/line/people/${test.person(0)}/say`, { text: '嗨' })
  await test.line.webhooks.idle()
  test.shop.answer = {}
  await test.pass(2)
  await test.pass(30)
  const events = test.shop.received.map(({ body }) => JSON.parse(body).events[0])
  expect(events.map(({ deliveryContext }) => deliveryContext.isRedelivery)).toEqual([false, true])
  expect(new Set(events.map(({ webhookEventId }) => webhookEventId)).size).toBe(1)
})

it('sends an event forged, changed, unknown and twice when somebody presses it', async () => {
  await client.press('/line/settings', { holdsWebhooks: true })
  await client.press(`/line/people/${test.person(0)}/say`, { text: '嗨' })
  const [event] = test.line.webhooks.list()
  expect(test.shop.received).toEqual([])
  const isSigned = ({ headers, body }: { headers: Record<string, unknown>; body: string }) =>
    headers['x-line-signature'] ===
    createHmac('sha256', '8f1e2d3c4b5a69788796a5b4c3d2e1f0').update(body).digest('base64')
  for (const variant of ['wrong-signature', 'unsigned', 'changed', 'unknown']) {
    await client.press(`/line/webhooks/${event?.id}`, { variant })
  }
  expect(test.shop.received.map(isSigned)).toEqual([false, false, false, true])
  await client.press(`/line/webhooks/${event?.id}`, { variant: 'normal', times: 2 })
  expect(test.shop.received.slice(4).map(isSigned)).toEqual([true, true])
})

it('tells profile of friends alone, the account, and whether the webhook answers', async () => {
  expect((await client.bot(`/v2/bot/profile/${test.person(0)}`)).json).toMatchObject({
    displayName: '王大明',
  })
  expect((await client.bot(`/v2/bot/profile/${test.person(1)}`)).status).toBe(404)
  expect((await client.bot('/v2/bot/info')).json).toMatchObject({ basicId: '@minmin' })
  const answer = async () => (await client.bot('/v2/bot/channel/webhook/test', {})).json
  expect(await answer()).toMatchObject({ success: true, statusCode: 200 })
  expect(JSON.parse(test.shop.received.at(-1)?.body ?? '{}').events).toEqual([])
  test.line.switches.webhookUrl = 'https://shop.example/v2/line/webhook'
  expect(await answer()).toMatchObject({ success: false, statusCode: 0 })
})
