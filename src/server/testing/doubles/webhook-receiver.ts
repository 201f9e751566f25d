import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface ReceivedEvent {
  id: string
  type: string
  data: Record<string, unknown>
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

export interface WebhookReceiver {
  url: string
  /** Every accepted event in the order of arrival, those that came again too. */
  events: ReceivedEvent[]
  /** Requests whose signature or time was wrong. */
  refused: number
  /** As the shop shows it once. */
  secret: string
  /** The answer to an event; 200 unless a test says otherwise. */
  answer: (event: ReceivedEvent) => Answer | Promise<Answer>
  close(): Promise<void>
}

const toleranceSeconds = 5 * 60

/**
 * A receiver as the specification of Standard Webhooks describes it, and nothing else: it shares no
 * code with the shop.
 */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const receiver: WebhookReceiver = {
    url: '',
    events: [],
    refused: 0,
    secret: '',
    answer: () => ({ status: 200 }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (!isGenuine(receiver.secret, request.headers, body)) {
      receiver.refused++
      return response.writeHead(400).end()
    }
    const { type, data } = JSON.parse(body)
    const event = { id: String(request.headers['webhook-id']), type, data }
    const { status, headers = {}, body: answer = '' } = await receiver.answer(event)
    if (status < 300) receiver.events.push(event)
    response.writeHead(status, headers).end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return receiver
}

function isGenuine(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  )
  if (!id || !timestamp || !signatures) return false
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((versioned) => {
    const [version, signature = ''] = versioned.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
