import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { lineAgreements, lineFriends } from '../db/tables/line.ts'
import { memberIdentities } from '../db/tables/members.ts'

/** The member who signs in by this account of LINE. */
export async function findMemberOfLine(db: Db, subject: string): Promise<string | undefined> {
  const { uid, provider } = memberIdentities
  const [row] = await db
    .select({ uid })
    .from(memberIdentities)
    .where(and(eq(provider, 'line'), eq(memberIdentities.subject, subject)))
  return row?.uid
}

const receivers = sql`select identity.uid, identity.subject
  from member_identities as identity
  join line_friends as friend on friend.subject = identity.subject and friend.is_friend
  join line_agreements as agreement on agreement.uid = identity.uid
  where identity.provider = 'line'`

/** The LINE account of a member who is a friend of the official account and agreed to messages. */
export async function findReceiver(db: Db, uid: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ subject: string }>(
    sql`${receivers} and identity.uid = ${uid}`,
  )
  return rows[0]?.subject
}

/** Those of the members who can be told. */
export async function listReachable(db: Db, uids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ uid: string }>(
    sql`${receivers} and identity.uid = any(${sql.param([...uids])}::text[])`,
  )
  return new Set(rows.map(({ uid }) => uid))
}

export interface LineStanding {
  isLinked: boolean
  isFriend: boolean
  isAgreed: boolean
}

export async function readStanding(db: Db, uid: string): Promise<LineStanding> {
  const { rows } = await db.execute<{ linked: boolean; friend: boolean; agreed: boolean }>(sql`
    select identity.subject is not null as linked, coalesce(friend.is_friend, false) as friend,
      exists (select from line_agreements where uid = ${uid}) as agreed
    from (select 1) as one
    left join member_identities as identity on identity.provider = 'line' and identity.uid = ${uid}
    left join line_friends as friend on friend.subject = identity.subject`)
  const [{ linked = false, friend = false, agreed = false } = {}] = rows
  return { isLinked: linked, isFriend: friend, isAgreed: agreed }
}

/** Nothing for news that is older than what is known. */
export async function setFriendship(
  db: Db,
  { subject, isFriend, at }: { subject: string; isFriend: boolean; at: Date },
): Promise<void> {
  const { changedAt } = lineFriends
  await db
    .insert(lineFriends)
    .values({ subject, isFriend, changedAt: at })
    .onConflictDoUpdate({
      target: lineFriends.subject,
      set: { isFriend, changedAt: at },
      setWhere: sql`${changedAt} < ${at}`,
    })
}

export async function setAgreement(db: Db, uid: string, isAgreed: boolean): Promise<void> {
  if (isAgreed) await db.insert(lineAgreements).values({ uid }).onConflictDoNothing()
  else await db.delete(lineAgreements).where(sql`${lineAgreements.uid} = ${uid}`)
}

export async function countReceivers(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from (${receivers}) as receiver`,
  )
  return rows[0]?.n ?? 0
}
