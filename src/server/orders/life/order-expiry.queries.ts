import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { orderEvents, orders } from '../../db/tables/orders.ts'
import { isOwedToLeader } from '../pays-on-delivery.ts'

/** An order as the end of its time sees it. `secondsLeft` is by the clock of the database. */
export interface OrderExpiry {
  state: (typeof orders.$inferSelect)['state']
  /** Undefined: it never expires. */
  secondsLeft: number | undefined
  isPayable: boolean
  /** Entered by hand for nobody's account: the shop itself is paid. */
  isByHand: boolean
  /** Its leader is paid, without a deadline. */
  owesLeader: boolean
}

/**
 * Lets an unpaid order wait at least until this instant, or for this many seconds from now. Returns
 * how many seconds are left; it is never shortened.
 */
export async function extendExpiry(
  db: Db,
  orderId: string,
  until: { at: Date } | { seconds: number },
): Promise<number> {
  const asked =
    'at' in until
      ? sql`${until.at.toISOString()}::timestamptz`
      : sql`shop_now() + make_interval(secs => ${until.seconds})`
  const [row] = await db
    .update(orders)
    .set({ expiresAt: sql`greatest(${orders.expiresAt}, ${asked})` })
    .where(eq(orders.id, orderId))
    .returning({ secondsLeft: secondsLeftColumn })
  return row?.secondsLeft ?? 0
}

/** Rounded up: a job that waits so long finds the time over. */
const secondsLeftColumn = sql<number>`ceil(extract(epoch from ${orders.expiresAt} - shop_now()))::bigint`

export async function readExpiry(db: Db, orderId: string): Promise<OrderExpiry | undefined> {
  const [row] = await db
    .select({
      state: orders.state,
      secondsLeft: sql<number | null>`${secondsLeftColumn}`,
      isPayable: orders.isPayable,
      isByHand: sql<boolean>`${orders.owner} like 'a:%'`,
      owesLeader: isOwedToLeader,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  return row && { ...row, secondsLeft: row.secondsLeft ?? undefined }
}

/** Whether a number has moved its end, since a payment was last taken back. */
export async function isExtended(db: Db, orderId: string): Promise<boolean> {
  const [last] = await db
    .select({ kind: orderEvents.kind })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), inArray(orderEvents.kind, ['extended', 'unpaid'])))
    .orderBy(desc(orderEvents.id))
    .limit(1)
  return last?.kind === 'extended'
}

/** By the clock of the database. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select now()`)
  return new Date(rows[0]?.now ?? Number.NaN)
}
