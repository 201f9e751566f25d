import type { FastifyInstance } from 'fastify'
import { messagePage } from '../../pages/layout.ts'
import { body, isOn, wholeNumber } from '../../routes/bodies.ts'
import { answer, PageError, sendPage, wantsJson } from '../../routes/replies.ts'
import { channels } from '../channels.ts'
import { findPerson, type Line } from '../line.ts'
import { type WebhookVariant, webhookVariants } from '../messaging/webhooks.ts'
import { groupChat, type Person } from '../people.ts'
import { befriend, block, postBack, say, sayInGroup } from '../phone-actions.ts'
import { idTokenFaults, type LineSwitches, lineFaults } from '../switches.ts'
import { linePage } from './line-page.ts'
import { groupPage, phonePage, phonePath } from './phone-page.ts'

const fault = { enum: Object.keys(lineFaults) }
const text = (maxLength: number) => ({ type: 'string', maxLength })
const count = { type: 'integer', minimum: 0, maximum: 1_000_000 }
const bodies = {
  settings: {
    login: fault,
    messaging: fault,
    pay: fault,
    delayMs: wholeNumber,
    idToken: { enum: Object.keys(idTokenFaults) },
    algorithm: { enum: ['HS256', 'ES256'] },
    callbackUrl: text(500),
    liffEndpoint: text(500),
    sharesInLiff: isOn,
    quota: count,
    webhookUrl: text(500),
    redelivers: isOn,
    holdsWebhooks: isOn,
    hasBalance: isOn,
  },
  quota: { used: count },
  webhook: {
    variant: { enum: Object.keys(webhookVariants) },
    times: { ...wholeNumber, maximum: 100 },
  },
  say: { text: { ...text(5000), minLength: 1 } },
  postback: { data: { ...text(300), minLength: 1 }, displayText: text(300) },
}

interface PersonParams {
  Params: { id: string }
}

/** Actions of a tester on phones, events and switches; JSON is answered with JSON. */
export function registerLineControl(app: FastifyInstance, line: Line): void {
  const { switches, chats, webhooks } = line

  function get(id: string): Person {
    const person = findPerson(line, id)
    if (!person) throw new PageError(404, `查無使用者 ${id}`)
    return person
  }
  const state = () => {
    const people = line.people.map((person) => ({ ...person, chat: chats.of(person.id) }))
    return {
      switches,
      channels,
      people,
      used: chats.used(),
      events: webhooks.list(),
      calls: line.calls,
    }
  }

  app.get('/line', (request, reply) =>
    wantsJson(request) ? reply.send(state()) : sendPage(reply, linePage(line)),
  )
  app.post<{ Body: Partial<LineSwitches> }>(
    '/line/settings',
    body(bodies.settings),
    (request, reply) => {
      Object.assign(switches, request.body)
      return answer(request, reply, '/line', state())
    },
  )
  app.post<{ Body: { used: number } }>(
    '/line/quota',
    body(bodies.quota, ['used']),
    (request, reply) => {
      chats.setUsed(request.body.used)
      return answer(request, reply, '/line', state())
    },
  )
  app.post('/line/webhook-test', async (request, reply) => {
    const delivery = await webhooks.verify()
    if (wantsJson(request)) return reply.send(delivery ?? {})
    const told = delivery ? `商店回應 ${delivery.status || '無'}` : 'Webhook URL 須在這台機器上'
    return sendPage(reply, messagePage('測試 Webhook', [told], 'line'))
  })
  app.post<PersonParams & { Body: { variant?: WebhookVariant; times?: number } }>(
    '/line/webhooks/:id',
    body(bodies.webhook),
    async (request, reply) => {
      const event = webhooks.find(request.params.id)
      if (!event) throw new PageError(404, '查無此事件')
      const { variant = 'normal', times = 1 } = request.body
      await Promise.all(Array.from({ length: times }, () => webhooks.send(event, variant)))
      return answer(request, reply, '/line', event)
    },
  )

  app.get<PersonParams>('/line/people/:id', (request, reply) => {
    const person = get(request.params.id)
    if (wantsJson(request)) return reply.send({ ...person, chat: chats.of(person.id) })
    return sendPage(reply, phonePage(line, person))
  })
  const act = (
    path: string,
    schema: ReturnType<typeof body>,
    work: (person: Person, told: never) => boolean,
  ) =>
    app.post<PersonParams>(`/line/people/:id/${path}`, schema, (request, reply) => {
      const person = get(request.params.id)
      if (!work(person, request.body as never)) throw new PageError(409, '尚未加入好友，或已封鎖')
      return answer(request, reply, phonePath(person), { ...person, chat: chats.of(person.id) })
    })
  act('befriend', {} as ReturnType<typeof body>, (person) => {
    befriend(line, person)
    return true
  })
  act('block', {} as ReturnType<typeof body>, (person) => {
    block(line, person)
    return true
  })
  act('say', body(bodies.say, ['text']), (person, told: { text: string }) =>
    say(line, person, told.text),
  )
  act('say-in-group', body(bodies.say, ['text']), (person, told: { text: string }) => {
    sayInGroup(line, person, told.text)
    return true
  })
  app.get('/line/group', (request, reply) =>
    wantsJson(request)
      ? reply.send({ ...groupChat, chat: chats.of(groupChat.id) })
      : sendPage(reply, groupPage(line)),
  )
  act(
    'postback',
    body(bodies.postback, ['data']),
    (person, told: { data: string; displayText?: string }) => postBack(line, person, told),
  )
}
