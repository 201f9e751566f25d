import { randomBytes, randomInt } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sha256 } from '../../db/sha256.ts'
import { type ActionPurpose, actionCodes } from '../../db/tables/members.ts'
import { IdentityError } from '../identity-error.ts'
import { lockMember, type MemberRow } from '../members.queries.ts'

export type ActionCode = typeof actionCodes.$inferSelect

const hour = 3600
const lifeSeconds: Record<ActionPurpose, number> = {
  PASSWORD_RESET: hour,
  VERIFY_EMAIL: 24 * hour,
  VERIFY_AND_CHANGE_EMAIL: 24 * hour,
}

/** How long the digits of a mail can be typed; its link works longer. */
const pinMinutes = 30
/** After so many wrong ones they are worth nothing. */
const pinTries = 5

/**
 * A code of 256 bits; only its hash is stored. It ends with the member's session version. One that
 * proves the address of the account has six digits beside it.
 */
export async function createCode(
  db: Db,
  member: Pick<MemberRow, 'uid' | 'email' | 'sessionVersion'>,
  code: { purpose: ActionPurpose; newEmail?: string | undefined },
  hashPin: (pin: string, codeHash: string) => string,
): Promise<{ text: string; pin: string }> {
  const text = randomBytes(32).toString('base64url')
  const pin = String(randomInt(1_000_000)).padStart(6, '0')
  const { uid, email, sessionVersion } = member
  const codeHash = sha256(text)
  await db.insert(actionCodes).values({
    ...code,
    uid,
    email: email ?? '',
    sessionVersion,
    codeHash,
    pinHash: code.purpose === 'VERIFY_EMAIL' ? hashPin(pin, codeHash) : null,
    expiresAt: sql`now() + make_interval(secs => ${lifeSeconds[code.purpose]})`,
  })
  return { text, pin }
}

/** The code if it is valid; throws the error code otherwise. */
export async function readCode(
  db: Db,
  text: string,
  purposes: ActionPurpose[],
): Promise<ActionCode> {
  const [row] = await db
    .select({ code: actionCodes, isLive: sql<boolean>`${actionCodes.expiresAt} > now()` })
    .from(actionCodes)
    .where(eq(actionCodes.codeHash, sha256(text)))
  if (!row || row.code.usedAt !== null || !purposes.includes(row.code.purpose)) {
    throw new IdentityError('INVALID_OOB_CODE')
  }
  if (!row.isLive) throw new IdentityError('EXPIRED_OOB_CODE')
  return row.code
}

/** The member to whom the code was sent, if it is still valid for the account. */
export function requireHolder(member: MemberRow | undefined, code: ActionCode): MemberRow {
  if (!member) throw new IdentityError('USER_NOT_FOUND')
  if (member.isDisabled) throw new IdentityError('USER_DISABLED')
  const isCurrent = code.sessionVersion === member.sessionVersion
  if (!isCurrent || (member.email ?? '') !== code.email) throw new IdentityError('INVALID_OOB_CODE')
  return member
}

/**
 * Consumes the code: of concurrent attempts one succeeds. Locks the member before the code, in the
 * same order as a deletion of the account.
 */
export async function useCode(
  db: Db,
  text: string,
  purposes: ActionPurpose[],
): Promise<{ code: ActionCode; member: MemberRow }> {
  const found = await readCode(db, text, purposes)
  const member = requireHolder(await lockMember(db, found.uid), found)
  const [code] = await db
    .update(actionCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(actionCodes.codeHash, sha256(text)),
        inArray(actionCodes.purpose, purposes),
        isNull(actionCodes.usedAt),
        gt(actionCodes.expiresAt, sql`now()`),
      ),
    )
    .returning()
  if (code) return { code, member }
  await readCode(db, text, purposes)
  throw new IdentityError('INVALID_OOB_CODE')
}

/** Revokes the other codes of one purpose once one of them was used. */
export async function endCodes(db: Db, uid: string, purpose: ActionPurpose): Promise<void> {
  await db
    .update(actionCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(eq(actionCodes.uid, uid), eq(actionCodes.purpose, purpose), isNull(actionCodes.usedAt)),
    )
}

/**
 * Tries the digits of the newest mail that proves the address of a member, whose row is locked. A try
 * is counted before it is judged; the code is used up by the right one.
 */
export async function tryPin(
  db: Db,
  { uid, email, sessionVersion }: Pick<MemberRow, 'uid' | 'sessionVersion'> & { email: string },
  isRight: (code: { codeHash: string; pinHash: string }) => boolean,
): Promise<'right' | 'wrong' | 'expired'> {
  const newest = db
    .select({ codeHash: actionCodes.codeHash })
    .from(actionCodes)
    .where(and(eq(actionCodes.uid, uid), eq(actionCodes.purpose, 'VERIFY_EMAIL')))
    .orderBy(desc(actionCodes.createdAt))
    .limit(1)
  const [code] = await db
    .update(actionCodes)
    .set({ pinTries: sql`${actionCodes.pinTries} + 1` })
    .where(
      and(
        inArray(actionCodes.codeHash, newest),
        eq(actionCodes.email, email),
        eq(actionCodes.sessionVersion, sessionVersion),
        isNull(actionCodes.usedAt),
        isNotNull(actionCodes.pinHash),
        lt(actionCodes.pinTries, pinTries),
        gt(actionCodes.createdAt, sql`now() - make_interval(mins => ${pinMinutes})`),
      ),
    )
    .returning({ codeHash: actionCodes.codeHash, pinHash: actionCodes.pinHash })
  if (!code?.pinHash) return 'expired'
  return isRight({ codeHash: code.codeHash, pinHash: code.pinHash }) ? 'right' : 'wrong'
}
