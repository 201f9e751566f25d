import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type InfoPageInput, maxPagesOnProducts } from '#contract/info-pages.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import { storedHtml } from '../catalog/description.ts'
import { violatedConstraint } from '../db/database-error.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { changedColumns } from '../input/changed-columns.ts'
import { fieldError, parseBoolean, readText } from '../input/coerced-values.ts'
import { announceSettings } from '../settings/settings.queries.ts'
import {
  archivePageRow,
  countPagesOnProducts,
  insertPage,
  lockPage,
  restorePageRow,
  updatePage,
} from './info-pages.queries.ts'

const fieldOf = { isPublic: 'is_public', isOnProducts: 'is_on_products' }

/** Throws PAGE_SLUG_TAKEN; gives the id. */
export function createPage(
  db: NodePgDatabase,
  actor: StaffActor,
  input: InfoPageInput,
): Promise<string> {
  const given = readInput(input)
  const row = { ...given, id: createId(), preview: createId() }
  return withUniqueSlug(() =>
    transaction(db, async (tx) => {
      await insertPage(tx, row)
      await assertFewOnProducts(tx, given.isOnProducts)
      await recordAudit(tx, actor, {
        action: 'page.create',
        subject: subjectOf(row),
        after: given,
      })
      return row.id
    }),
  )
}

/** Throws PAGE_NOT_FOUND and PAGE_SLUG_TAKEN. */
export function changePage(
  db: NodePgDatabase,
  actor: StaffActor,
  page: { id: string; input: InfoPageInput },
): Promise<void> {
  const given = readInput(page.input)
  return withUniqueSlug(() =>
    transaction(db, async (tx) => {
      const known = await lockPage(tx, page.id)
      if (!known) throw new ShopError('PAGE_NOT_FOUND')
      const columns = changedColumns(given, page.input.changed_fields, fieldOf)
      const { before, after, isChanged } = changedFields(known, columns)
      if (!isChanged) return
      // The link of a draft was for the draft: after a publication it opens no later one.
      const isPublished = after.isPublic === true
      await announceSettings(tx)
      await updatePage(tx, page.id, { ...after, ...(isPublished && { preview: createId() }) })
      await assertFewOnProducts(tx, after.isOnProducts)
      await recordAudit(tx, actor, {
        action: 'page.update',
        subject: subjectOf(known),
        before,
        after,
      })
    }),
  )
}

/** Throws PAGE_NOT_FOUND. */
export function archivePage(db: NodePgDatabase, actor: StaffActor, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const row = await archivePageRow(tx, id, actor)
    if (!row) throw new ShopError('PAGE_NOT_FOUND')
    await announceSettings(tx)
    await recordAudit(tx, actor, { action: 'page.archive', subject: subjectOf(row) })
  })
}

/** Throws PAGE_SLUG_TAKEN; undefined when no such page is archived. */
export async function restorePage(tx: Transaction, id: string) {
  const restored = await withUniqueSlug(() => restorePageRow(tx, id))
  if (restored) await announceSettings(tx)
  return restored
}

function subjectOf({ id, title }: { id: string; title: string }) {
  return { kind: 'page', id, title }
}

function readInput(input: InfoPageInput) {
  return {
    title: readText(input.title, 'title'),
    slug: input.slug,
    content: storedHtml(readText(input.content, 'content')),
    isPublic: parseBoolean(input.is_public),
    ...(input.is_on_products !== undefined && {
      isOnProducts: parseBoolean(input.is_on_products),
    }),
  }
}

/** After a write that puts a page on the products. */
async function assertFewOnProducts(tx: Transaction, isPut: boolean | undefined): Promise<void> {
  if (!isPut || (await countPagesOnProducts(tx)) <= maxPagesOnProducts) return
  throw fieldError('is_on_products', `商品頁最多顯示 ${maxPagesOnProducts} 個頁面`)
}

async function withUniqueSlug<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'info_pages_slug') throw error
    throw new ShopError('PAGE_SLUG_TAKEN', { cause: error })
  }
}
