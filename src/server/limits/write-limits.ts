import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { createLeasedLimit } from './leased-limit.ts'
import { networkOf, type Refusal } from './rate-limit.ts'

export interface WriteLimits {
  /** Before anything is looked up for it. */
  beforeIdentified(request: FastifyRequest): Promise<void>
  /** Once it is known who calls. */
  whenIdentified(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

const minute = 60
const hour = 3600

/**
 * How much may be written from one network, by one member, and by callers that bring no cookie. A
 * network may be a whole office or a mobile carrier's gateway; the back office deletes hundreds of
 * rows with as many calls. Shared by all nodes; `scale` multiplies them.
 */
export function createWriteLimits(db: Db, scale: number): WriteLimits {
  const limit = (name: string, max: number, windowSeconds: number) =>
    createLeasedLimit(db, { name: `write.${name}`, max: max * scale, windowSeconds })
  const byNetwork = limit('network', 6000, minute)
  const byMember = limit('member', 600, minute)
  const newGuests = limit('new-guests', 2000, hour)

  return {
    async beforeIdentified(request) {
      if (isWrite(request)) refuseIf(await byNetwork.take(networkOf(request.ip)))
    },
    async whenIdentified(request, reply) {
      if (!isWrite(request)) return
      const { memberId } = request.caller
      if (memberId) refuseIf(await byMember.take(memberId))
      if (reply.newGuestCookie) refuseIf(await newGuests.take(networkOf(request.ip)))
    },
  }
}

function isWrite({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function refuseIf(refusal: Refusal): void {
  if (refusal) throw new ShopError('TOO_MANY_REQUESTS', refusal)
}
