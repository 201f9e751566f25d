import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/lists.schema.ts'
import { type ListView, listApi } from '#contract/lists.ts'
import type { Actor } from '../../http/actor.ts'
import type { Mount } from '../../http/mount.ts'
import { listViewsFor, readColumns, type ViewRow } from './views.queries.ts'
import { changeView, chooseColumns, createView, removeView } from './views.service.ts'

export function viewRoutes(mount: Mount, { db }: { db: NodePgDatabase }): void {
  mount(listApi.views, schema.views, async ({ query }, { actor }) => {
    const { id: uid } = personOf(actor)
    const [rows, columns] = await Promise.all([
      listViewsFor(db, uid, query.list),
      readColumns(db, uid, query.list),
    ])
    return { views: rows.map((row) => toView(row, uid)), columns, messages: [] }
  })

  mount(listApi.createView, schema.createView, async ({ data }, { actor }) => {
    const person = personOf(actor)
    const { list, name, query, columns = null, is_shared: isShared = false } = data
    const view = await createView(db, person, { list, name, query, columns, isShared })
    return { message: '已儲存檢視', view: toView(view, person.id) }
  })

  mount(listApi.updateView, schema.updateView, async ({ params, data }, { actor }) => {
    const person = personOf(actor)
    const { is_shared: isShared, ...others } = data
    const change = { ...others, ...(isShared !== undefined && { isShared }) }
    const view = await changeView(db, person, { id: params.id, ...change })
    return { message: '已更新檢視', view: toView(view, person.id) }
  })

  mount(listApi.removeView, schema.removeView, async ({ params }, { actor }) => {
    await removeView(db, personOf(actor), params.id)
    return { message: '已刪除檢視' }
  })

  mount(listApi.chooseColumns, schema.chooseColumns, async ({ data }, { actor }) => {
    await chooseColumns(db, personOf(actor), data)
    return { message: '已更新欄位' }
  })
}

function personOf(actor: Actor): Extract<Actor, { kind: 'admin' }> {
  if (actor.kind === 'admin') return actor
  throw new Error(`views belong to administrators, not to ${actor.kind}`)
}

function toView({ uid, isShared, createdAt: _, ...row }: ViewRow, caller: string): ListView {
  return { ...row, is_shared: isShared, is_mine: uid === caller }
}
