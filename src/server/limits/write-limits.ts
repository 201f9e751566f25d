import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import { networkOf } from './network.ts'
import { consumeOrThrow, type RateLimit, refund } from './rate-limit.ts'

export interface WriteLimits {
  /** Before any query of the request. */
  beforeIdentified(request: FastifyRequest): Promise<void>
  /** Once the caller is identified. */
  whenIdentified(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Once it is answered: a failed call has created no guest. */
  whenAnswered(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

const minute = 60
const hour = 3600

/**
 * Limits of writes from one network, by one member, and by callers that bring no cookie. A network
 * may be a whole office or a mobile carrier's gateway; the back office deletes hundreds of rows
 * with as many calls. Shared by all nodes; `scale` multiplies them.
 */
export function createWriteLimits(db: Db, scale: number): WriteLimits {
  const limit = (name: string, max: number, windowSeconds: number): RateLimit => {
    return { name: `write.${name}`, max: max * scale, windowSeconds }
  }
  const byNetwork = { ...limit('network', 6000, minute), isCachedWhenSpent: true }
  const byMember = { ...limit('member', 600, minute), isCachedWhenSpent: true }
  const newGuests = limit('new-guests', 2000, hour)
  const countedGuests = new WeakSet<FastifyRequest>()

  return {
    async beforeIdentified(request) {
      if (isWrite(request)) await consumeOrThrow(db, byNetwork, networkOf(request.ip))
    },
    async whenIdentified(request, reply) {
      if (!isWrite(request)) return
      const { memberId } = request.caller
      if (memberId) await consumeOrThrow(db, byMember, memberId)
      if (!reply.newGuestCookie) return
      await consumeOrThrow(db, newGuests, networkOf(request.ip))
      countedGuests.add(request)
    },
    async whenAnswered(request, reply) {
      if (reply.statusCode < 400 || !countedGuests.has(request)) return
      await refund(db, newGuests, networkOf(request.ip))
    },
  }
}

function isWrite({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
