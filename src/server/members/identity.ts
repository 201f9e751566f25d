import type { FastifyInstance } from 'fastify'
import type { VerifiedMember } from '../http/caller.ts'
import { createFirebaseIdentity } from './firebase-identity.ts'
import { createOwnIdentity, type OwnIdentityOptions } from './own-identity.ts'

/** Who the members are: told by our own provider, or by a Firebase project. */
export interface Identity {
  /** Null for a token that does not hold. */
  verifyMember(token: string): Promise<VerifiedMember | null>
  routes(app: FastifyInstance): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export function createIdentity(options: OwnIdentityOptions): Identity {
  const { identity } = options.config
  if (identity.provider === 'firebase') return createFirebaseIdentity(identity)
  return createOwnIdentity(options, identity.apiKey)
}
