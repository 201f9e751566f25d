import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { channels } from '../../../../gateway/line/channels.ts'
import { defaultSwitches } from '../../../../gateway/line/switches.ts'
import { type RunningGateway, startGateway } from '../../../../gateway/start-gateway.ts'
import { freePort } from '../../testing/free-port.ts'
import { createLinePayClient, type LinePayRequest, signLinePay } from './line-pay-client.ts'
import { parseWithLongNumbers } from './long-numbers.ts'

/** An address that nobody listens at. */
const nowhere = async () => `http://127.0.0.1:${await freePort()}`

let running: RunningGateway
beforeAll(async () => {
  running = await startGateway()
})
beforeEach(() => {
  Object.assign(running.gateway.line.switches, defaultSwitches)
})
afterAll(() => running.close())

const { id: channelId, secret: channelSecret } = channels.pay
const within = (timeoutMs: number) => ({ timeoutMs, maxBytes: 64 * 1024 })
const client = (more: { channelSecret?: string; timeoutMs?: number; url?: string } = {}) => {
  const limits = within(more.timeoutMs ?? 10_000)
  const account = { channelId, channelSecret: more.channelSecret ?? channelSecret }
  return createLinePayClient(account, more.url ?? running.address, { fast: limits, slow: limits })
}

const order = (changes: Partial<LinePayRequest> = {}): LinePayRequest => ({
  orderId: randomUUID(),
  amount: 840,
  items: [
    { name: '青瓷杯', quantity: 2, price: 360 },
    { name: '運費', quantity: 1, price: 120 },
  ],
  confirmUrl: 'http://localhost:3000/v2/gateway/linepay/return',
  cancelUrl: 'http://localhost:3000/cancel',
  captures: true,
  ...changes,
})

async function requested(changes: Partial<LinePayRequest> = {}) {
  const asked = order(changes)
  const result = await client().request(asked)
  if (result.type !== 'requested') throw new Error(JSON.stringify(result))
  return { ...result, id: result.transactionId, asked }
}

/** The shopper presses a button on the page of LINE Pay. */
async function press(url: string, action: string): Promise<URLSearchParams> {
  const body = new URLSearchParams({ action })
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  return new URL(reply.headers.get('location') ?? '', running.address).searchParams
}

async function paid(changes: Partial<LinePayRequest> = {}) {
  const one = await requested(changes)
  await press(one.webUrl, 'agree')
  expect(await client().confirm(one.id, 840)).toEqual({ type: 'done' })
  return one
}

it('signs the bytes of a body as the vector has it', () => {
  const signature = signLinePay('a917ab6a2367b536f8e5a6e2977e06f4', {
    path: '/v3/payments/request',
    content: '{"amount":250,"currency":"TWD","orderId":"T1"}',
    nonce: '44453d45-768e-40e8-8349-748e797c450f',
  })
  expect(signature).toBe('YvWD4b8djiYfL+2MHhP9b0iAmgE23fBvfhJhvetLm4o=')
})

it('keeps all digits of long numbers, and nothing else as text', () => {
  const text =
    '{"transactionId":2026081402375151710,"amount":100,"name":"x:2026081402375151710,","list":[1.5,-7]}'
  expect(parseWithLongNumbers(text)).toEqual({
    transactionId: '2026081402375151710',
    amount: 100,
    name: 'x:2026081402375151710,',
    list: [1.5, -7],
  })
})

it('requests, follows the shopper, and confirms once', async () => {
  const { id, webUrl, asked } = await requested()
  expect(id).toMatch(/^\d{19}$/)
  expect(await client().check(id)).toEqual({ type: 'waiting' })
  expect(await client().confirm(id, 840)).toMatchObject({ type: 'refused', code: '1169' })
  const back = await press(webUrl, 'agree')
  expect([back.get('transactionId'), back.get('orderId')]).toEqual([id, asked.orderId])
  expect(await client().check(id)).toEqual({ type: 'agreed' })
  expect(await client().find(asked.orderId)).toEqual({ type: 'found' })
  expect(await client().confirm(id, 839)).toMatchObject({ type: 'refused', code: '1153' })
  expect(await client().confirm(id, 840)).toEqual({ type: 'done' })
  expect(await client().confirm(id, 840)).toMatchObject({ type: 'refused', code: '1152' })
  expect(await client().check(id)).toEqual({ type: 'confirmed' })
  expect(await client().find(asked.orderId)).toEqual({
    type: 'found',
    transaction: {
      transactionId: id,
      orderId: asked.orderId,
      state: 'captured',
      amount: 840,
      refunds: [],
    },
  })
})

