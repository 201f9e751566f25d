import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { fileKindLabels } from '#contract/file-kinds.ts'
import { maxViewName, maxViews, mayShareViews, type ViewedList } from '#contract/lists.ts'
import { maskText } from '#contract/masking.ts'
import { changedFields, recordAudit } from '../../audit/audit.ts'
import { createId } from '../../db/id.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError, readText } from '../../input/coerced-values.ts'
import { lockAdministrator } from '../sign-in/admin-reset.queries.ts'
import {
  deleteView,
  findOwnView,
  insertView,
  listViewsFor,
  readColumns,
  updateView,
  type ViewRow,
  writeColumns,
} from './views.queries.ts'

type Person = Extract<Actor, { kind: 'admin' }>

interface NewView {
  list: ViewedList
  name: string
  query: string
  columns: string[] | null
  isShared: boolean
}

/** Keeps a view; VIEW_LIMIT and VIEW_NAME_TAKEN are within the account and the list. */
export async function createView(
  db: NodePgDatabase,
  actor: Person,
  input: NewView,
): Promise<ViewRow> {
  const name = readName(input.name)
  requireSharing(actor, input.isShared)
  return transaction(db, async (tx) => {
    const own = await lockOwnViews(tx, actor.id, input.list)
    if (own.length >= maxViews) throw new ShopError('VIEW_LIMIT')
    const view = await insertView(tx, { ...input, name, id: createId(), uid: actor.id })
    if (!view) throw new ShopError('VIEW_NAME_TAKEN')
    await recordAudit(tx, actor, {
      action: 'view.create',
      subject: subjectOf(view),
      after: { list: view.list, is_shared: view.isShared },
    })
    return view
  })
}

export async function changeView(
  db: NodePgDatabase,
  actor: Person,
  { id, ...input }: { id: string } & Partial<Omit<NewView, 'list'>>,
): Promise<ViewRow> {
  requireSharing(actor, input.isShared)
  return transaction(db, async (tx) => {
    const view = await getOwnView(tx, actor, id)
    const own = await lockOwnViews(tx, actor.id, view.list)
    const name = input.name === undefined ? view.name : readName(input.name)
    if (own.some((other) => other.id !== id && other.name === name)) {
      throw new ShopError('VIEW_NAME_TAKEN')
    }
    const { before, after, isChanged } = changedFields(view, { ...input, name })
    if (!isChanged) return view
    await updateView(tx, id, after)
    await recordAudit(tx, actor, {
      action: 'view.update',
      subject: subjectOf(view),
      before: maskWords(before),
      after: maskWords(after),
    })
    return { ...view, ...after }
  })
}

export async function removeView(db: NodePgDatabase, actor: Person, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const view = await getOwnView(tx, actor, id)
    await deleteView(tx, id)
    await recordAudit(tx, actor, {
      action: 'view.delete',
      subject: subjectOf(view),
      before: { list: view.list, is_shared: view.isShared },
    })
  })
}

export async function chooseColumns(
  db: NodePgDatabase,
  actor: Person,
  choice: { list: ViewedList; columns: string[] | null },
): Promise<void> {
  await transaction(db, async (tx) => {
    const { list } = choice
    const known = await readColumns(tx, actor.id, list)
    const { before, after, isChanged } = changedFields(
      { columns: known },
      { columns: choice.columns },
    )
    if (!isChanged) return
    await writeColumns(tx, { uid: actor.id, ...choice })
    await recordAudit(tx, actor, {
      action: 'view.columns',
      subject: subjectOf({ id: list, list }),
      before,
      after,
    })
  })
}

/** An account makes and renames its views one after the other. */
async function lockOwnViews(tx: Transaction, uid: string, list: ViewedList): Promise<ViewRow[]> {
  await lockAdministrator(tx, uid)
  const views = await listViewsFor(tx, uid, list)
  return views.filter((view) => view.uid === uid)
}

async function getOwnView(tx: Transaction, actor: Person, id: string): Promise<ViewRow> {
  const view = await findOwnView(tx, actor.id, id)
  if (!view) throw new ShopError('VIEW_NOT_FOUND')
  return view
}

function requireSharing(actor: Person, isShared: boolean | undefined): void {
  if (isShared && (actor.role === null || !mayShareViews(actor.role)))
    throw new ShopError('PERMISSION_DENIED')
}

function readName(given: string): string {
  const name = readText(given, 'name')
  if ([...name].length > maxViewName) throw fieldError('name', `名稱最多 ${maxViewName} 個字`)
  return name
}

/** The audit log names a view by its list alone: a name or a filter may name a person. */
function subjectOf({ id, list }: Pick<ViewRow, 'id' | 'list'>) {
  return { kind: 'view', id, title: fileKindLabels[list] }
}

function maskWords({ name, query, ...others }: Partial<ViewRow>) {
  return {
    ...others,
    ...(name !== undefined && { name: maskText(name) }),
    ...(query !== undefined && { query: maskText(query) }),
  }
}
