import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { applyTicks } from './account.service.ts'
import type { AllocateDeps } from './allocate.ts'
import { findAccountGroup, lockAccount, readPlaceSums } from './leader-money.queries.ts'

/**
 * Ticks the cash that the leader takes with the goods, if it is all that is owed; a repeated call finds
 * nothing owed. Before the order itself is locked, because the account comes first. The caller has
 * seen that the leader calls.
 */
export async function tickAtHandOut(
  tx: Transaction,
  deps: AllocateDeps,
  of: { orderId: string; groupId: string; received: number; actor: Actor },
): Promise<void> {
  const { orderId, groupId, received, actor } = of
  const group = await findAccountGroup(tx, { id: groupId })
  if (!group) return
  await lockAccount(tx, groupId)
  const [place] = await readPlaceSums(tx, { orderId })
  if (!place?.isOwed || received === 0 || received !== place.expected - place.received) return
  const receipt = { participationId: place.participationId, amount: received, way: 'cash' } as const
  await applyTicks(tx, deps, { group, actor }, { receipts: [receipt], voided: [] })
}
