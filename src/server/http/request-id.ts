import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Numbers the requests of this process, after a prefix that no other process of any node has. */
export function createRequestIds(): () => string {
  const processName = randomBytes(9).toString('base64url')
  let count = 0
  return () => `${processName}-${(++count).toString(36)}`
}

/** Says the id of its request with each answer, as the log has it. */
export function sendRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
}
