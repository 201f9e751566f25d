import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#contract/markup.ts'
import type { Db } from '../db/connect.ts'
import { listMails, readMail } from './outbox.queries.ts'

interface MailParams {
  Params: { id: string }
}

const schema = { hide: true }

/** Pages of the development server that show what the shop would have sent. */
export function devMailRoutes(app: FastifyInstance, db: Db): void {
  app.get<{ Querystring: { to?: string } }>('/dev/mails.json', { schema }, async (request) => {
    const { to } = request.query
    const rows = await listMails(db, to === undefined ? {} : { recipient: to })
    return { mails: await Promise.all(rows.map(({ id }) => readMail(db, id))) }
  })

  app.get('/dev/mails', { schema }, async (_, reply) => {
    const rows = await listMails(db)
    const items = rows.map(
      ({ id, recipient, subject, createdAt }) =>
        `<li><a href="/dev/mails/${id}">${escapeHtml(subject)}</a> ${escapeHtml(recipient)} ${createdAt.toISOString()}</li>`,
    )
    return reply
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="zh-TW"><title>寄件匣</title><h1>寄件匣</h1><ul>${items.join('')}</ul>`,
      )
  })

  app.get<MailParams>('/dev/mails/:id', { schema }, async (request, reply) => {
    const id = Number(request.params.id)
    const mail = Number.isSafeInteger(id) ? await readMail(db, id) : undefined
    if (!mail) return reply.callNotFound()
    return reply.type('text/html; charset=utf-8').send(mail.htmlBody)
  })
}
