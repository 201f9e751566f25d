import type { FastifyInstance } from 'fastify'
import { body } from '../../routes/bodies.ts'
import { answer, PageError, sendPage, wantsJson } from '../../routes/replies.ts'
import type { Line } from '../line.ts'
import { withQuery } from '../login/authorize-request.ts'
import { isReservationOver, type PayTransaction } from './pay-book.ts'
import { type PayerAction, payerActions, payPage, payPath } from './pay-page.ts'
import { transactionsPage } from './transactions-page.ts'

interface Params {
  Params: { id: string }
}

/** Pages of the shopper's browser, and the list of all payments. */
export function registerPayerRoutes(app: FastifyInstance, line: Line): void {
  const { pay, clock } = line

  function get(id: string): PayTransaction {
    const transaction = pay.find(id)
    if (!transaction) throw new PageError(404, `查無交易 ${id}`)
    return transaction
  }

  app.get('/line/transactions', (request, reply) =>
    wantsJson(request) ? reply.send(pay.list()) : sendPage(reply, transactionsPage(line)),
  )
  app.get<Params>('/line/pay/:id', (request, reply) => {
    const transaction = get(request.params.id)
    return wantsJson(request) ? reply.send(transaction) : sendPage(reply, payPage(transaction))
  })
  app.post<Params & { Body: { action: PayerAction } }>(
    '/line/pay/:id',
    body({ action: { enum: payerActions } }, ['action']),
    (request, reply) => {
      const transaction = get(request.params.id)
      const { action } = request.body
      if (transaction.state !== 'requested' || isReservationOver(transaction, clock.now())) {
        throw new PageError(409, '這筆交易目前不能這樣做')
      }
      const { id: transactionId, orderId, confirmUrl, cancelUrl } = transaction
      const fields = { transactionId, orderId }
      if (action === 'fail') transaction.state = 'failed'
      else transaction.state = action === 'cancel' ? 'cancelled' : 'agreed'
      if (action === 'agree') return reply.redirect(withQuery(confirmUrl, fields), 303)
      if (action === 'cancel') return reply.redirect(withQuery(cancelUrl, fields), 303)
      return answer(request, reply, payPath(transaction), transaction)
    },
  )
}
