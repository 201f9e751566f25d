import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import { transaction } from '../db/transaction.ts'
import type { VerifiedMember } from '../http/caller.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { devMailRoutes } from '../mail/dev-mails.routes.ts'
import { takeMailRequest } from '../mail/mail-requests.queries.ts'
import { createKeyedHash } from '../secrets/keyed-hash.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { loadSecretsKey } from '../secrets/secrets-key.ts'
import { type Connections, noConnections } from '../settings/connections.ts'
import { proveMailbox } from './account/prove-mailbox.ts'
import { mailCodeOfRequest } from './account/send-action-code.ts'
import { type IdentityLimits, identityLimits } from './identity-limits.ts'
import { deauthorizeAtLine, deauthorizeLine } from './line/deauthorize-line.ts'
import { createLineAccess } from './line/line-access.ts'
import { type Browser, comeBackFromLine, startLine } from './line/line-sign-in.ts'
import { removeEndedLineSignIns } from './line/line-sign-ins.queries.ts'
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
  /** The accounts of the shop outside, as they are now. */
  connections?: () => Connections
  lineFriends?: Provider['lineFriends']
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
    line: createLineAccess(config, options.connections ?? (() => noConnections)),
    lineFriends: options.lineFriends,
    secretBox: createSecretBox(() => loadSecretsKey(config)),
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
    await removeEndedLineSignIns(db)
  })
  jobs.register(deauthorizeLine, (data) => deauthorizeAtLine(provider, data))
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
        ...(state.hasIdentity && { hasIdentity: true }),
        signedInAt: claims.authTime,
      }
    },
    proveMailbox: (tried: { uid: string; pin: string; ip: string }) =>
      proveMailbox(provider, tried),
    startLine: (asked: Parameters<typeof startLine>[1], from: Browser) =>
      startLine(provider, asked, from),
    comeBackFromLine: (back: Parameters<typeof comeBackFromLine>[1], from: Browser) =>
      comeBackFromLine(provider, back, from),
    hasLine: () => provider.line() !== undefined,
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
