import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/api-keys.schema.ts'
import { type ApiKey, apiKeysApi } from '#contract/api-keys.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import type { Mount } from '../../http/mount.ts'
import { type ApiKeyRow, listKeys } from './api-keys.queries.ts'
import { createKey, revokeKey } from './api-keys.service.ts'

export function apiKeyRoutes(mount: Mount, { db }: { db: NodePgDatabase }): void {
  mount(apiKeysApi.list, schema.list, async () => ({
    keys: (await listKeys(db)).map(toKey),
    messages: [],
  }))

  mount(apiKeysApi.create, schema.create, async ({ data }, { actor }) => {
    const { key, row } = await createKey(db, actor, data)
    return { message: '已建立 API 金鑰', key, api_key: toKey(row) }
  })

  mount(apiKeysApi.revoke, schema.revoke, async ({ params }, { actor }) => {
    await revokeKey(db, actor, params.id)
    return { message: '已撤銷 API 金鑰' }
  })
}

function toKey(row: ApiKeyRow): ApiKey {
  const { id, name, prefix, permissions, createdBy, createdAt, endsAt, lastUsedAt } = row
  return {
    ...{ id, name, prefix, permissions, created_by: createdBy },
    create_at: toEpochSeconds(createdAt),
    ...(endsAt && { ends: toEpochSeconds(endsAt) }),
    ...(lastUsedAt && { last_used: toEpochSeconds(lastUsedAt) }),
  }
}
