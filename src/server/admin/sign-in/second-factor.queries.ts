import { and, count, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sha256 } from '../../db/sha256.ts'
import { administrators, adminRecoveryCodes } from '../../db/tables/admin.ts'

/** Epoch milliseconds of the database's clock. */
export async function databaseNow(db: Db): Promise<number> {
  const { rows } = await db.execute<{ now: string }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::text as now`,
  )
  return Number(rows[0]?.now)
}

/** Uses a step and all before it up; false when it was used already, or the key is another one. */
export async function takeStep(
  db: Db,
  { uid, totpSecret }: { uid: string; totpSecret: Buffer },
  step: number,
): Promise<boolean> {
  const { rowCount } = await db
    .update(administrators)
    .set({ totpLastStep: step })
    .where(
      and(
        eq(administrators.uid, uid),
        eq(administrators.totpSecret, totpSecret),
        or(isNull(administrators.totpLastStep), lt(administrators.totpLastStep, step)),
      ),
    )
  return rowCount === 1
}

/** False when the account has no such code, or it was used already. */
export async function deleteRecoveryCode(db: Db, uid: string, code: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(adminRecoveryCodes)
    .where(and(eq(adminRecoveryCodes.uid, uid), eq(adminRecoveryCodes.codeHash, hashOf(uid, code))))
  return rowCount === 1
}

export async function replaceRecoveryCodes(db: Db, uid: string, codes: string[]): Promise<void> {
  await db.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.uid, uid))
  if (codes.length === 0) return
  const rows = codes.map((code) => ({ uid, codeHash: hashOf(uid, code) }))
  await db.insert(adminRecoveryCodes).values(rows)
}

export async function countRecoveryCodes(db: Db, uid: string): Promise<number> {
  const [counted] = await db
    .select({ left: count() })
    .from(adminRecoveryCodes)
    .where(eq(adminRecoveryCodes.uid, uid))
  return counted?.left ?? 0
}

/** With the account, so that a row moved to another one opens nothing. */
function hashOf(uid: string, code: string): string {
  return sha256(`${uid} ${code}`)
}
