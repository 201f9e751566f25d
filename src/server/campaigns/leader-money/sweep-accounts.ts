import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { transaction } from '../../db/transaction.ts'
import { shopActor } from '../closing/closing-deps.ts'
import { type AllocateDeps, allocate, lockAccountOrders } from './allocate.ts'
import { findAccountGroup, lockAccount, placeSums } from './leader-money.queries.ts'

/** Groups with booked money that covers an order whose participant has paid the leader. */
const payable = sql`
  select id from groups where state = 'succeeded' and id in (
    select group_id from leader_hand_overs where booked is not null and voided_at is null)
    and exists (select from (${placeSums} where place.group_id = groups.id) as sums
      where sums."isOwed" and sums.received >= sums.total and sums.total <= (
        select sum(booked) from leader_hand_overs
        where group_id = groups.id and voided_at is null)
        - (select sum(own.settled) from (${placeSums} where place.group_id = groups.id) as own))`

/** Pays orders that came to be covered otherwise than by a tick: a payment was taken back, a price fell. */
export async function sweepAccounts(deps: AllocateDeps & { db: NodePgDatabase }): Promise<void> {
  const { rows } = await deps.db.execute<{ id: string }>(payable)
  for (const { id } of rows) {
    await transaction(deps.db, async (tx) => {
      const group = await findAccountGroup(tx, { id })
      if (!group) return
      await lockAccount(tx, id)
      const orders = await lockAccountOrders(tx, id)
      await allocate(tx, deps, { group, orders, actor: shopActor })
    })
  }
}
