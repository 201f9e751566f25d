import { asc, eq, sql } from 'drizzle-orm'
import { stock, stockHolds, stockMovements } from '../db/tables/stock.ts'
import { stockDisagreements } from './stock-disagreements.ts'
import { openAdministrator, type TestAdministrator } from './test-administrator.ts'
import type { TestShop } from './test-shop.ts'

export interface TestStock {
  admin: TestAdministrator
  /** A new product of which this many are on hand. */
  counted(onHand: number, title?: string): Promise<string>
  set(variantId: string, onHand: number): ReturnType<TestAdministrator['put']>
  /** On hand and held; undefined for a product that is not counted. */
  numbers(variantId: string): Promise<[onHand: number, held: number] | undefined>
  /** Kind and both changes of each movement, oldest first. */
  movements(variantId: string): Promise<[kind: string, onHand: number, held: number][]>
  /** Everything that a refusal must leave as it was. */
  everything(): Promise<unknown>
  /** Where the ledger, the holds or the numbers do not agree. */
  disagreements(): Promise<unknown[]>
}

export async function openStock(shop: TestShop): Promise<TestStock> {
  const { db } = shop.database
  const admin = await openAdministrator(shop)
  const self: TestStock = {
    admin,
    async counted(onHand, title = '青瓷杯') {
      const id = await shop.product({ title })
      await self.set(id, onHand)
      return id
    },
    set: (variantId, onHand) =>
      admin.put(`/admin/stock/${variantId}`, { on_hand: onHand, reason: 'counted' }),
    async numbers(variantId) {
      const [row] = await db.select().from(stock).where(eq(stock.variantId, variantId))
      return row && [row.onHand, row.held]
    },
    async movements(variantId) {
      const rows = await db
        .select()
        .from(stockMovements)
        .where(eq(stockMovements.variantId, variantId))
        .orderBy(asc(stockMovements.id))
      return rows.map(({ kind, onHandChange, heldChange }) => [kind, onHandChange, heldChange])
    },
    async everything() {
      const count = (table: typeof stockHolds | typeof stockMovements) => db.$count(table)
      const rows = await db.select().from(stock).orderBy(asc(stock.variantId))
      return [rows, await count(stockHolds), await count(stockMovements)]
    },
    async disagreements() {
      const { rows } = await db.execute(sql.raw(stockDisagreements))
      return rows
    },
  }
  return self
}
