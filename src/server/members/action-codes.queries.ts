import { hash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { type ActionPurpose, actionCodes } from '../db/tables/members.ts'
import { IdentityError } from './identity-error.ts'

export type ActionCode = typeof actionCodes.$inferSelect

const hour = 3600
const lifeSeconds: Record<ActionPurpose, number> = {
  PASSWORD_RESET: hour,
  VERIFY_EMAIL: 24 * hour,
  VERIFY_AND_CHANGE_EMAIL: 24 * hour,
}

/** Makes a code of 256 bits; only its hash is kept. */
export async function makeCode(
  db: Db,
  code: Pick<ActionCode, 'purpose' | 'uid' | 'email'> & { newEmail?: string },
): Promise<string> {
  const text = randomBytes(32).toString('base64url')
  await db.insert(actionCodes).values({
    ...code,
    codeHash: hashOf(text),
    expiresAt: sql`now() + make_interval(secs => ${lifeSeconds[code.purpose]})`,
  })
  return text
}

/** The code as long as it can be used; throws what is wrong with it. */
export async function readCode(
  db: Db,
  text: string,
  purposes: ActionPurpose[],
): Promise<ActionCode> {
  const [row] = await db
    .select({ code: actionCodes, isLive: sql<boolean>`${actionCodes.expiresAt} > now()` })
    .from(actionCodes)
    .where(eq(actionCodes.codeHash, hashOf(text)))
  if (!row || row.code.usedAt !== null || !purposes.includes(row.code.purpose)) {
    throw new IdentityError('INVALID_OOB_CODE')
  }
  if (!row.isLive) throw new IdentityError('EXPIRED_OOB_CODE')
  return row.code
}

/** Uses the code up: of all who try at once, one gets it. */
export async function useCode(
  db: Db,
  text: string,
  purposes: ActionPurpose[],
): Promise<ActionCode> {
  const [code] = await db
    .update(actionCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(actionCodes.codeHash, hashOf(text)),
        inArray(actionCodes.purpose, purposes),
        isNull(actionCodes.usedAt),
        gt(actionCodes.expiresAt, sql`now()`),
      ),
    )
    .returning()
  if (code) return code
  await readCode(db, text, purposes)
  throw new IdentityError('INVALID_OOB_CODE')
}

/** Ends the other codes of one kind, once one of them has done its work. */
export async function endCodes(db: Db, uid: string, purpose: ActionPurpose): Promise<void> {
  await db
    .update(actionCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(eq(actionCodes.uid, uid), eq(actionCodes.purpose, purpose), isNull(actionCodes.usedAt)),
    )
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url')
}
