import { bookChecks } from '../../src/server/checks/book-checks.ts'
import type { Member, RaceHarness } from './race-harness.ts'

/** Checks of the books after members have used credit and got it back. */
export const creditChecks = bookChecks.filter(
  ({ id }) => id.startsWith('credit-') || id === 'totals',
)

/** Turns credit and points on; every decision reads it in its transaction. */
export async function turnCreditOn(harness: RaceHarness): Promise<void> {
  await harness.query(
    `insert into settings ("group", values, version, updated_by)
      values ('credit', '{"credit_on": true, "points_on": true}', 1, 'race')
      on conflict ("group") do nothing`,
  )
}

/** Gives a member a lot of each kind, as a gift of the shop would; one that has ended is gone. */
export async function fillAccount(
  harness: RaceHarness,
  { uid }: Member,
  { amount, tag, lasts }: { amount: number; tag: string; lasts: string },
): Promise<void> {
  await harness.query(
    `with given as (
      insert into credit_entries (id, member_id, kind, lot, amount, cause, ends_on, actor)
      select '-' || kind || $3::text, $1::text, kind, '-' || kind || $3::text, $2::bigint, 'gift',
        (now() at time zone 'Asia/Taipei')::date + $4::interval, 's:race'
      from unnest(array['credit', 'points']) as kind returning amount
    )
    insert into credit_balances (member_id, credit, points) values ($1::text, $2::bigint, $2::bigint)
    on conflict (member_id) do update set credit = credit_balances.credit + $2::bigint,
      points = credit_balances.points + $2::bigint`,
    [uid, amount, tag, lasts],
  )
}
