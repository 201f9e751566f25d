import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { channels } from '../../../gateway/line/channels.ts'
import { befriend, block } from '../../../gateway/line/phone-actions.ts'
import { defaultSwitches } from '../../../gateway/line/switches.ts'
import { type RunningGateway, startGateway } from '../../../gateway/start-gateway.ts'
import { freePort } from '../testing/free-port.ts'
import { createLineMessaging, type LineMessage } from './line-messaging.ts'

/** An address that nobody listens at. */
const nowhere = async () => `http://127.0.0.1:${await freePort()}`

let running: RunningGateway
beforeAll(async () => {
  running = await startGateway()
})
beforeEach(() => {
  Object.assign(running.gateway.line.switches, defaultSwitches)
  running.gateway.line.chats.setUsed(0)
})
afterAll(() => running.close())

const { accessToken } = channels.messaging
const client = (token: string = accessToken, timeoutMs = 10_000) =>
  createLineMessaging(
    { accessToken: token },
    { api: running.address },
    { limits: { timeoutMs, maxBytes: 64 * 1024 } },
  )

const person = (index: number) => running.gateway.line.people[index]?.id ?? ''
const chatOf = (index: number) => running.gateway.line.chats.of(person(index))
const text: LineMessage = { type: 'text', text: '成團了' }
const card: LineMessage = {
  type: 'flex',
  altText: '成團了：青瓷杯',
  contents: {
    type: 'bubble',
    body: {
      type: 'box',
      layout: 'vertical',
      contents: [{ type: 'text', text: '截至 11/27 10:15', wrap: true }],
    },
  },
}

it('sends messages to a friend, once for each key', async () => {
  const before = chatOf(0).length
  const key = randomUUID()
  expect(await client().push(person(0), [text, card], key)).toEqual({ type: 'accepted' })
  expect(await client().push(person(0), [text, card], key)).toEqual({ type: 'accepted' })
  expect(chatOf(0)).toHaveLength(before + 1)
  expect(await client().quota()).toEqual({ type: 'quota', limit: 200, used: 1 })
})

it.each(['lost', 'delayed'] as const)(
  'after an answer that is %s the same key brings nothing twice',
  async (fault) => {
    const before = chatOf(0).length
    const key = randomUUID()
    Object.assign(running.gateway.line.switches, { messaging: fault, delayMs: 600_000 })
    expect(await client(accessToken, 300).push(person(0), [text], key)).toMatchObject({
      type: 'unknown',
    })
    running.gateway.line.switches.messaging = 'none'
    expect(await client().push(person(0), [text], key)).toEqual({ type: 'accepted' })
    expect(chatOf(0)).toHaveLength(before + 1)
  },
)

it.each([
  ['error', { type: 'unknown', reason: 'HTTP 500' }],
  ['html', { type: 'unknown' }],
  ['limited', { type: 'limited' }],
  ['away', { type: 'unknown' }],
] as const)('of the fault %s it may be sent again with its key', async (fault, expected) => {
  const key = randomUUID()
  running.gateway.line.switches.messaging = fault
  expect(await client().push(person(0), [text], key)).toMatchObject(expected)
  expect((await client().quota()).type).not.toBe('quota')
  running.gateway.line.switches.messaging = 'none'
  expect(await client().push(person(0), [text], key)).toEqual({ type: 'accepted' })
})

it('knows when the messages of the month are used up, and a month without a limit', async () => {
  running.gateway.line.chats.setUsed(200)
  expect(await client().push(person(0), [text], randomUUID())).toEqual({ type: 'over_quota' })
  running.gateway.line.switches.quota = 0
  expect(await client().quota()).toEqual({ type: 'quota', limit: null, used: 200 })
  expect(await client().push(person(0), [text], randomUUID())).toEqual({ type: 'accepted' })
})

it('is told why a message is refused, and that a token is none', async () => {
  const empty: LineMessage = { type: 'text', text: '' }
  expect(await client().push(person(0), [empty], randomUUID())).toMatchObject({
    type: 'refused',
    status: 400,
  })
  expect(await client('guessed').push(person(0), [text], randomUUID())).toMatchObject({
    type: 'refused',
    status: 401,
  })
  expect(await client('guessed').info()).toMatchObject({ type: 'refused', status: 401 })
  expect(await client().info()).toEqual({
    type: 'account',
    name: 'MinMin 團購',
    basicId: '@minmin',
  })
})

it('is not told that somebody blocks the account', async () => {
  const { line } = running.gateway
  const [, chen] = line.people
  if (!chen) throw new Error('nobody')
  befriend(line, chen)
  block(line, chen)
  expect(await client().push(chen.id, [text], randomUUID())).toEqual({ type: 'accepted' })
  expect(chatOf(1)).toEqual([])
})

it('answers an event once, free', async () => {
  const token = running.gateway.line.chats.issueReplyToken(person(0))
  expect(await client().reply(token, [text])).toEqual({ type: 'accepted' })
  expect(await client().reply(token, [text])).toMatchObject({ type: 'refused', status: 400 })
  expect(await client().quota()).toMatchObject({ used: 0 })
})

it('says so when nobody answers', async () => {
  const nobody = createLineMessaging({ accessToken }, { api: await nowhere() })
  expect(await nobody.push(person(0), [text], randomUUID())).toMatchObject({ type: 'unreachable' })
  expect(await nobody.quota()).toMatchObject({ type: 'unreachable' })
})
