import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { members } from '../db/tables/members.ts'
import { pushSubscriptions } from '../db/tables/push.ts'
import type { Transaction } from '../db/transaction.ts'

/** Browsers of one member; with one more the longest unseen is forgotten. */
const maxOfMember = 10

export interface PushReceiver {
  id: number
  endpoint: string
  p256dh: string
  auth: string
}

const columns = {
  id: pushSubscriptions.id,
  endpoint: pushSubscriptions.endpoint,
  p256dh: pushSubscriptions.p256dh,
  auth: pushSubscriptions.auth,
}

/** A browser has one member: whoever signed in last. */
export async function keepSubscription(
  tx: Transaction,
  of: Omit<PushReceiver, 'id'> & { uid: string },
): Promise<void> {
  const { uid, endpoint, ...keys } = of
  const set = {
    ...{ uid, ...keys },
    // Those of a Firebase project have none.
    sessionVersion: sql<number>`coalesce((select ${members.sessionVersion} from ${members} where ${members.uid} = ${uid}), 0)`,
    seenAt: sql`now()`,
  }
  await tx
    .insert(pushSubscriptions)
    .values({ endpoint, ...set })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set })
  const kept = tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.uid, uid))
    .orderBy(desc(pushSubscriptions.seenAt), desc(pushSubscriptions.id))
    .limit(maxOfMember)
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.uid, uid), sql`${pushSubscriptions.id} not in ${kept}`))
}

export async function removeSubscription(
  db: Db,
  { uid, endpoint }: { uid: string; endpoint: string },
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.uid, uid), eq(pushSubscriptions.endpoint, endpoint)))
}

/** For one that the push service knows no longer. */
export async function forgetSubscription(db: Db, id: number): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
}

/** With the account all of its browsers go. */
export async function forgetSubscriptionsOf(db: Db, uid: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.uid, uid))
}

/** The session that asked for it was not revoked since, and the account is not disabled. */
const isOfSession = sql`not exists (select from ${members} where ${members.uid} = ${pushSubscriptions.uid}
  and (${members.isDisabled} or ${members.sessionVersion} <> ${pushSubscriptions.sessionVersion}))`

/** The browsers by which these members are told. */
export function listReceivers(
  db: Db,
  uids: readonly string[],
): Promise<{ id: number; uid: string }[]> {
  return db
    .select({ id: pushSubscriptions.id, uid: pushSubscriptions.uid })
    .from(pushSubscriptions)
    .where(and(inArray(pushSubscriptions.uid, [...uids]), isOfSession))
}

/** Undefined: it is gone, somebody else's by now, or of a session that was revoked. */
export async function findReceiver(
  db: Db,
  { id, uid }: { id: number; uid: string },
): Promise<PushReceiver | undefined> {
  const [row] = await db
    .select(columns)
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.uid, uid), isOfSession))
  return row
}
