import type { FastifyInstance } from 'fastify'

/** An upload on a slow line may take longer than whoever stops the server waits for it. */
const gracePeriodMs = 6_000

/**
 * While the server closes, each connection ends with the answer to what is open on it: one that
 * stayed alive would hold up the end for more than a minute.
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
