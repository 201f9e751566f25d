import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { VerifiedMember } from '../http/caller.ts'
import type { Log } from '../log.ts'
import { createFirebaseIdentity } from './firebase-identity.ts'
import type { IdentityLimits } from './identity-limits.ts'
import { createOwnIdentity } from './own-identity.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { Provider } from './provider.ts'

/** Who the members are: told by our own provider, or by a Firebase project. */
export interface Identity {
  /** Null for a token that does not hold. */
  verifyMember(token: string): Promise<VerifiedMember | null>
  routes(app: FastifyInstance): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export interface IdentityOptions {
  config: Config
  database: Database
  log: Log
  /** Takes away what the shop keeps for a member, in the transaction that deletes the account. */
  onDeleted?: Provider['onDeleted']
  limits?: Partial<IdentityLimits>
  hasher?: PasswordHasher
}

export function createIdentity(options: IdentityOptions): Identity {
  const { identity } = options.config
  if (identity.provider === 'firebase') return createFirebaseIdentity(identity)
  return createOwnIdentity(options, identity.apiKey)
}
