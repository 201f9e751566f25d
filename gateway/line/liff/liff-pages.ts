import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../../addresses.ts'
import { html } from '../../pages/html.ts'
import { hiddenFields, layout } from '../../pages/layout.ts'
import { body } from '../../routes/bodies.ts'
import { answer, PageError, sendPage } from '../../routes/replies.ts'
import { channels } from '../channels.ts'
import { findPerson, type Line } from '../line.ts'
import { faultsOfMessages, toMessages } from '../messaging/message-rules.ts'
import type { Person } from '../people.ts'
import { credentialsOf } from './liff-tokens.ts'

/** In place of https://liff.line.me */
export const liffPath = '/line/liff'

interface Choice {
  ott: string
  /** The payload of the address that LINE's SDK opens: messages among it. */
  data: string
  person: string
  to: string
}

const choice = {
  ott: { type: 'string', maxLength: 100 },
  data: { type: 'string', maxLength: 100_000 },
  person: { type: 'string' },
  to: { type: 'string' },
}

/** Pages of a phone: a link that opens the shop inside LINE, and the picker of friends. */
export function registerLiffPages(app: FastifyInstance, line: Line): void {
  function get(id: string | undefined): Person {
    const person = findPerson(line, id)
    if (!person) throw new PageError(404, `查無使用者 ${id ?? ''}`)
    return person
  }

  app.get<{ Params: { id: string; '*': string }; Querystring: Record<string, string> }>(
    `${liffPath}/:id/*`,
    (request, reply) => {
      if (request.params.id !== channels.liff.id) throw new PageError(404, '查無此 LIFF ID')
      const endpoint = line.switches.liffEndpoint
      // Any page can lead here, so no credentials are carried into other networks.
      if (!URL.canParse(endpoint) || !isLoopback(new URL(endpoint).hostname)) {
        throw new PageError(409, '請先在 LINE 設定這台機器上的 LIFF Endpoint URL')
      }
      const { person, ...query } = request.query
      if (person === undefined) return sendPage(reply, whoPage(line.people, request.url))
      const asked = new URLSearchParams(query).toString()
      const path = `/${request.params['*']}${asked && `?${asked}`}`
      const to = new URL(endpoint)
      if (path !== '/') to.searchParams.set('liff.state', path)
      to.hash = credentialsOf(line, get(person)).toString()
      return reply.redirect(to.href, 303)
    },
  )

  app.get<{ Querystring: Record<string, string> }>('/line/picker', (request, reply) => {
    const { ott = '', data = '', person } = request.query
    return sendPage(reply, pickerPage(line.people, get(person), { ott, data }))
  })
  app.post<{ Body: Choice }>(
    '/line/picker',
    body(choice, ['ott', 'data', 'person', 'to']),
    (request, reply) => {
      const { ott, data, person, to } = request.body
      const share = line.liff.find(ott)
      if (!share || share.result) throw new PageError(409, '這次分享已經結束')
      const { messages } = JSON.parse(data) as { messages?: unknown }
      const [fault] = faultsOfMessages(messages)
      if (fault) throw new PageError(400, `${fault.property}：${fault.message}`)
      share.messages = toMessages(messages)
      share.result = 'SUCCESS'
      const from = get(person).name
      line.chats.add(get(to).id, { by: 'friend', from, messages: share.messages })
      return answer(request, reply, `/line/people/${to}`, share)
    },
  )
}

function whoPage(people: readonly Person[], url: string): string {
  return layout(
    '在 LINE 裡開啟商店',
    html`<ul class="cards people">${people.map(
      ({ id, name }) => html`<li>
        <a class="button" href="${url}${url.includes('?') ? '&' : '?'}person=${id}">以 ${name} 開啟</a>
      </li>`,
    )}</ul>`,
    'line',
  )
}

function pickerPage(
  people: readonly Person[],
  from: Person,
  fields: { ott: string; data: string },
): string {
  return layout(
    `${from.name}要傳給誰？`,
    html`<ul class="cards people">${people
      .filter(({ id }) => id !== from.id)
      .map(
        ({ id, name }) => html`<li>
          <form method="post" action="/line/picker">
            ${hiddenFields({ ...fields, person: from.id, to: id })}
            <button class="main">傳給 ${name}</button>
          </form>
        </li>`,
      )}</ul>`,
    'line',
  )
}
