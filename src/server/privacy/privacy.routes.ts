import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import { fillPolicy } from '#contract/policy-fields.ts'
import * as schema from '#contract/privacy.schema.ts'
import { adminPrivacyApi, privacyApi } from '#contract/privacy.ts'
import { recordAudit } from '../audit/audit.ts'
import { shownHtml, storedHtml } from '../catalog/description.ts'
import type { Config } from '../config.ts'
import { transaction } from '../db/transaction.ts'
import { baseUrl } from '../http/base-url.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { RawReply } from '../http/raw-reply.ts'
import { ShopError } from '../http/shop-error.ts'
import type { JobSender } from '../jobs/jobs.ts'
import type { PersonalLimits } from '../limits/personal-limits.ts'
import { lineChannel } from '../members/line/line-access.ts'
import {
  findPolicy,
  findPublished,
  insertPolicy,
  listPolicies,
  type PolicyVersion,
  readPolicy,
  recordConsent,
} from '../settings/policy.queries.ts'
import { announceSettings } from '../settings/settings.queries.ts'
import type { Settings } from '../settings/settings.ts'
import { storageOf } from './browser-storage.ts'
import { eraseCustomer, planErasure } from './erase-customer.ts'
import { readMemberData } from './member-data.ts'

/** Control characters, and what reverses the order of letters. */
const unsafe = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu

export function privacyRoutes(
  mount: Mount,
  deps: {
    config: Config
    db: NodePgDatabase
    jobs: JobSender
    personalLimits: PersonalLimits
    settings: Settings
    identity: { hasLine(): boolean }
  },
): void {
  const { config, db, jobs, personalLimits, settings, identity } = deps
  const toPolicy = ({ version, text, terms, from }: PolicyVersion, request: FastifyRequest) => {
    const shown = (policy: string) =>
      shownHtml(fillPolicy(policy, settings.get()), baseUrl(request, config))
    return { version, text: shown(text), terms: shown(terms), from: toEpochSeconds(from) }
  }

  mount(privacyApi.read, schema.read, async ({ query }, { request }) => {
    const found = query.version
      ? await findPolicy(db, readVersion(query.version))
      : await readPolicy(db)
    if (!found) throw new ShopError('POLICY_NOT_FOUND')
    const storage = storageOf({
      line: identity.hasLine(),
      liff: lineChannel(config, settings.connections())?.liffId !== undefined,
      english: settings.get().shop.has_english === true,
      phones: settings.get().shop.on_phones === true,
    })
    return { policy: toPolicy(found, request), storage }
  })

  mount(privacyApi.consent, schema.consent, async ({ data }, { caller }) => {
    const { memberId } = caller
    await transaction(db, (tx) => recordConsent(tx, { version: data.privacy_version, memberId }))
    return { message: '已記錄' }
  })

  mount(privacyApi.ownData, schema.ownData, async (_, { caller, request, reply }) => {
    const { memberId, signedInAt } = caller
    if (memberId === null) throw new ShopError('MEMBER_REQUIRED')
    const member = { uid: memberId, authTime: signedInAt ?? null }
    const body = await personalLimits.read({ caller, request }, () => readMemberData(db, member))
    reply.header('Cache-Control', 'no-store')
    return new RawReply({ type: 'application/json; charset=utf-8', body, fileName: 'minmin.json' })
  })

  mount(adminPrivacyApi.versions, schema.versions, async (_, { request }) => {
    const [policies, current] = await Promise.all([listPolicies(db), readPolicy(db)])
    const own = baseUrl(request, config)
    const stateOf = (policy: PolicyVersion) => {
      if (policy.version === current.version) return 'in_force'
      return policy.version > current.version ? 'planned' : 'replaced'
    }
    return {
      versions: policies.map((policy) => ({
        version: policy.version,
        from: toEpochSeconds(policy.from),
        publish_at: toEpochSeconds(policy.publishedAt),
        state: stateOf(policy),
      })),
      text: shownHtml(policies[0]?.text ?? '', own),
      terms: shownHtml(policies[0]?.terms ?? '', own),
    }
  })

  mount(adminPrivacyApi.publish, schema.publish, async ({ data }, { actor, request }) => {
    const text = readPolicyText(data.text)
    const terms = data.terms === undefined ? undefined : readPolicyText(data.terms)
    if (text === '') throw new ShopError('INVALID_INPUT', { message: ['請填寫隱私權政策'] })
    const policy = await transaction(db, async (tx) => {
      const publication = { text, terms, from: data.from }
      const published = await findPublished(tx, publication)
      if (published) return published
      const written = await insertPolicy(tx, publication)
      const { version, from } = written
      // The menu leads to the terms while there are any.
      await announceSettings(tx)
      await recordAudit(tx, actor, {
        action: 'privacy.publish',
        subject: { kind: 'policy', id: String(version), title: `隱私權政策 ${version}` },
        after: { version, from },
      })
      return written
    })
    await settings.refresh()
    return { message: '已發布新版本', policy: toPolicy(policy, request) }
  })

  mount(adminPrivacyApi.erase, schema.erase, async ({ params, data }, { actor }) => {
    if (!/^[1-9][0-9]{0,14}$/.test(params.id)) throw new ShopError('CUSTOMER_NOT_FOUND')
    const num = Number(params.id)
    if (data.is_trial) return planErasure(db, actor, num)
    await eraseCustomer(db, actor, { num, typed: data.customer_id }, jobs)
    return { message: '已刪除個資' }
  })
}

function readPolicyText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n')
  return storedHtml(lines.replace(unsafe, (sign) => (sign === '\n' ? sign : '')).trim())
}

function readVersion(text: string): number {
  return /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 0
}
