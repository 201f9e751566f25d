import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maxTagLength, maxTags } from '#contract/customers.schema.ts'
import { maskText } from '#contract/masking.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { deleteNote, insertNote, listTags, lockCustomer, replaceTags } from './customers.queries.ts'

const maxNoteLength = 2_000

/** The audit log names a customer by the number alone. */
export function customerSubject(num: number) {
  return { kind: 'customer', id: String(num), title: `顧客 ${num}` }
}

/** A customer number; CUSTOMER_NOT_FOUND for a text that is none. */
export function readCustomerNumber(id: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(id)) throw new ShopError('CUSTOMER_NOT_FOUND')
  return Number(id)
}

/** Puts tags in place of those that were shown, or of all, in a transaction of its own. */
export function changeTags(
  db: NodePgDatabase,
  actor: StaffActor,
  num: number,
  change: { tags: readonly string[]; shown: readonly string[] | undefined },
): Promise<void> {
  const { tags, shown } = change
  return transaction(db, (tx) =>
    editTags(tx, actor, num, (known) => {
      const unseen = shown ? known.filter((tag) => !shown.includes(tag)) : []
      // A shown tag that is gone was taken off by somebody else.
      const kept = shown ? tags.filter((tag) => known.includes(tag) || !shown.includes(tag)) : tags
      return [...unseen, ...kept]
    }),
  )
}

/** Changes the tags of a customer by what they are now; throws CUSTOMER_NOT_FOUND, INVALID_INPUT. */
export async function editTags(
  tx: Db,
  actor: StaffActor,
  num: number,
  change: (known: string[]) => readonly string[],
): Promise<void> {
  if (!(await lockCustomer(tx, num))) throw new ShopError('CUSTOMER_NOT_FOUND')
  const before = await listTags(tx, num)
  const after = readTags(change(before))
  if (before.join('\n') === after.join('\n')) return
  await replaceTags(tx, num, after)
  await recordAudit(tx, actor, {
    action: 'customer.update',
    subject: customerSubject(num),
    before: { tags: before.map(maskText) },
    after: { tags: after.map(maskText) },
  })
}

/** Trimmed, each one once, in their order. */
function readTags(given: readonly string[]): string[] {
  const tags = [...new Set(given.map((tag) => readTag(tag, 'tags')))]
  const refusal = tagsRefusal(tags)
  if (refusal) throw fieldError('tags', refusal)
  return tags.toSorted()
}

/** A trimmed tag; throws INVALID_INPUT for a text that is none. */
export function readTag(given: string, field: string): string {
  const tag = given.normalize('NFC').trim().replace(/\s+/g, ' ')
  if (tag !== '' && [...tag].length <= maxTagLength && !tag.includes(',')) return tag
  throw fieldError(field, `標籤為 1 至 ${maxTagLength} 個字，不可含逗號`)
}

/** Why a customer cannot have all of these tags. */
export function tagsRefusal(tags: readonly string[]): string | undefined {
  return tags.length > maxTags ? `標籤最多 ${maxTags} 個` : undefined
}

export function addNote(db: NodePgDatabase, actor: StaffActor, num: number, given: string) {
  const text = given.trim()
  const length = [...text].length
  if (length < 1 || length > maxNoteLength) {
    const message = `備註為 1 至 ${maxNoteLength.toLocaleString('en')} 個字`
    throw new ShopError('INVALID_INPUT', { message: [message], fields: { text: message } })
  }
  return transaction(db, async (tx) => {
    if (!(await lockCustomer(tx, num))) throw new ShopError('CUSTOMER_NOT_FOUND')
    const note = await insertNote(tx, {
      id: createId(),
      customer: num,
      text,
      author: actor.name,
    })
    await recordAudit(tx, actor, {
      action: 'customer.note',
      subject: customerSubject(num),
      after: { note: note.id, length },
    })
    return note
  })
}

export function removeNote(
  db: NodePgDatabase,
  actor: StaffActor,
  { num, noteId }: { num: number; noteId: string },
): Promise<void> {
  return transaction(db, async (tx) => {
    if (!(await deleteNote(tx, num, noteId))) throw new ShopError('CUSTOMER_NOTE_NOT_FOUND')
    await recordAudit(tx, actor, {
      action: 'customer.remove_note',
      subject: customerSubject(num),
      before: { note: noteId },
    })
  })
}
