import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sha256 } from '../../db/sha256.ts'
import { administrators, adminResetCodes } from '../../db/tables/admin.ts'
import type { Administrator } from '../admin.queries.ts'

const lifeSeconds = 3600

/** The newest code of the administrator; it replaces the one before. */
export async function saveResetCode(
  db: Db,
  { uid, passwordHash }: Administrator,
  code: string,
): Promise<void> {
  const values = {
    codeHash: sha256(code),
    passwordDigest: sha256(passwordHash),
    createdAt: sql`now()`,
    expiresAt: sql`now() + make_interval(secs => ${lifeSeconds})`,
  }
  await db
    .insert(adminResetCodes)
    .values({ uid, ...values })
    .onConflictDoUpdate({ target: adminResetCodes.uid, set: values })
}

/** Whose password the code resets; undefined once the code does not hold any more. */
export async function findResetHolder(db: Db, code: string): Promise<Administrator | undefined> {
  const [row] = await db
    .select({ administrator: administrators, passwordDigest: adminResetCodes.passwordDigest })
    .from(adminResetCodes)
    .innerJoin(administrators, eq(administrators.uid, adminResetCodes.uid))
    .where(isLive(code))
  return row && holderOf(row.administrator, row)
}

/**
 * Deletes the code and gives its administrator: of parallel calls one succeeds. The administrator is
 * locked before the code, in the same order as by a deletion, so that the two do not deadlock.
 */
export async function useResetCode(tx: Db, code: string): Promise<Administrator | undefined> {
  const found = await findResetHolder(tx, code)
  const administrator = found && (await lockAdministrator(tx, found.uid))
  if (!administrator) return undefined
  const [used] = await tx.delete(adminResetCodes).where(isLive(code)).returning()
  return used && holderOf(administrator, used)
}

export async function lockAdministrator(tx: Db, uid: string): Promise<Administrator | undefined> {
  const [locked] = await tx
    .select()
    .from(administrators)
    .where(eq(administrators.uid, uid))
    .for('update')
  return locked
}

export async function deleteResetCodesOf(db: Db, uid: string): Promise<void> {
  await db.delete(adminResetCodes).where(eq(adminResetCodes.uid, uid))
}

const isLive = (code: string) =>
  and(eq(adminResetCodes.codeHash, sha256(code)), gt(adminResetCodes.expiresAt, sql`now()`))

function holderOf(
  administrator: Administrator,
  { passwordDigest }: { passwordDigest: string },
): Administrator | undefined {
  const isUnchanged = passwordDigest === sha256(administrator.passwordHash)
  return isUnchanged && !administrator.isDisabled ? administrator : undefined
}