it('knows a shopper who has cancelled or failed', async () => {
  const [cancelled, failed] = [await requested(), await requested()]
  await press(cancelled.webUrl, 'cancel')
  await press(failed.webUrl, 'fail')
  expect(await client().check(cancelled.id)).toEqual({ type: 'cancelled' })
  expect(await client().check(failed.id)).toEqual({ type: 'failed' })
})

it('captures and voids an authorisation', async () => {
  const [one, other] = [await paid({ captures: false }), await paid({ captures: false })]
  const state = async (orderId: string) => {
    const found = await client().find(orderId)
    return found.type === 'found' ? found.transaction?.state : found.type
  }
  expect(await state(one.asked.orderId)).toBe('authorised')
  expect(await client().refund(one.id, 100)).toMatchObject({ type: 'refused', code: '1179' })
  expect(await client().capture(one.id, 840)).toEqual({ type: 'done' })
  expect(await client().capture(one.id, 840)).toMatchObject({ type: 'refused' })
  expect(await client().void(other.id)).toEqual({ type: 'done' })
  expect([await state(one.asked.orderId), await state(other.asked.orderId)]).toEqual([
    'captured',
    'voided',
  ])
})

it('refunds in parts, and finds them again', async () => {
  const { id, asked } = await paid()
  expect(await client().refund(id, 500)).toMatchObject({
    type: 'refunded',
    refundId: expect.stringMatching(/^\d{19}$/),
  })
  expect(await client().refund(id, 341)).toMatchObject({ type: 'refused', code: '1164' })
  expect(await client().refund(id, 340)).toMatchObject({ type: 'refunded' })
  expect(await client().refund(id, 1)).toMatchObject({ type: 'refused', code: '1165' })
  const found = await client().find(asked.orderId)
  expect(found).toMatchObject({ transaction: { refunds: [{ amount: 500 }, { amount: 340 }] } })
})

it.each(['lost', 'delayed'] as const)(
  'does not know of a confirmation whose answer is %s, until it asks',
  async (fault) => {
    const { id, webUrl } = await requested()
    await press(webUrl, 'agree')
    Object.assign(running.gateway.line.switches, { pay: fault, delayMs: 600_000 })
    // Long enough for the request to arrive.
    const asked = client(fault === 'delayed' ? { timeoutMs: 2_000 } : {})
    expect(await asked.confirm(id, 840)).toMatchObject({ type: 'unknown' })
    running.gateway.line.switches.pay = 'none'
    expect(await client().check(id)).toEqual({ type: 'confirmed' })
  },
)

it.each([
  ['error', { type: 'unknown', reason: 'HTTP 500' }],
  ['html', { type: 'unknown', reason: 'no JSON' }],
  ['limited', { type: 'stopped' }],
  ['away', { type: 'unknown' }],
] as const)('throws nothing of the fault %s', async (fault, expected) => {
  const { id, asked } = await paid()
  running.gateway.line.switches.pay = fault
  const pay = client()
  for (const answer of [
    await pay.request(order()),
    await pay.check(id),
    await pay.confirm(id, 840),
    await pay.capture(id, 840),
    await pay.void(id),
    await pay.refund(id, 1),
    await pay.find(asked.orderId),
  ]) {
    expect(answer).toMatchObject(expected)
  }
})

it('is refused with another secret, and for sums that do not agree', async () => {
  const stranger = client({ channelSecret: 'guessed' })
  expect(await stranger.request(order())).toMatchObject({ type: 'refused', code: '1106' })
  expect(await stranger.find('M-1')).toMatchObject({ type: 'refused', code: '1106' })
  expect(await client().request(order({ amount: 841 }))).toMatchObject({
    type: 'refused',
    code: '1124',
  })
})

it('says so when nobody answers', async () => {
  const nobody = client({ url: await nowhere() })
  expect(await nobody.request(order())).toMatchObject({ type: 'unreachable' })
  expect(await nobody.confirm('1', 840)).toMatchObject({ type: 'unreachable' })
})
