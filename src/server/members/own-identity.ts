import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { VerifiedMember } from '../http/caller.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { devMailRoutes } from '../mail/dev-mails.routes.ts'
import { takeMailRequest } from '../mail/mail-requests.queries.ts'
import { createKeyedHash } from '../secrets/keyed-hash.ts'
import { loadSecretsKey } from '../secrets/secrets-key.ts'
import { proveMailbox } from './account/prove-mailbox.ts'
import { mailCodeOfRequest } from './account/send-action-code.ts'
import { type IdentityLimits, identityLimits } from './identity-limits.ts'
import { type CodeRequest, mailRequestedCode, maintainMembers } from './members.jobs.ts'
import { findAuthState } from './members.queries.ts'
import { providerRoutes } from './provider/provider.routes.ts'
import type { Provider } from './provider/provider.ts'
import { createPasswordHasher, type PasswordHasher } from './sign-in/password-hasher.ts'
import { removeEndedSessions } from './sign-in/sessions.ts'
import { readIdToken } from './tokens/id-token.ts'
import { createSigningKeys } from './tokens/signing-keys.ts'
import { cacheVerifiedTokens } from './tokens/verified-tokens.ts'

export interface OwnIdentityOptions {
  config: Config
  database: Database
  jobs: Jobs
  /**
   * Deletes the data of a member in other parts of the shop, in the transaction that deletes the
   * account.
   */
  onDeleted?: Provider['onDeleted']
  onProved?: Provider['onProved']
  limits?: Partial<IdentityLimits>
  hasher?: PasswordHasher
}

/** Our own provider, part of this server. */
export function createOwnIdentity(options: OwnIdentityOptions, apiKey: string) {
  const { config, database, jobs } = options
  const { db } = database
  const keys = createSigningKeys(db)
  const readToken = cacheVerifiedTokens((token) => readIdToken(keys, token))

  const provider: Provider = {
    config,
    db,
    keys,
    hasher: options.hasher ?? createPasswordHasher(),
    limits: { ...identityLimits(config.limits), ...options.limits },
    onDeleted: options.onDeleted ?? (async () => {}),
    onProved: options.onProved ?? (async () => {}),
    hashPin: createKeyedHash(() => loadSecretsKey(config)),
    jobs,
  }
  jobs.register(mailRequestedCode, ({ requestId }) =>
    transaction(db, async (tx) => {
      const request = await takeMailRequest<CodeRequest>(tx, requestId)
      if (request) await mailCodeOfRequest(provider, tx, request)
    }),
  )
  jobs.register(maintainMembers, async () => {
    await keys.renew()
    await removeEndedSessions(db)
  })
  jobs.schedule(maintainMembers, '*/10 * * * *')

  return {
    verifyMember: async (token: string): Promise<VerifiedMember | null> => {
      const claims = await readToken(token)
      if (!claims) return null
      const state = await findAuthState(db, claims)
      if (!state || state.isDisabled || !state.hasSession) return null
      if (state.sessionVersion !== claims.version) return null
      return {
        uid: claims.uid,
        email: state.email,
        isEmailVerified: state.emailVerified,
        signedInAt: claims.authTime,
      }
    },
    proveMailbox: (tried: { uid: string; pin: string; ip: string }) =>
      proveMailbox(provider, tried),
    routes: async (app: FastifyInstance) => {
      providerRoutes(app, provider, apiKey)
      app.get('/.well-known/jwks.json', { schema: { hide: true } }, async (_, reply) => {
        reply.header('Cache-Control', 'public, max-age=300')
        return { keys: await keys.published() }
      })
      if (config.isDevelopment) devMailRoutes(app, db)
    },
    start: () => keys.renew(),
    close: async () => {},
  }
}
