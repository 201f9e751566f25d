import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../gateway.ts'
import { controlPath } from '../pages/subject-sections.ts'
import { body } from '../routes/bodies.ts'
import { answer, PageError, sendPage, wantsJson } from '../routes/replies.ts'
import { registerSubjectRoutes, type SubjectParams } from '../routes/subject-routes.ts'
import { agree } from './allowance-routes.ts'
import { Refusal } from './data-rules.ts'
import type { Invoice } from './invoice.ts'
import { agreePage, agreePath, invoicePage } from './invoice-page.ts'
import { invoicesPage } from './invoices-page.ts'
import { voidInvoice } from './issue-routes.ts'
import { periodOf } from './period.ts'
import { invoiceStatement, type StatementRequest } from './statement.ts'

const day = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' }
const left = { type: 'integer', minimum: 0, maximum: 1_000_000 }
const statementQuery = {
  type: 'object',
  required: ['from', 'to'],
  properties: { from: day, to: day },
}

/** Actions of a tester on invoices, and of a buyer; JSON is answered with JSON. */
export function registerInvoiceControl(app: FastifyInstance, gateway: Gateway): void {
  const { books, clock, invoices, settings } = gateway

  function get(no: string): Invoice {
    const invoice = invoices.find(no)
    if (!invoice) throw new PageError(404, `查無發票 ${no}`)
    return invoice
  }

  function getAllowance(no: string) {
    const found = invoices.findAllowance(no)
    if (!found) throw new PageError(404, `查無折讓單 ${no}`)
    return found
  }

  app.get('/invoices', (request, reply) =>
    wantsJson(request) ? reply.send(invoices.list()) : sendPage(reply, invoicesPage(gateway)),
  )
  registerSubjectRoutes(app, gateway, '/invoices/:no', { get, page: invoicePage })

  // In the back office of the provider, behind the shop's back.
  app.post<SubjectParams>('/invoices/:no/void', (request, reply) => {
    const invoice = get(request.params.no)
    try {
      voidInvoice(gateway, invoice, '後台作廢')
    } catch (error) {
      throw error instanceof Refusal ? new PageError(409, error.message) : error
    }
    return answer(request, reply, controlPath(invoice), invoice)
  })
  app.post<{ Body: { left: number } }>(
    '/invoices/numbers',
    body({ left }, ['left']),
    (request, reply) => {
      const period = periodOf(clock.now())
      const all = invoices.usedOf(period) + request.body.left
      settings.invoiceNumbers = { ...settings.invoiceNumbers, [period.id]: all }
      books.keepSettings(settings)
      return answer(request, reply, '/invoices', settings)
    },
  )
  app.get<{ Querystring: StatementRequest }>(
    '/invoices/statement',
    { schema: { querystring: statementQuery } },
    (request, reply) => {
      const { csv, rows } = invoiceStatement(invoices.list(), request.query)
      return wantsJson(request) ? reply.send(rows) : reply.type('text/csv; charset=utf-8').send(csv)
    },
  )

  app.get<SubjectParams>(agreePath(':no'), (request, reply) => {
    const { invoice, allowance } = getAllowance(request.params.no)
    return wantsJson(request)
      ? reply.send(allowance)
      : sendPage(reply, agreePage(invoice, allowance))
  })
  app.post<SubjectParams>(agreePath(':no'), (request, reply) => {
    const found = getAllowance(request.params.no)
    if (!agree(gateway, found)) throw new PageError(409, '這張折讓單已不能同意')
    return answer(request, reply, agreePath(found.allowance.number), found.allowance)
  })
}
