import type { FastifyInstance } from 'fastify'
import type { VerifiedMember } from '../http/caller.ts'
import { createFirebaseIdentity } from './firebase-identity.ts'
import type { Browser, LineStep } from './line/line-sign-in.ts'
import { createOwnIdentity, type OwnIdentityOptions } from './own-identity.ts'

/** The identity of the members: our own provider or a Firebase project. */
export interface Identity {
  /** Null for an invalid token. */
  verifyMember(token: string): Promise<VerifiedMember | null>
  /** By the digits of a mail; throws where the provider sends links alone. */
  proveMailbox(tried: { uid: string; pin: string; ip: string }): Promise<void>
  /** Leads a browser to LINE; undefined while sign-in by LINE is off. */
  startLine(
    asked: { next?: string | undefined; for?: string | undefined; again?: string | undefined },
    from: Browser,
  ): Promise<LineStep | undefined>
  comeBackFromLine(
    back: { code?: string | undefined; state?: string | undefined; error?: string | undefined },
    from: Browser,
  ): Promise<LineStep | undefined>
  /** Whether members can sign in by LINE. */
  hasLine(): boolean
  routes(app: FastifyInstance): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export function createIdentity(options: OwnIdentityOptions): Identity {
  const { identity } = options.config
  if (identity.provider === 'firebase') return createFirebaseIdentity(identity)
  return createOwnIdentity(options, identity.apiKey)
}
