import { hash, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { members, refreshTokens } from '../db/tables/members.ts'
import type { MemberRow } from './members.queries.ts'

/** Refresh tokens are opaque: the member's id, so that a deleted one can be told, and 256 bits. */
export async function openSession(
  db: Db,
  member: Pick<MemberRow, 'uid' | 'sessionVersion'>,
  { authTime, userAgent }: { authTime: Date; userAgent: string },
): Promise<string> {
  const token = `${member.uid}.${randomBytes(32).toString('base64url')}`
  await db.insert(refreshTokens).values({
    tokenHash: hashOf(token),
    uid: member.uid,
    sessionVersion: member.sessionVersion,
    authTime,
    userAgent: userAgent.slice(0, 300),
  })
  return token
}

const session = prepared((db) =>
  db
    .update(refreshTokens)
    .set({ lastUsedAt: sql`now()` })
    .from(members)
    .where(
      sql`${members.uid} = ${refreshTokens.uid} and ${refreshTokens.tokenHash} = ${sql.placeholder('tokenHash')}`,
    )
    .returning({
      member: members,
      authTime: refreshTokens.authTime,
      sessionVersion: refreshTokens.sessionVersion,
    })
    .prepare('session_by_refresh_token'),
)

export async function findSession(db: Db, token: string) {
  const [row] = await session(db).execute({ tokenHash: hashOf(token) })
  return row
}

/** The member whom a refresh token names, whether or not the token exists. */
export function memberNamedBy(token: string): string | undefined {
  return /^([A-Za-z0-9]{28})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1]
}

/** Tokens that ended with a change of password are kept a while, so that clients hear why. */
export async function removeEndedSessions(db: Db): Promise<void> {
  const ended = db
    .select({ one: sql`1` })
    .from(members)
    .where(
      sql`${eq(members.uid, refreshTokens.uid)} and ${members.sessionVersion} > ${refreshTokens.sessionVersion}`,
    )
  await db
    .delete(refreshTokens)
    .where(
      sql`(${refreshTokens.lastUsedAt} < now() - interval '90 days' and exists ${ended}) or ${refreshTokens.lastUsedAt} < now() - interval '400 days'`,
    )
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
