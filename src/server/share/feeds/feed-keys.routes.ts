import { randomBytes } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyRequest } from 'fastify'
import * as schema from '#contract/feeds.schema.ts'
import { adminFeedApi } from '#contract/feeds.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Config } from '../../config.ts'
import { transaction } from '../../db/transaction.ts'
import { baseUrl } from '../../http/base-url.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { Mount } from '../../http/mount.ts'
import { findFeedKey, insertFeedKey, revokeFeedKeys } from './feed-keys.queries.ts'

const keyBytes = 24
const subjectOf = (id: string) => ({ kind: 'feed', id, title: '商品目錄網址' })

/** The key of the catalogue: made and ended by the owner, none at first. */
export function feedKeyRoutes(
  mount: Mount,
  { config, db }: { config: Config; db: NodePgDatabase },
): void {
  async function readFeeds(request: FastifyRequest) {
    const own = baseUrl(request, config)
    const row = await findFeedKey(db)
    const address = (name: string) => `${own}/feeds/${name}.xml?key=${row?.key}`
    return {
      feeds: {
        articles: `${own}/feeds/articles.rss`,
        ...(row && {
          key: {
            google: address('google'),
            facebook: address('facebook'),
            created_at: toEpochSeconds(row.createdAt),
            created_by: row.createdBy,
            ...(row.usedAt && { used_at: toEpochSeconds(row.usedAt) }),
          },
        }),
      },
    }
  }

  mount(adminFeedApi.read, schema.read, (_, { request }) => readFeeds(request))

  mount(adminFeedApi.create, schema.create, async (_, { actor, request }) => {
    await transaction(db, async (tx) => {
      await revokeFeedKeys(tx)
      const key = randomBytes(keyBytes).toString('base64url')
      const id = await insertFeedKey(tx, { key, createdBy: actor.name })
      await recordAudit(tx, actor, { action: 'feed.create', subject: subjectOf(id) })
    })
    return readFeeds(request)
  })

  mount(adminFeedApi.revoke, schema.revoke, async (_, { actor, request }) => {
    await transaction(db, async (tx) => {
      for (const id of await revokeFeedKeys(tx)) {
        await recordAudit(tx, actor, { action: 'feed.revoke', subject: subjectOf(id) })
      }
    })
    return readFeeds(request)
  })
}
