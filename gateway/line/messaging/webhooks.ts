import { createHmac, randomUUID } from 'node:crypto'
import { isLoopback } from '../../addresses.ts'
import type { Clock } from '../../clock.ts'
import { addMs, minuteMs } from '../../taipei-time.ts'
import { channels } from '../channels.ts'
import type { LineSwitches } from '../switches.ts'

/** How an event is sent. */
export const webhookVariants = {
  normal: '正常',
  'wrong-signature': '簽章錯誤',
  unsigned: '沒有簽章',
  changed: '簽章後被更改',
  unknown: '未知的事件',
} as const
export type WebhookVariant = keyof typeof webhookVariants

export interface WebhookDelivery {
  at: Date
  variant: WebhookVariant
  isRedelivery: boolean
  /** 0: no answer. */
  status: number
  answer: string
}

/** An event, and how often it was sent. */
export interface WebhookEvent {
  id: string
  personId: string
  /** Where it was done, other than in the chat of the person with the account. */
  groupId?: string
  createdAt: Date
  fields: Record<string, unknown> & { type: string }
  deliveries: WebhookDelivery[]
  isAcknowledged: boolean
}

export interface Webhooks {
  list(): readonly WebhookEvent[]
  find(id: string): WebhookEvent | undefined
  /** Tells the shop what a person did, unless events are held. */
  tell(personId: string, fields: WebhookEvent['fields'], groupId?: string): void
  send(event: WebhookEvent, variant?: WebhookVariant): Promise<void>
  /** A request without events, as the button of the console sends it. */
  verify(): Promise<WebhookDelivery | undefined>
  /** Resolves when no delivery is pending. */
  idle(): Promise<void>
  close(): Promise<void>
}

const timeoutMs = 10_000
/** When an event that was not answered is sent again; LINE does not publish it. */
const repeatMinutes = [1, 5, 15]

export function createWebhooks(clock: Clock, switches: LineSwitches): Webhooks {
  const events: WebhookEvent[] = []
  const underWay = new Set<Promise<unknown>>()
  const ending = new AbortController()
  /** Ids of LINE are 26 signs of base 32. */
  const newId = () => randomUUID().replaceAll('-', '').slice(0, 26).toUpperCase()

  function track<Result>(work: Promise<Result>): Promise<Result> {
    underWay.add(work)
    return work.finally(() => underWay.delete(work))
  }

  async function deliver(
    body: string,
    { variant, isRedelivery }: Pick<WebhookDelivery, 'variant' | 'isRedelivery'>,
  ): Promise<WebhookDelivery | undefined> {
    const url = switches.webhookUrl
    // Any page can post a form here, so nothing is carried into other networks.
    if (!URL.canParse(url) || !isLoopback(new URL(url).hostname)) return undefined
    const signature = signatureOf(body)
    const headers: Record<string, string> = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'LineBotWebhook/2.0',
      ...(variant !== 'unsigned' && {
        'x-line-signature': variant === 'wrong-signature' ? signatureOf(`${body} `) : signature,
      }),
    }
    const sent = variant === 'changed' ? body.replace('"mode":"active"', '"mode":"standby"') : body
    const delivery = { at: clock.now(), variant, isRedelivery, status: 0, answer: '' }
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ending.signal])
      const reply = await fetch(url, {
        method: 'POST',
        headers,
        body: sent,
        redirect: 'manual',
        signal,
      })
      delivery.answer = (await reply.text()).slice(0, 200)
      delivery.status = reply.status
    } catch (error) {
      delivery.answer = String((error as { cause?: { code?: string } }).cause?.code ?? 'no answer')
    }
    return delivery
  }

  function bodyOf(event: WebhookEvent, isRedelivery: boolean, variant: WebhookVariant): string {
    const fields =
      variant === 'unknown' ? { type: 'somethingNew', somethingNew: { a: 1 } } : event.fields
    return JSON.stringify({
      destination: channels.messaging.botId,
      events: [
        {
          ...fields,
          mode: 'active',
          timestamp: event.createdAt.getTime(),
          source:
            event.groupId === undefined
              ? { type: 'user', userId: event.personId }
              : { type: 'group', groupId: event.groupId, userId: event.personId },
          webhookEventId: event.id,
          deliveryContext: { isRedelivery },
        },
      ],
    })
  }

  async function send(event: WebhookEvent, variant: WebhookVariant = 'normal'): Promise<void> {
    const isRedelivery = event.deliveries.some((one) => one.variant === 'normal')
    const delivery = await deliver(bodyOf(event, isRedelivery, variant), { variant, isRedelivery })
    if (!delivery) return
    event.deliveries.push(delivery)
    const isTaken = delivery.status >= 200 && delivery.status < 300
    if (variant !== 'normal') return
    if (isTaken) event.isAcknowledged = true
    const sent = event.deliveries.filter((one) => one.variant === 'normal').length
    const minutes = repeatMinutes[sent - 1]
    if (isTaken || !switches.redelivers || minutes === undefined) return
    clock.schedule(addMs(clock.now(), minutes * minuteMs), () => {
      if (!event.isAcknowledged && switches.redelivers) return track(send(event))
    })
  }

  return {
    list: () => events,
    find: (id) => events.find((event) => event.id === id),
    tell(personId, fields, groupId) {
      const event: WebhookEvent = {
        id: newId(),
        personId,
        ...(groupId !== undefined && { groupId }),
        createdAt: clock.now(),
        fields,
        deliveries: [],
        isAcknowledged: false,
      }
      events.push(event)
      if (!switches.holdsWebhooks) void track(send(event))
    },
    send: (event, variant) => track(send(event, variant)),
    verify: () =>
      track(
        deliver(JSON.stringify({ destination: channels.messaging.botId, events: [] }), {
          variant: 'normal',
          isRedelivery: false,
        }),
      ),
    async idle() {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
    async close() {
      ending.abort()
      await Promise.allSettled(underWay)
    },
  }
}

function signatureOf(body: string): string {
  return createHmac('sha256', channels.messaging.secret).update(body).digest('base64')
}
