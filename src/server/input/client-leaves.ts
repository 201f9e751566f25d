import type { IncomingMessage } from 'node:http'

/**
 * Rejects when the client goes before its body was read: the reader of a body whose client left before
 * it began would wait for an end that never comes.
 */
export function whenClientLeaves(body: IncomingMessage): Promise<never> {
  const left = Promise.withResolvers<never>()
  const rejectUnlessRead = () => {
    if (!body.complete) left.reject(new Error('the client left before its body was read'))
  }
  if (body.destroyed) rejectUnlessRead()
  else body.once('close', rejectUnlessRead)
  return left.promise
}
