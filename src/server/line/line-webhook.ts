import { createHmac, timingSafeEqual } from 'node:crypto'

/** Something that a person did with the official account; `other` is an event of a kind that we do not read. */
export type LineEvent = {
  /** The same each time that it is sent. */
  id: string
  at: Date
  isRedelivery: boolean
  /** Undefined: it is not about one person. */
  userId?: string
  replyToken?: string
  /** It was done in a chat of several people. */
  groupId?: string
} & (
  | { type: 'follow' | 'unfollow' | 'other' }
  | { type: 'text'; text: string }
  | { type: 'postback'; data: string }
)

export type WebhookReading =
  | { type: 'refused'; reason: string }
  | { type: 'events'; destination: string; events: LineEvent[] }

type Value = Record<string, unknown>

/** In constant time, over the bytes as they came. */
function hasValidSignature(
  raw: Buffer,
  signature: string | undefined,
  channelSecret: string,
): boolean {
  const given = Buffer.from(signature ?? '')
  const own = Buffer.from(createHmac('sha256', channelSecret).update(raw).digest('base64'))
  return given.length === own.length && timingSafeEqual(given, own)
}

/** Reads events as LINE sent them, and believes none that is not signed. A try of the console has no events. */
export function readWebhook(
  raw: Buffer,
  signature: string | undefined,
  channelSecret: string,
): WebhookReading {
  if (!hasValidSignature(raw, signature, channelSecret)) {
    return { type: 'refused', reason: 'x-line-signature' }
  }
  let body: Value
  try {
    body = objectOf(JSON.parse(raw.toString()))
  } catch {
    return { type: 'refused', reason: 'no JSON' }
  }
  if (!Array.isArray(body.events)) return { type: 'refused', reason: 'no events' }
  const events = body.events.flatMap((event) => toEvent(objectOf(event)))
  return { type: 'events', destination: textOf(body.destination), events }
}

/** An event without an id cannot be told from another one. */
function toEvent(event: Value): LineEvent[] {
  const id = textOf(event.webhookEventId)
  const at = new Date(Number(event.timestamp))
  if (!/^[A-Za-z0-9]{1,64}$/.test(id) || Number.isNaN(at.getTime())) return []
  const source = objectOf(event.source)
  const userId = textOf(source.userId)
  const groupId = textOf(source.groupId) || textOf(source.roomId)
  const replyToken = textOf(event.replyToken)
  const common = {
    id,
    at,
    isRedelivery: objectOf(event.deliveryContext).isRedelivery === true,
    ...(/^U[0-9a-f]{32}$/.test(userId) && { userId }),
    ...(replyToken !== '' && { replyToken }),
    ...(groupId !== '' && { groupId }),
  }
  const message = objectOf(event.message)
  switch (event.type) {
    case 'follow':
    case 'unfollow':
      return [{ ...common, type: event.type }]
    case 'postback':
      return [{ ...common, type: 'postback', data: textOf(objectOf(event.postback).data) }]
    case 'message':
      return message.type === 'text'
        ? [{ ...common, type: 'text', text: textOf(message.text) }]
        : [{ ...common, type: 'other' }]
    default:
      return [{ ...common, type: 'other' }]
  }
}

function objectOf(value: unknown): Value {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Value)
    : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
