import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/trash.schema.ts'
import { type TrashKind, trashApi, trashKinds } from '#contract/trash.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import { mayDo, requirePermission } from '../http/actor.ts'
import type { Mount } from '../http/mount.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import { listTrash } from './trash.queries.ts'
import { restoreDeletion, restoreEntries } from './trash.service.ts'

const allKinds = Object.keys(trashKinds) as TrashKind[]

export function trashRoutes(
  mount: Mount,
  { db, catalog }: { db: NodePgDatabase; catalog: CatalogCache },
): void {
  mount(trashApi.list, schema.list, async ({ query }, { actor }) => {
    if (query.kind) requirePermission(actor, trashKinds[query.kind].read)
    const kinds = query.kind
      ? [query.kind]
      : allKinds.filter((kind) => mayDo(actor, trashKinds[kind].read))
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listTrash(db, { kinds, ...place }),
    )
    return {
      entries: rows.map(({ id, kind, title, deletedAt, deletedBy, deletion, hasOthers }) => ({
        id,
        kind,
        title,
        deleted_at: deletedAt,
        by: deletedBy ?? '',
        ...(deletion !== null && { deletion }),
        ...(hasOthers && { has_others: true as const }),
      })),
      pagination,
      messages: [],
    }
  })

  mount(trashApi.restore, schema.restore, async ({ data }, { actor }) => {
    const { count, failed } =
      'deletion' in data
        ? await restoreDeletion(db, actor, data.deletion)
        : await restoreEntries(db, actor, data)
    catalog.clear()
    return { message: `已還原 ${count} 筆資料`, failed }
  })
}
