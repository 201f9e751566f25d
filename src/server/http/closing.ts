import type { FastifyInstance } from 'fastify'

/** A slow upload may take longer than the grace period of the process manager. */
const gracePeriodMs = 6_000

/**
 * While the server closes, each connection ends after the response to its open request: a
 * keep-alive connection would delay the end by more than a minute.
 */
export function endConnectionsAtClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    setTimeout(() => app.server.closeAllConnections(), gracePeriodMs).unref()
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (isClosing) reply.header('Connection', 'close')
    next()
  })
}
