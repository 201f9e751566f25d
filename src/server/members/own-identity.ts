import { setImmediate as afterAnswers } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { VerifiedMember } from '../http/caller.ts'
import type { Log } from '../log.ts'
import { devMailRoutes } from '../mail/dev-mails.routes.ts'
import { readIdToken } from './id-token.ts'
import { type IdentityLimits, identityLimits } from './identity-limits.ts'
import { findAuthState } from './members.queries.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts'
import { providerRoutes } from './provider.routes.ts'
import type { Provider } from './provider.ts'
import { removeEndedSessions } from './sessions.ts'
import { createSigningKeys } from './signing-keys.ts'
import { cacheVerifiedTokens } from './verified-tokens.ts'

const keepsHouseEvery = 10 * 60_000
/** More work than this is not put off; whoever asked asks again. */
const maxPending = 500

export interface OwnIdentityOptions {
  config: Config
  database: Database
  log: Log
  /** Takes away what the shop keeps for a member, in the transaction that deletes the account. */
  onDeleted?: Provider['onDeleted']
  limits?: Partial<IdentityLimits>
  hasher?: PasswordHasher
}

/** Our own provider, part of this server. */
export function createOwnIdentity(options: OwnIdentityOptions, apiKey: string) {
  const { config, database, log } = options
  const { db } = database
  const keys = createSigningKeys(db)
  const readToken = cacheVerifiedTokens((token) => readIdToken(keys, token))
  const pending = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const provider: Provider = {
    config,
    db,
    keys,
    hasher: options.hasher ?? createPasswordHasher(),
    limits: { ...identityLimits(config.identityLimitScale), ...options.limits },
    onDeleted: options.onDeleted ?? (async () => {}),
    afterwards: (work) => {
      if (pending.size >= maxPending) return log.warn('too much work put off, some was dropped')
      const run = afterAnswers()
        .then(work)
        .catch((err: unknown) => log.error({ err }, 'work that was put off failed'))
        .finally(() => pending.delete(run))
      pending.add(run)
    },
  }

  async function keepHouse(): Promise<void> {
    try {
      await keys.renew()
      await removeEndedSessions(db)
    } catch (err) {
      log.warn({ err }, 'housekeeping of the identity provider failed')
    }
  }

  return {
    verifyMember: async (token: string): Promise<VerifiedMember | null> => {
      const claims = await readToken(token)
      if (!claims) return null
      const state = await findAuthState(db, claims)
      if (!state || state.isDisabled || !state.hasSession) return null
      if (state.sessionVersion !== claims.version) return null
      return { uid: claims.uid, email: state.email }
    },
    routes: async (app: FastifyInstance) => {
      providerRoutes(app, provider, apiKey)
      app.get('/.well-known/jwks.json', { schema: { hide: true } }, async (_, reply) => {
        reply.header('Cache-Control', 'public, max-age=300')
        return { keys: await keys.published() }
      })
      if (config.isDevelopment) devMailRoutes(app, db)
    },
    start: async () => {
      await keys.renew()
      timer = setInterval(() => void keepHouse(), keepsHouseEvery)
      timer.unref()
    },
    close: async () => {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}
