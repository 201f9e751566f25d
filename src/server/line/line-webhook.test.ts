import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { channels } from '../../../gateway/line/channels.ts'
import type { Person } from '../../../gateway/line/people.ts'
import { befriend, block, postBack, say } from '../../../gateway/line/phone-actions.ts'
import { type RunningGateway, startGateway } from '../../../gateway/start-gateway.ts'
import { readWebhook, type WebhookReading } from './line-webhook.ts'

const { secret, botId } = channels.messaging
const readings: WebhookReading[] = []
const shop = createServer(async (request, response) => {
  const signature = request.headers['x-line-signature']
  const raw = await buffer(request)
  readings.push(readWebhook(raw, signature === undefined ? undefined : String(signature), secret))
  response.end()
})

let running: RunningGateway
let person: Person
beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  running = await startGateway()
  const { port } = shop.address() as AddressInfo
  running.gateway.line.switches.webhookUrl = `http://127.0.0.1:${port}/v2/line/webhook`
  person = running.gateway.line.people[0] as Person
})
beforeEach(() => {
  readings.length = 0
})
afterAll(async () => {
  await running.close()
  shop.closeAllConnections()
  await new Promise((resolve) => shop.close(resolve))
})

const eventsOf = (reading: WebhookReading | undefined) =>
  reading?.type === 'events' ? reading.events : []

it('reads what LINE tells, signed, of a person', async () => {
  const { line } = running.gateway
  say(line, person, '我的訂單')
  await line.webhooks.idle()
  postBack(line, person, { data: 'action=orders' })
  await line.webhooks.idle()
  block(line, person)
  await line.webhooks.idle()
  befriend(line, person)
  await line.webhooks.idle()
  const events = readings.flatMap(eventsOf)
  expect(events).toMatchObject([
    { type: 'text', text: '我的訂單', userId: person.id, isRedelivery: false },
    { type: 'postback', data: 'action=orders' },
    { type: 'unfollow' },
    { type: 'follow' },
  ])
  expect(new Set(events.map(({ id }) => id)).size).toBe(4)
  expect(events.map(({ replyToken }) => replyToken !== undefined)).toEqual([
    true,
    true,
    false,
    true,
  ])
})

it('reads an event that is sent again as the same one, and an unknown kind as another', async () => {
  const { webhooks } = running.gateway.line
  const [event] = webhooks.list()
  if (!event) throw new Error('no event')
  await webhooks.send(event)
  await webhooks.send(event, 'unknown')
  expect(readings.flatMap(eventsOf)).toMatchObject([
    { id: event.id, type: 'text', isRedelivery: true, at: event.createdAt },
    { id: event.id, type: 'other' },
  ])
})

it('believes nothing that is forged, changed or not signed', async () => {
  const { webhooks } = running.gateway.line
  const [event] = webhooks.list()
  if (!event) throw new Error('no event')
  for (const variant of ['wrong-signature', 'changed', 'unsigned'] as const) {
    await webhooks.send(event, variant)
  }
  expect(readings).toEqual(Array(3).fill({ type: 'refused', reason: 'x-line-signature' }))
})

it('takes the try of the console, which has no events', async () => {
  await running.gateway.line.webhooks.verify()
  expect(readings).toEqual([{ type: 'events', destination: botId, events: [] }])
})

it.each([
  ['', 'no JSON'],
  ['[1]', 'no events'],
  ['null', 'no events'],
  ['{"events":{}}', 'no events'],
])('throws nothing for the signed text %j', (text, reason) => {
  const raw = Buffer.from(text)
  const signature = createHmac('sha256', secret).update(raw).digest('base64')
  expect(readWebhook(raw, signature, secret)).toEqual({ type: 'refused', reason })
})

it('leaves out an event that cannot be told from others', () => {
  const events = [
    { type: 'message' },
    5,
    { webhookEventId: 'A', timestamp: 'soon' },
    { webhookEventId: 'B', timestamp: 1 },
  ]
  const raw = Buffer.from(JSON.stringify({ destination: botId, events }))
  const signature = createHmac('sha256', secret).update(raw).digest('base64')
  expect(eventsOf(readWebhook(raw, signature, secret))).toEqual([
    { id: 'B', at: new Date(1), isRedelivery: false, type: 'other' },
  ])
})
