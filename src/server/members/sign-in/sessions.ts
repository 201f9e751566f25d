import { randomBytes } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { deleteInSteps } from '../../db/delete-in-steps.ts'
import { sha256 } from '../../db/sha256.ts'
import { members, refreshTokens } from '../../db/tables/members.ts'
import type { MemberRow } from '../members.queries.ts'

/** Sessions of one member; a new one evicts the least recently used. */
const maxSessions = 50

/**
 * Refresh tokens are opaque: the member's id, so that a deleted account is recognised, and 256
 * random bits. The caller holds the lock of the member's row.
 */
export async function openSession(
  db: Db,
  member: Pick<MemberRow, 'uid' | 'sessionVersion'>,
  { authTime, userAgent }: { authTime: Date; userAgent: string },
): Promise<{ refreshToken: string; sessionId: string }> {
  const refreshToken = `${member.uid}.${randomBytes(32).toString('base64url')}`
  const sessionId = sessionIdOf(refreshToken)
  await db
    .delete(refreshTokens)
    .where(
      sql`${refreshTokens.tokenHash} in (select token_hash from ${refreshTokens} where uid = ${member.uid} order by last_used_at desc, created_at desc offset ${maxSessions - 1})`,
    )
  await db.insert(refreshTokens).values({
    tokenHash: sessionId,
    uid: member.uid,
    sessionVersion: member.sessionVersion,
    authTime,
    userAgent: userAgent.slice(0, 300),
  })
  return { refreshToken, sessionId }
}

/** The id of a session in ID tokens and in the database. */
export function sessionIdOf(refreshToken: string): string {
  return sha256(refreshToken)
}

/** Ends the session; its ID tokens end with it. */
export async function deleteSession(db: Db, refreshToken: string): Promise<void> {
  await db.delete(refreshTokens).where(eq(refreshTokens.tokenHash, sessionIdOf(refreshToken)))
}

/** A token of the version before names no session, and ends with the others. */
export async function endOtherSessions(
  db: Db,
  uid: string,
  sessionId: string | null,
): Promise<void> {
  const isOther = ne(refreshTokens.tokenHash, sessionId ?? '')
  await db.delete(refreshTokens).where(and(eq(refreshTokens.uid, uid), isOther))
}

export async function findSession(db: Db, token: string) {
  const { uid, tokenHash, authTime, sessionVersion } = refreshTokens
  const [row] = await db
    .update(refreshTokens)
    .set({ lastUsedAt: sql`now()` })
    .from(members)
    .where(and(eq(members.uid, uid), eq(tokenHash, sessionIdOf(token))))
    .returning({ member: members, authTime, sessionVersion })
  return row
}

/** The member id in a refresh token, whether or not the token exists. */
export function memberNamedBy(token: string): string | undefined {
  return /^([A-Za-z0-9]{28})\.[A-Za-z0-9_-]{43}$/.exec(token)?.[1]
}

/**
 * Tokens that a change of password has revoked are stored for a while, so that clients get the
 * reason. Those that nobody uses go with `privacy/retention.ts`.
 */
export async function removeEndedSessions(db: Db): Promise<void> {
  const ended = sql`exists (
    select from members where members.uid = refresh_tokens.uid
      and members.session_version > refresh_tokens.session_version)`
  await deleteInSteps(
    db,
    'refresh_tokens',
    sql`last_used_at < now() - interval '90 days' and ${ended}`,
  )
}
