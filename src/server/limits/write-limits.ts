import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import { type LimitSizes, rateLimitOf } from './limit-sizes.ts'
import { consumeOfNetworkOrThrow } from './network-limit.ts'
import { type Count, consumeOrThrow, refundEach } from './rate-limit.ts'

export interface WriteLimits {
  /** Before any query of the request. */
  beforeIdentified(request: FastifyRequest): Promise<void>
  /** Once the caller is identified. */
  whenIdentified(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Once it is answered: a failed call has created no guest. */
  whenAnswered(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/**
 * Limits of writes from one network, by one member, and by callers that bring no cookie. A network
 * may be a whole office or a mobile carrier's gateway; the back office deletes hundreds of rows
 * with as many calls. Shared by all nodes.
 */
export function createWriteLimits(db: Db, limits: LimitSizes): WriteLimits {
  const byNetwork = {
    network: { ...rateLimitOf(limits, 'write.network'), isCachedWhenSpent: true },
  }
  const byMember = { ...rateLimitOf(limits, 'write.member'), isCachedWhenSpent: true }
  const newGuests = {
    network: rateLimitOf(limits, 'write.new-guests'),
    all: rateLimitOf(limits, 'write.new-guests-all'),
    underAttack: rateLimitOf(limits, 'write.new-guests-under-attack'),
  }
  const countedGuests = new WeakMap<FastifyRequest, readonly Count[]>()

  return {
    async beforeIdentified(request) {
      if (isWrite(request)) await consumeOfNetworkOrThrow(db, byNetwork, request.ip)
    },
    async whenIdentified(request, reply) {
      if (!isWrite(request)) return
      const { memberId } = request.caller
      if (memberId) await consumeOrThrow(db, byMember, memberId)
      if (!reply.newGuestCookie) return
      countedGuests.set(request, await consumeOfNetworkOrThrow(db, newGuests, request.ip))
    },
    async whenAnswered(request, reply) {
      if (reply.statusCode >= 400) await refundEach(db, countedGuests.get(request) ?? [])
    },
  }
}

function isWrite({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
