import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { participations } from '../../db/tables/participations.ts'
import { ShopError } from '../../http/shop-error.ts'

/** The goods of a place may be with its shopper while its order is not shipped yet: no way back then. */
export async function assertNotHandedOut(db: Db, orderId: string): Promise<void> {
  const isHandedOut = and(
    eq(participations.orderId, orderId),
    isNotNull(participations.handedOutAt),
  )
  if ((await db.$count(participations, isHandedOut)) === 0) return
  throw new ShopError('ORDER_STATE', { message: '商品已取貨，無法取消；需要退貨請聯絡店家' })
}
