import type { CreditSettings } from '#contract/credit.ts'
import type { CreditKind } from '#contract/credit-kinds.ts'
import { openLot } from '../credit/ledger.ts'
import { transaction } from '../db/transaction.ts'
import { openParticipant } from './test-campaigns.ts'
import { rowsOf } from './test-closing.ts'
import type { TestShop, Visitor } from './test-shop.ts'

/** Turns credit and points on, with these settings instead of the defaults. */
export async function turnCreditOn(
  shop: TestShop,
  values: Partial<CreditSettings> = {},
): Promise<void> {
  await rowsOf(
    shop,
    `insert into settings ("group", values, version, updated_by) values ('credit', $1, 1, 'test')
      on conflict ("group") do update set values = excluded.values`,
    [JSON.stringify({ credit_on: true, points_on: true, ...values })],
  )
}

/** A member whose mailbox is proved, with so much of each kind. */
export async function openCreditor(
  shop: TestShop,
  amounts: Partial<Record<CreditKind, number>> = {},
) {
  const member = await openParticipant(shop)
  for (const kind of ['credit', 'points'] as const) {
    await giveCredit(shop, member.uid, { kind, amount: amounts[kind] ?? 0 })
  }
  return member
}

/** A lot by hand, which ends with a day if one is named. */
export function giveCredit(
  shop: TestShop,
  memberId: string,
  { kind, amount, on }: { kind: CreditKind; amount: number; on?: string },
): Promise<void> {
  const lot = { memberId, kind, amount, cause: 'gift', ends: on ? { on } : undefined } as const
  return transaction(shop.database.db, (tx) => openLot(tx, lot, { actor: { kind: 'system' } }))
}

/** The own account as a member reads it: credit and points. */
export async function balanceOf(member: Visitor): Promise<[credit: number, points: number]> {
  const { body } = await member.get('/member/credit')
  return [body.balance, body.points]
}

/** The entries of an order as they add up: by cause and kind. */
export async function creditOfOrder(shop: TestShop, orderId: string) {
  const rows = await rowsOf<{ cause: string; kind: CreditKind; amount: number }>(
    shop,
    `select cause, kind, sum(amount)::int as amount from credit_entries
      where order_id = $1 group by cause, kind order by cause, kind`,
    [orderId],
  )
  return Object.fromEntries(rows.map(({ cause, kind, amount }) => [`${cause} ${kind}`, amount]))
}
