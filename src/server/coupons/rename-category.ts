import { sql } from 'drizzle-orm'
import { coupons } from '../db/tables/coupons.ts'
import type { Transaction } from '../db/transaction.ts'

/** Coupons that cover a category go on covering its products under the new name. */
export async function renameCategoryOfCoupons(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const { categories } = coupons
  await tx
    .update(coupons)
    .set({
      categories: sql`case when ${to} = any(${categories}) then array_remove(${categories}, ${from})
        else array_replace(${categories}, ${from}, ${to}) end`,
    })
    .where(sql`${from} = any(${categories})`)
}
