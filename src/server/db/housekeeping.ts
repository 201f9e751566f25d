import { sql } from 'drizzle-orm'
import type { Log } from '../log.ts'
import type { Db } from './connect.ts'

/** In small steps, so that no lock is held for long. */
const sweeps = [
  sql`delete from idempotency_keys where ctid in (
    select ctid from idempotency_keys where created_at < now() - interval '24 hours' limit 5000)`,
  sql`delete from rate_limits where ctid in (
    select ctid from rate_limits where resets_at < now() limit 5000)`,
  sql`delete from rate_limit_counts where ctid in (
    select ctid from rate_limit_counts where expire < extract(epoch from now()) * 1000 limit 5000)`,
  sql`delete from admin_sessions where expires_at < now()`,
  sql`delete from admin_reset_codes where expires_at < now()`,
  sql`delete from staff_invitations where expires_at < now()`,
  sql`delete from mail_requests where created_at < now() - interval '1 day'`,
  sql`delete from administrator_networks where last_used_at < now() - interval '180 days'`,
  sql`delete from action_codes where expires_at < now() - interval '7 days'`,
  sql`delete from restock_requests where ctid in (
    select ctid from restock_requests where requested_at < now() - interval '180 days' limit 5000)`,
  // The hash and what came of it stay.
  sql`update gateway_callbacks set body = '', network = '', body_hash = encode(sha256(body), 'hex')
    where id in (
      select id from gateway_callbacks
      where body_hash is null and received_at < now() - interval '180 days' limit 5000)`,
  sql`delete from refund_accounts where order_id in (
    select account.order_id from refund_accounts as account
    join refunds on refunds.order_id = account.order_id
    group by account.order_id
    having bool_and(refunds.state = 'done')
      and max(refunds.done_at) < now() - interval '30 days' limit 5000)`,
  sql`delete from settlements where imported_at < now() - interval '5 years'`,
  // A dry run that nobody started ends with its lines.
  sql`update runs set state = 'cancelled', ended_at = now()
    where state = 'ready' and action = 'import' and created_at < now() - interval '2 days'`,
  sql`delete from import_lines where run_id in (
    select id from runs where action = 'import' and created_at < now() - interval '2 days')`,
  sql`delete from run_files where expires_at < now()`,
  sql`delete from carts where owner in (
    select owner from carts
    where updated_at < now() - interval '180 days' and owner like 'g:%' limit 5000)`,
]

/** Removes what has expired; any number of nodes may do so at the same time. */
export async function sweepExpired(db: Db, log: Log): Promise<void> {
  for (const statement of sweeps) {
    try {
      await db.execute(statement)
    } catch (error) {
      log.warn({ err: error }, 'housekeeping did not finish')
    }
  }
}
