import { type SQL, sql } from 'drizzle-orm'
import type { Log } from '../log.ts'
import type { Db } from './connect.ts'
import { deleteInSteps, stepRows } from './delete-in-steps.ts'

/** Rows that go at their time, by table. */
const expired: [table: string, where: SQL][] = [
  ['idempotency_keys', sql`created_at < now() - interval '24 hours'`],
  ['rate_limit_counts', sql`expire < extract(epoch from now()) * 1000`],
  ['admin_sessions', sql`expires_at < now()`],
  ['admin_reset_codes', sql`expires_at < now()`],
  ['staff_invitations', sql`expires_at < now()`],
  ['mail_requests', sql`created_at < now() - interval '1 day'`],
  ['administrator_networks', sql`last_used_at < now() - interval '180 days'`],
  ['action_codes', sql`expires_at < now() - interval '7 days'`],
  ['gateway_callbacks', sql`outcome = 'refused' and received_at < now() - interval '400 days'`],
  ['restock_requests', sql`requested_at < now() - interval '180 days'`],
  ['line_people', sql`used_at < now() - interval '400 days'`],
  ['campaign_wishes', sql`wished_at < now() - interval '365 days'`],
  [
    'newsletter_subscribers',
    sql`confirmed_at is null and requested_at < now() - interval '7 days'`,
  ],
  [
    'refund_accounts',
    sql`order_id in (
      select order_id from refunds group by order_id
      having bool_and(state in ('done', 'dropped')) and max(coalesce(done_at, state_since)) < now() - interval '30 days')`,
  ],
  [
    'import_lines',
    sql`run_id in (
      select id from runs where action = 'import' and created_at < now() - interval '2 days')`,
  ],
  [
    'hand_out_codes',
    sql`used_at < now() - interval '30 days' or created_at < now() - interval '400 days'`,
  ],
  ['run_files', sql`expires_at < now()`],
  ['line_events', sql`received_at < now() - interval '7 days'`],
  ['line_messages', sql`created_at < now() - interval '90 days'`],
  ['webhook_deliveries', sql`created_at < now() - interval '30 days'`],
  ['push_subscriptions', sql`seen_at < now() - interval '400 days'`],
  ['line_friends', sql`not is_friend and changed_at < now() - interval '30 days'`],
  ['store_choices', sql`asked_at < now() - interval '180 days'`],
  ['carts', sql`updated_at < now() - interval '180 days' and owner like 'g:%'`],
]

/** Updates, not deletions; first, because a dry run has to end before its lines go. */
const changes = [
  sql`update runs set state = 'cancelled', ended_at = now()
    where state = 'ready' and action = 'import' and created_at < now() - interval '2 days'`,
  // The hash and what came of it stay.
  sql`update gateway_callbacks set body = '', network = '',
      body_hash = coalesce(body_hash, encode(sha256(body), 'hex'))
    where id in (
      select id from gateway_callbacks
      where body <> '' and received_at < now() - interval '180 days' limit ${stepRows})`,
]

/** Removes what has expired; any number of nodes may do so at the same time. */
export async function sweepExpired(db: Db, log: Log): Promise<void> {
  const sweeps = [
    ...changes.map((statement) => () => db.execute(statement)),
    ...expired.map(
      ([table, where]) =>
        () =>
          deleteInSteps(db, table, where),
    ),
  ]
  for (const sweep of sweeps) {
    try {
      await sweep()
    } catch (error) {
      log.warn({ err: error }, 'housekeeping did not finish')
    }
  }
}
