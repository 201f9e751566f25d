import { randomUUID } from 'node:crypto'
import { channels } from '../channels.ts'
import { findPerson, isChat, type Line } from '../line.ts'
import {
  bearerOf,
  jsonOf,
  type LineAnswer,
  type LineRequest,
  type RegisterLineCall,
} from '../line-call.ts'
import { isReached, type Person } from '../people.ts'
import type { ChatEntry } from './chat-book.ts'
import { faultsOfMessages, type MessageFault, toMessages } from './message-rules.ts'

type Body = Record<string, unknown>

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const userId = /^U[0-9a-f]{32}$/
const multicastMost = 500

/** The calls of the Messaging API. */
export function registerMessagingRoutes(line: Line, register: RegisterLineCall): void {
  const { chats, switches } = line

  /** Every call is that of the channel, and has an id of its own. */
  function call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    answer: (request: LineRequest, requestId: string) => LineAnswer | Promise<LineAnswer>,
  ): void {
    register(method, path, async (request) => {
      const requestId = randomUUID()
      const isOurs = bearerOf(request) === channels.messaging.accessToken
      const told = isOurs ? await answer(request, requestId) : unauthorised
      return { ...told, headers: { ...told.headers, 'x-line-request-id': requestId } }
    })
  }

  /** Sends to people with a retry key, which is accepted once. */
  function sendTo(
    request: LineRequest,
    {
      body,
      requestId,
      way,
      ids,
    }: { body: Body; requestId: string; way: 'push' | 'multicast'; ids: string[] },
  ): LineAnswer {
    const retryKey = request.headers['x-line-retry-key']
    if (retryKey !== undefined && !uuid.test(String(retryKey))) {
      return refused('The retry key is invalid')
    }
    const accepted = retryKey === undefined ? undefined : chats.accepted(String(retryKey))
    if (accepted) {
      const message = 'The retry key is already accepted'
      const headers = { 'x-line-accepted-request-id': accepted.requestId }
      const sentMessages = accepted.sentIds.map((id) => ({ id }))
      return { status: 409, headers, body: { message, ...(way === 'push' && { sentMessages }) } }
    }
    const faults = faultsOfMessages(body.messages)
    if (faults.length > 0) return refusedFor(faults)
    const people = ids.map((id) => findPerson(line, id))
    if (way === 'push' && !people[0]) return refused('Failed to send messages')
    const reached = people.filter((person): person is Person => !!person && isReached(person))
    if (switches.quota > 0 && chats.used() + reached.length > switches.quota) {
      return { status: 429, body: { message: 'You have reached your monthly limit.' } }
    }
    chats.count(reached.length)
    const messages = toMessages(body.messages)
    const entries = reached.map(({ id }) => chats.add(id, { by: 'shop', way, messages }))
    const sentIds = idsOf(entries[0] ?? { id: String(Date.now()), messages })
    if (retryKey !== undefined) chats.accept(String(retryKey), { requestId, sentIds })
    return { status: 200, body: way === 'push' ? { sentMessages: sentIds.map(toSent) } : {} }
  }

  call('POST', '/v2/bot/message/push', (request, requestId) => {
    const body = jsonOf(request)
    if (!body) return badBody
    if (typeof body.to !== 'string' || !userId.test(body.to)) return badReceiver
    return sendTo(request, { body, requestId, way: 'push', ids: [body.to] })
  })
  call('POST', '/v2/bot/message/multicast', (request, requestId) => {
    const body = jsonOf(request)
    if (!body) return badBody
    const ids = Array.isArray(body.to) ? [...new Set(body.to.map(String))] : []
    if (ids.length < 1 || ids.length > multicastMost || !ids.every((id) => userId.test(id))) {
      return badReceiver
    }
    return sendTo(request, { body, requestId, way: 'multicast', ids })
  })
  call('POST', '/v2/bot/message/reply', (request) => {
    const body = jsonOf(request)
    if (!body) return badBody
    if (request.headers['x-line-retry-key'] !== undefined) {
      return refused('The retry key is not supported')
    }
    const faults = faultsOfMessages(body.messages)
    if (faults.length > 0) return refusedFor(faults)
    const chatId = chats.takeReplyToken(String(body.replyToken ?? ''))
    if (chatId === undefined || !isChat(line, chatId)) return refused('Invalid reply token')
    const messages = toMessages(body.messages)
    const person = findPerson(line, chatId)
    const entry =
      !person || isReached(person)
        ? chats.add(chatId, { by: 'shop', way: 'reply', messages })
        : { id: String(Date.now()), messages }
    return { status: 200, body: { sentMessages: idsOf(entry).map(toSent) } }
  })
  call('POST', '/v2/bot/message/validate/:kind', (request) => {
    const body = jsonOf(request)
    if (!body) return badBody
    const faults = faultsOfMessages(body.messages)
    return faults.length > 0 ? refusedFor(faults) : { status: 200, body: {} }
  })

  call('GET', '/v2/bot/message/quota', () => ({
    status: 200,
    body: switches.quota > 0 ? { type: 'limited', value: switches.quota } : { type: 'none' },
  }))
  call('GET', '/v2/bot/message/quota/consumption', () => ({
    status: 200,
    body: { totalUsage: chats.used() },
  }))
  call('GET', '/v2/bot/info', () => {
    const { botId, basicId, name } = channels.messaging
    const modes = { chatMode: 'bot', markAsReadMode: 'auto' }
    return { status: 200, body: { userId: botId, basicId, displayName: name, ...modes } }
  })
  call('GET', '/v2/bot/profile/:id', ({ params }) => {
    const person = findPerson(line, params.id)
    if (!person || !isReached(person)) return notFound
    const { id, name: displayName, statusMessage } = person
    const body = {
      userId: id,
      displayName,
      language: 'zh-TW',
      ...(statusMessage && { statusMessage }),
    }
    return { status: 200, body }
  })

  call('GET', '/v2/bot/channel/webhook/endpoint', () =>
    switches.webhookUrl === ''
      ? notFound
      : { status: 200, body: { endpoint: switches.webhookUrl, active: true } },
  )
  call('PUT', '/v2/bot/channel/webhook/endpoint', (request) => {
    const endpoint = String(jsonOf(request)?.endpoint ?? '')
    if (!URL.canParse(endpoint) || endpoint.length > 500)
      return refused('Invalid webhook endpoint URL')
    switches.webhookUrl = endpoint
    return { status: 200, body: {} }
  })
  call('POST', '/v2/bot/channel/webhook/test', async () => {
    const delivery = await line.webhooks.verify()
    const { status: statusCode = 0, answer: detail = '' } = delivery ?? {}
    const success = statusCode === 200
    const timestamp = line.clock.now().toISOString()
    const reason = success ? 'OK' : statusCode === 0 ? 'COULD_NOT_CONNECT' : 'ERROR_STATUS_CODE'
    return { status: 200, body: { success, timestamp, statusCode, reason, detail } }
  })
}

const unauthorised: LineAnswer = {
  status: 401,
  body: {
    message:
      'Authentication failed due to the following reason: invalid token. Confirm that the access token in the authorization header is valid.',
  },
}
const notFound: LineAnswer = { status: 404, body: { message: 'Not found' } }
const badBody = refused('The request body could not be parsed as JSON (line: -, column: -)')
const badReceiver = refused(
  "The property, 'to', in the request body is invalid (line: -, column: -)",
)

function refused(message: string): LineAnswer {
  return { status: 400, body: { message } }
}

function refusedFor(details: MessageFault[]): LineAnswer {
  return {
    status: 400,
    body: { message: `The request body has ${details.length} error(s)`, details },
  }
}

/** Each message of a call has an id. */
function idsOf({ id, messages }: Pick<ChatEntry, 'id' | 'messages'>): string[] {
  return messages.map((_, index) => `${id}${index}`)
}

function toSent(id: string) {
  return { id, quoteToken: `q${id}` }
}
