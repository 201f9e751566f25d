import type { FastifyInstance } from 'fastify'
import { messagePage } from '../../pages/layout.ts'
import { body } from '../../routes/bodies.ts'
import { PageError, sendPage } from '../../routes/replies.ts'
import { findPerson, type Line } from '../line.ts'
import { isReached } from '../people.ts'
import { befriend } from '../phone-actions.ts'
import { authorizePage } from './authorize-page.ts'
import { readAuthorizeRequest, withQuery } from './authorize-request.ts'

const decision = {
  query: { type: 'string', maxLength: 4096 },
  person: { type: 'string' },
  decision: { enum: ['agree', 'refuse'] },
  email: { type: 'boolean' },
  friend: { type: 'boolean' },
}

interface Decision {
  query: string
  person: string
  decision: 'agree' | 'refuse'
  email?: boolean
  friend?: boolean
}

/** Pages of the browser: who signs in, and whether the shop may know. */
export function registerAuthorizeRoutes(app: FastifyInstance, line: Line): void {
  app.get('/oauth2/v2.1/authorize', (request, reply) => {
    const query = request.url.split('?')[1] ?? ''
    const reading = readAuthorizeRequest(new URLSearchParams(query), line.switches)
    if (reading.type === 'page') {
      return sendPage(reply.code(400), messagePage('400 Bad Request', reading.faults, 'line'))
    }
    if (reading.type === 'back') {
      const { redirectUri, state, error, description: error_description } = reading
      return reply.redirect(withQuery(redirectUri, { error, error_description, state }), 302)
    }
    return sendPage(reply, authorizePage(line.people, reading.request, query))
  })

  app.post<{ Body: Decision }>(
    '/line/authorize',
    body(decision, ['query', 'person', 'decision']),
    (request, reply) => {
      const { query, decision: told, email = false, friend = false } = request.body
      const reading = readAuthorizeRequest(new URLSearchParams(query), line.switches)
      const person = findPerson(line, request.body.person)
      if (reading.type !== 'request' || !person) throw new PageError(400, '無法登入')
      const { redirectUri, state, scopes, nonce, challenge, botPrompt } = reading.request
      if (told === 'refuse') {
        const error_description = 'The resource owner denied the request.'
        const fields = { error: 'access_denied', error_description, state }
        return reply.redirect(withQuery(redirectUri, fields), 303)
      }
      const isNew = friend && botPrompt !== undefined && !isReached(person)
      if (isNew) befriend(line, person)
      const code = line.login.issueCode({
        personId: person.id,
        scopes: scopes.filter((scope) => scope !== 'email' || email),
        redirectUri,
        ...(nonce !== undefined && { nonce }),
        ...(challenge !== undefined && { challenge }),
        authorisedAt: line.clock.now(),
      })
      const fields: Record<string, string> = { code, state }
      if (botPrompt !== undefined) fields.friendship_status_changed = String(isNew)
      return reply.redirect(withQuery(redirectUri, fields), 303)
    },
  )
}
