import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { transaction } from '../../db/transaction.ts'
import { ShopError } from '../../http/shop-error.ts'
import { countWishesOf, deleteWishes, insertWishes, readWishes } from './wishes.queries.ts'

/** Beyond so many a list of wishes tells the owner nothing. */
const maxWishes = 100

/** Asks for a group buy of products, or no longer; throws PRODUCT_NOT_FOUND for one not on sale. */
export async function setWishes(
  db: NodePgDatabase,
  wish: { productIds: readonly string[]; memberId: string; isWished: boolean },
) {
  const { productIds, memberId, isWished } = wish
  return transaction(db, async (tx) => {
    if (!isWished) {
      await deleteWishes(tx, productIds, memberId)
      return readWishes(tx, productIds, memberId)
    }
    await insertWishes(tx, productIds, memberId)
    if ((await countWishesOf(tx, memberId)) > maxWishes) throw new ShopError('TOO_MANY_REQUESTS')
    const wishes = await readWishes(tx, productIds, memberId)
    if (wishes.length < productIds.length) throw new ShopError('PRODUCT_NOT_FOUND')
    return wishes
  })
}
