import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { CategoryInput } from '#contract/categories.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError, readText } from '../input/coerced-values.ts'
import {
  announceCategories,
  deleteCategory,
  findCategory,
  hasProducts,
  listAllCategories,
  lockCategories,
  moveProducts,
  writeCategory,
  writeOrder,
} from './categories.queries.ts'
import { storedPicture } from './picture-address.ts'

/** Changes what names a category outside of the catalogue, in the transaction of its new name. */
export type FollowCategory = (
  tx: Transaction,
  actor: StaffActor,
  renamed: { from: string; to: string },
) => Promise<void>

/** Names without products take no place. */
export function orderCategories(
  db: NodePgDatabase,
  actor: StaffActor,
  names: readonly string[],
): Promise<void> {
  return transaction(db, async (tx) => {
    await lockCategories(tx)
    const before = (await listAllCategories(tx)).map(({ name }) => name)
    const after = [...new Set(names)].filter((name) => before.includes(name))
    await writeOrder(tx, after)
    await announceCategories(tx)
    await recordAudit(tx, actor, {
      action: 'category.order',
      subject: { kind: 'category', title: `${after.length} 個分類` },
      before: { order: before },
      after: { order: after },
    })
  })
}

/** Throws CATEGORY_NOT_FOUND, and CATEGORY_NAME_TAKEN for a new name that another one has. */
export function changeCategory(
  deps: { db: NodePgDatabase; followCategory: FollowCategory },
  actor: StaffActor,
  { input, ownAddress }: { input: CategoryInput; ownAddress: string },
): Promise<void> {
  const { name: from } = input
  const name = readText(input.new_name, 'new_name')
  const picture = storedPicture(input.picture, 'picture', ownAddress)
  const text = input.text.trim()
  return transaction(deps.db, async (tx) => {
    await lockCategories(tx)
    if (!(await hasProducts(tx, from))) throw new ShopError('CATEGORY_NOT_FOUND')
    const known = await findCategory(tx, from)
    const given = { name, position: known.position, picture, text }
    const { before, after, isChanged } = changedFields(known, given)
    if (!isChanged) return
    if (name !== from) {
      if (await hasProducts(tx, name)) throw new ShopError('CATEGORY_NAME_TAKEN')
      await deleteCategory(tx, from)
      await moveProducts(tx, from, name)
      await deps.followCategory(tx, actor, { from, to: name })
    }
    await writeCategory(tx, given)
    await announceCategories(tx)
    const subject = { kind: 'category', id: name, title: name }
    await recordAudit(tx, actor, { action: 'category.update', subject, before, after })
  })
}

/** Throws CATEGORY_NOT_FOUND. Gives how many products have moved. */
export function mergeCategory(
  deps: { db: NodePgDatabase; followCategory: FollowCategory },
  actor: StaffActor,
  { name: from, into: to }: { name: string; into: string },
): Promise<number> {
  if (from === to) throw fieldError('into', '請選擇另一個分類')
  return transaction(deps.db, async (tx) => {
    await lockCategories(tx)
    const areThere = (await hasProducts(tx, from)) && (await hasProducts(tx, to))
    if (!areThere) throw new ShopError('CATEGORY_NOT_FOUND')
    await deleteCategory(tx, from)
    const count = await moveProducts(tx, from, to)
    await deps.followCategory(tx, actor, { from, to })
    await announceCategories(tx)
    await recordAudit(tx, actor, {
      action: 'category.merge',
      subject: { kind: 'category', id: to, title: to },
      before: { name: from },
      after: { name: to, count },
    })
    return count
  })
}
