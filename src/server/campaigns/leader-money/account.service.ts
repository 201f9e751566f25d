import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { LeaderWay } from '#contract/campaign-states.ts'
import { createId } from '../../db/id.ts'
import type { LeaderPayWays } from '../../db/tables/groups.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { type Actor, actorKey } from '../../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import { type AllocateDeps, allocate, lockAccountOrders } from './allocate.ts'
import {
  type AccountGroup,
  findAccountGroup,
  findHandOver,
  insertHandOver,
  insertReceipts,
  lockAccount,
  type PlaceSums,
  readPlaceSums,
  setPayWays,
  voidHandOver,
  voidReceipts,
} from './leader-money.queries.ts'

export interface NewReceipt {
  participationId: string
  /** In whole NT$; below 0: given back to the participant. */
  amount: number
  way: LeaderWay
  lastFive?: string | undefined
  note?: string | undefined
  receivedAt?: Date | undefined
}

/** One change of the own account; what is absent stays as it is. */
export interface AccountChange {
  receipts: readonly NewReceipt[]
  voided: readonly string[]
  handOver?:
    | { amount: number; way: LeaderWay; lastFive?: string | undefined; note?: string | undefined }
    | undefined
  withdrawn?: string | undefined
  ways?: LeaderPayWays | undefined
}

interface LeaderCall {
  code: string
  memberId: string
  actor: Actor
  intended: IdempotentRequest | undefined
}

export type AccountDeps = AllocateDeps & { db: NodePgDatabase }

/** A group that this member leads and that is paid to its leader; for everybody else it is unknown. */
export async function ownAccount(
  db: Parameters<typeof findAccountGroup>[0],
  { code, memberId }: { code: string; memberId: string },
): Promise<AccountGroup> {
  const group = await findAccountGroup(db, { code })
  if (!group || group.leaderId !== memberId) throw new ShopError('GROUP_NOT_FOUND')
  return group
}

/** Changes the account of the leader who calls, once for each `Idempotency-Key`. */
export function changeOwnAccount(
  deps: AccountDeps,
  call: LeaderCall,
  change: AccountChange,
): Promise<void> {
  return transaction(deps.db, async (tx) => {
    await withIdempotency(tx, call.intended, async () => {
      const { id } = await ownAccount(tx, call)
      await lockAccount(tx, id)
      // Read again under the lock: the leader may have changed.
      const group = await ownAccount(tx, call)
      await applyTicks(tx, deps, { group, actor: call.actor }, change)
      await announce(tx, group, call.actor, change)
      if (change.ways) await setPayWays(tx, id, change.ways)
      return {}
    })
  })
}

/** Writes ticks and takes ticks back; the account is locked, its orders are not. */
export async function applyTicks(
  tx: Transaction,
  deps: AllocateDeps,
  { group, actor }: { group: AccountGroup; actor: Actor },
  { receipts, voided }: Pick<AccountChange, 'receipts' | 'voided'>,
): Promise<void> {
  if (receipts.length === 0 && voided.length === 0) return
  const orders = await lockAccountOrders(tx, group.id)
  const before = sumsById(await readPlaceSums(tx, { groupId: group.id }))
  const gone = await voidReceipts(tx, group.id, voided)
  if (gone.length !== new Set(voided).size) throw new ShopError('RECEIPT_NOT_FOUND')
  if (receipts.some(({ participationId }) => !before.has(participationId))) {
    throw new ShopError('PARTICIPATION_NOT_FOUND')
  }
  const by = actorKey(actor)
  await insertReceipts(
    tx,
    receipts.map(({ lastFive, note = '', receivedAt = new Date(), ...receipt }) => ({
      ...receipt,
      orderId: before.get(receipt.participationId)?.orderId ?? '',
      ...{ id: createId(), groupId: group.id, by, note: note.trim(), receivedAt },
      lastFive: lastFive || null,
    })),
  )
  for (const [id, after] of sumsById(await readPlaceSums(tx, { groupId: group.id }))) {
    refuseWrongSum(before.get(id)?.received ?? 0, after)
  }
  await allocate(tx, deps, { group, orders, actor })
}

/**
 * More than a place owes is a tick made twice; what the shop's books have was received. Of a place that
 * has ended the rest can only be given back.
 */
function refuseWrongSum(before: number, { received, expected, settled }: PlaceSums): void {
  if (received === before) return
  if (received > before && received > expected) throw new ShopError('RECEIPT_TOO_MUCH')
  if (received < settled) throw new ShopError('RECEIPT_HANDED_OVER')
  if (received < 0) throw new ShopError('RECEIPT_TOO_MUCH', { message: '退還的金額超過已收' })
}

const sumsById = (places: readonly PlaceSums[]) =>
  new Map(places.map((place) => [place.participationId, place]))

async function announce(
  tx: Transaction,
  group: AccountGroup,
  actor: Actor,
  { handOver, withdrawn }: AccountChange,
): Promise<void> {
  if (handOver) {
    const { lastFive, note = '', ...of } = handOver
    const named = { lastFive: lastFive || null, note: note.trim(), by: actorKey(actor) }
    await insertHandOver(tx, { ...of, ...named, id: createId(), groupId: group.id })
  }
  if (withdrawn === undefined) return
  const known = await findHandOver(tx, { id: withdrawn, groupId: group.id })
  if (!known) throw new ShopError('HAND_OVER_NOT_FOUND')
  if (known.booked !== null || known.voidedAt) throw new ShopError('HAND_OVER_STATE')
  await voidHandOver(tx, withdrawn)
}
