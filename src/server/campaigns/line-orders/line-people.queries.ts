import { and, asc, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { t } from '#contract/translate.ts'
import type { Db } from '../../db/connect.ts'
import { createId } from '../../db/id.ts'
import { linePeople } from '../../db/tables/line-people.ts'
import { orders } from '../../db/tables/orders.ts'
import { participations } from '../../db/tables/participations.ts'
import type { Transaction } from '../../db/transaction.ts'
import { ShopError } from '../../http/shop-error.ts'
import {
  hasAccount,
  isLive,
  type ParticipationLine,
  participationLines,
} from '../participations.queries.ts'

/** In the place of the id of a member. */
export const lineMember = (personId: string) => `line:${personId}`
/** Of the person's orders: no cookie of a guest is kept under such a key. */
export const lineOwner = (personId: string) => `g:line:${personId}`

/** Whose chats the people of a group are from: those of its leader, or of the shop. */
export function keeperOf({ leaderId }: { leaderId: string | null }): string {
  return leaderId === null ? 's:shop' : `m:${leaderId}`
}

/** So many people of one keeper are known; a chat of LINE has at most 500. */
const mostPeople = 2_000

export type KnownName = typeof linePeople.$inferSelect

/** A live place that was entered for a person of a chat. */
export interface EnteredPlace {
  id: string
  personId: string
  orderId: string
  /** Of its order, which may have become that of an account. */
  owner: string
  state: typeof participations.$inferSelect.state
  version: number
  qty: number
  /** In whole NT$. */
  total: number
  contactName: string
  lines: ParticipationLine[]
}

export function listEnteredPlaces(
  db: Db,
  { groupId, personId }: { groupId: string; personId?: string },
): Promise<EnteredPlace[]> {
  return db
    .select({
      id: participations.id,
      personId: sql<string>`substr(${participations.memberId}, 6)`,
      orderId: participations.orderId,
      owner: orders.owner,
      state: participations.state,
      version: participations.version,
      qty: participations.qty,
      total: orders.total,
      contactName: orders.contactName,
      lines: participationLines().as('lines'),
    })
    .from(participations)
    .innerJoin(orders, eq(orders.id, participations.orderId))
    .where(
      and(
        eq(participations.groupId, groupId),
        isLive,
        personId === undefined
          ? sql`not ${hasAccount}`
          : eq(participations.memberId, lineMember(personId)),
      ),
    )
    .orderBy(asc(participations.seq))
}

/** The names that a keeper knows, those used last first, and all names of these people. */
export function listNames(
  db: Db,
  { keeper, personIds }: { keeper: string; personIds: readonly string[] },
): Promise<KnownName[]> {
  return db
    .select()
    .from(linePeople)
    .where(or(eq(linePeople.keeper, keeper), inArray(linePeople.personId, [...personIds])))
    .orderBy(desc(linePeople.usedAt), asc(linePeople.id))
    .limit(mostPeople)
}

/** The names of those who have joined the group by themselves. */
export async function listJoinedNames(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .select({ name: orders.contactName })
    .from(participations)
    .innerJoin(orders, eq(orders.id, participations.orderId))
    .where(and(eq(participations.groupId, groupId), isLive, hasAccount))
    .orderBy(asc(participations.seq))
  return rows.map(({ name }) => name)
}

export interface AskedPerson {
  /** In the chat. */
  name: string
  /** Somebody who is known. */
  personId?: string | undefined
  contactName?: string | undefined
  tel?: string | undefined
}

/**
 * The person of a name in a chat, who is remembered. Their row is locked until the end of the
 * transaction: of two entries of one person at once the second finds the place of the first.
 */
export async function rememberPerson(
  tx: Transaction,
  { keeper, groupId }: { keeper: string; groupId: string },
  asked: AskedPerson,
): Promise<{ id: string; contactName: string; tel: string }> {
  const { name, personId } = asked
  if (personId !== undefined) await assertKnown(tx, { keeper, groupId, personId })
  const id = createId()
  const contactName = asked.contactName?.trim() || name
  const tel = asked.tel?.trim() ?? ''
  const [named] = await tx
    .insert(linePeople)
    .values({ id, keeper, name, personId: personId ?? id, contactName, tel })
    .onConflictDoUpdate({
      target: [linePeople.keeper, linePeople.name],
      set: { usedAt: sql`now()` },
    })
    .returning()
  if (!named) throw new Error('a remembered person came back empty')
  if (
    named.id === id &&
    (await tx.$count(linePeople, eq(linePeople.keeper, keeper))) > mostPeople
  ) {
    const message = t('最多記得 {most} 個名字', { most: mostPeople.toLocaleString('en') })
    throw new ShopError('LINE_ORDERS_REFUSED', { message })
  }
  // A request of the same moment has already named this person.
  if (personId !== undefined && named.personId !== personId) {
    throw new ShopError('LINE_PERSON_NOT_FOUND')
  }
  const [person = named] = await tx
    .update(linePeople)
    .set({
      ...(asked.contactName?.trim() && { contactName }),
      ...(asked.tel !== undefined && { tel }),
      usedAt: sql`now()`,
    })
    .where(eq(linePeople.id, named.personId))
    .returning()
  return { id: named.personId, contactName: person.contactName, tel: person.tel }
}

/** One whom this keeper knows, or who has a place in the group that another one has entered. */
async function assertKnown(
  tx: Transaction,
  { keeper, groupId, personId }: { keeper: string; groupId: string; personId: string },
): Promise<void> {
  const isKept = and(eq(linePeople.id, personId), eq(linePeople.keeper, keeper))
  if ((await tx.$count(linePeople, isKept)) > 0) return
  if ((await listEnteredPlaces(tx, { groupId, personId })).length > 0) return
  throw new ShopError('LINE_PERSON_NOT_FOUND')
}

/** The people of a leader who leaves. */
export async function forgetPeopleOf(tx: Transaction, keeper: string): Promise<void> {
  await tx.delete(linePeople).where(eq(linePeople.keeper, keeper))
}
