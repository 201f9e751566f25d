import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expireAudit } from '../audit/seal-audit.ts'
import type { Db } from '../db/connect.ts'
import { sweepExpired } from '../db/housekeeping.ts'
import { transaction } from '../db/transaction.ts'
import { createLog } from '../log.ts'
import { removeOldMails } from '../mail/outbox.queries.ts'
import { deleteOldRuns } from '../runs/runs.queries.ts'
import { deleteOldMissed } from '../search/missed-searches.ts'
import { openAdministrator } from '../testing/test-administrator.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { sweepPersonalData } from './retention.ts'

let shop: TestShop
const run = (text: string, values: unknown[] = []) => shop.database.pool.query(text, values)

beforeAll(async () => {
  shop = await openTestShop()
  await shop.member('kept@example.com')
  await shop.product()
  await openAdministrator(shop)
})
afterAll(() => shop.close())

interface Kind {
  table: string
  /** From the checklist; an end is counted from `expires_at`. */
  kept: string
  /** How long after that, for what goes by whole months. */
  late?: string
  /** Inserts `$1` rows that are `$2` and `$3` old. */
  insert: string
  sweep: (db: Db) => Promise<unknown>
}

const housekeeping = () => sweepExpired(shop.database.db, createLog({ logLevel: 'silent' }))
const nightly = () => sweepPersonalData(shop.database.db)
const member = '(select uid from members limit 1)'
const staff = '(select uid from administrators limit 1)'
const series = 'generate_series(1, $1::int) as n'
const age = '($2::interval + $3::interval)'
const created = `now() - ${age}`

const kinds: Kind[] = [
  {
    table: 'carts',
    kept: '180 days',
    insert: `insert into carts (owner, updated_at) select 'g:' || n, ${created} from ${series}`,
    sweep: housekeeping,
  },
  {
    table: 'store_choices',
    kept: '180 days',
    insert: `insert into store_choices (token, owner, chain, asked_at)
      select 't' || n, 'm:' || n, 'FAMI', ${created} from ${series}`,
    sweep: housekeeping,
  },
  {
    table: 'refresh_tokens',
    kept: '400 days',
    insert: `insert into refresh_tokens (token_hash, uid, session_version, auth_time, last_used_at)
      select 't' || n, ${member}, 0, now(), ${created} from ${series}`,
    sweep: nightly,
  },
  {
    table: 'action_codes',
    kept: '7 days',
    insert: `insert into action_codes (code_hash, purpose, uid, email, session_version, expires_at)
      select 'c' || n, 'PASSWORD_RESET', ${member}, 'a@example.com', 0, ${created} from ${series}`,
    sweep: housekeeping,
  },
  {
    table: 'mail_outbox',
    kept: '30 days',
    insert: `insert into mail_outbox (recipient, subject, text_body, html_body, message_id, created_at)
      select 'a@example.com', '', '', '', 'm' || n, ${created} from ${series}`,
    sweep: removeOldMails,
  },
  {
    table: 'mail_requests',
    kept: '1 day',
    insert: `insert into mail_requests (content, created_at) select '{}', ${created} from ${series}`,
    sweep: housekeeping,
  },
  {
    table: 'restock_requests',
    kept: '180 days',
    insert: `insert into restock_requests (id, product_id, email, requested_at)
      select 'r' || n, (select id from products limit 1), n || '@example.com', ${created}
      from ${series}`,
    sweep: housekeeping,
  },
  {
    table: 'newsletter_subscribers',
    kept: '7 days',
    insert: `insert into newsletter_subscribers (id, email, consent, requested_at)
      select 'n' || n, n || '@example.com', '', ${created} from ${series}`,
    sweep: housekeeping,
  },
  {
    table: 'missed_searches',
    kept: '90 days',
    insert: `insert into missed_searches (day, word, times)
      select ((${created}) at time zone 'Asia/Taipei')::date, 'w' || n, 1 from ${series}`,
    sweep: deleteOldMissed,
  },
  {
    table: 'runs',
    kept: '30 days',
    insert: `insert into runs (id, kind, action, state, started_by, starter_name, starter, created_at, ended_at)
      select 'run' || n, 'order', 'ship', 'done', 'a', 'a', '{}', ${created}, now() from ${series}`,
    sweep: deleteOldRuns,
  },
  {
    table: 'erasures',
    kept: '90 days',
    insert: `insert into erasures (hash, at) select 'h' || n, ${created} from ${series}`,
    sweep: nightly,
  },
  {
    table: 'idempotency_keys',
    kept: '24 hours',
    insert: `insert into idempotency_keys (owner, key, request_hash, reply, created_at)
      select 'g:x', 'k' || n, '', '{}', ${created} from ${series}`,
    sweep: housekeeping,
  },
  {
    table: 'administrator_networks',
    kept: '180 days',
    insert: `insert into administrator_networks (uid, network_hash, last_used_at)
      select ${staff}, 'n' || n, ${created} from ${series}`,
    sweep: housekeeping,
  },
  {
    table: 'staff_invitations',
    kept: '0 days',
    insert: `insert into staff_invitations (email, role, code_hash, expires_at)
      select n || '@example.com', 'viewer', 'i' || n, ${created} from ${series}`,
    sweep: housekeeping,
  },
  {
    table: 'admin_sessions',
    kept: '0 days',
    insert: `insert into admin_sessions (token_hash, uid, expires_at)
      select 's' || n, ${staff}, ${created} from ${series}`,
    sweep: housekeeping,
  },
  {
    table: 'audit_entries',
    kept: '5 years',
    late: '1 month 1 day',
    insert: `insert into audit_entries (actor_name, action, subject_kind, subject_title, before, after, at)
      select 'a', 'session.start', 'staff', '', '{}', '{}', ${created} from ${series}`,
    sweep: () => expireAudit(shop.database.db),
  },
]

it.each(kinds)(
  '$table: gone after $kept and not a day before, in steps of 5,000 rows (PRIVACY-02)',
  async ({ table, kept, late = '1 day', insert, sweep }) => {
    // Rows each statement deletes, as the database sees it.
    await run(`create table swept_steps (n int);
      create function note_step() returns trigger language plpgsql as
        $$ begin insert into swept_steps select count(*) from gone; return null; end $$;
      create trigger note_step after delete on ${table} referencing old table as gone
        for each statement execute function note_step();`)
    try {
      const before = await count(table)
      await run(insert, [1, kept, '-1 day'])
      await sweep(shop.database.db)
      expect(await count(table)).toBe(before + 1)
      await clear(table)
      await run(insert, [5_001, kept, late])
      await sweep(shop.database.db)
      const { rows } = await run('select n from swept_steps where n > 0 order by n desc')
      expect(rows).toEqual([{ n: 5_000 }, { n: 1 }])
    } finally {
      await run('drop function note_step cascade; drop table swept_steps')
    }
  },
)

it('failed jobs stay for 90 days, but for a sweep and what is told to others (PRIVACY-02)', async () => {
  const { rows } = await run(
    // The queue has one of its own, for its schedules.
    `select name, deletion_seconds / 86400 as days from pgboss.queue
     where name not like '\\_\\_pgboss%' order by name`,
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ days }) => days !== 90)).toEqual(
    ['campaigns.sweep', 'push.send', 'webhook.deliver'].map((name) => ({ name, days: 7 })),
  )
})

/** Copies of one order, which ended six years ago. */
async function endedOrders(n: number): Promise<void> {
  await run(
    `insert into orders (id, owner, state, state_since, total, message, contact_name, user_email,
      user_tel, user_address, user_extra, extra)
     select 'ended' || n, 'g:ended', 'completed', now() - interval '6 years', 1, '', '王小明',
      'ended@example.com', '0911000111', '台北市', '{}', '{}' from ${series}`,
    [n],
  )
}

it('empties old orders 500 at a time, last of all, and reads no callback for it (PRIVACY-02)', async () => {
  const left = async () =>
    [
      await count(`orders where contact_name = '王小明'`),
      await count('refresh_tokens'),
      await count(`groups where pickup_place <> ''`),
    ].join()
  await endedOrders(501)
  await run(
    `insert into refresh_tokens (token_hash, uid, session_version, auth_time, last_used_at)
     values ('unused', ${member}, 0, now(), now() - interval '401 days')`,
  )
  const { groupId } = await openCampaign(shop)
  await run(
    `update groups set pickup_place = '老地方', state = 'failed', outcome = 'failed',
      decided_at = now(), expires_at = now() - interval '6 years' where id = $1`,
    [groupId],
  )
  await run(`create table swept_steps (n int);
    create function refuse() returns trigger language plpgsql as
      $$ begin raise 'refused'; end $$;
    create function note_step() returns trigger language plpgsql as
      $$ begin insert into swept_steps select count(*) from gone; return null; end $$;
    create trigger refuse before update on gateway_callbacks for each statement
      execute function refuse();
    create trigger refuse before update on orders for each statement execute function refuse()`)
  try {
    expect(await left()).toBe('501,1,1')
    await expect(nightly()).rejects.toThrow()
    expect(await left()).toBe('501,0,0')
    await run(`drop trigger refuse on orders;
      create trigger note_step after update on orders referencing old table as gone
        for each statement execute function note_step()`)
    await nightly()
    expect(await left()).toBe('0,0,0')
    const { rows } = await run('select n from swept_steps where n > 0 order by n desc')
    expect(rows).toEqual([{ n: 500 }, { n: 1 }])
  } finally {
    await run(`drop function refuse cascade; drop function note_step cascade;
      drop table swept_steps`)
  }
})

it('finds the orders of the sweep in an index of those that ended (PRIVACY-02)', async () => {
  const before = await scans()
  await transaction(shop.database.db, async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    await sweepPersonalData(tx as typeof shop.database.db)
    await tx.execute(sql`select pg_stat_force_next_flush()`)
  })
  await expect.poll(scans).toBeGreaterThan(before)
})

async function scans(): Promise<number> {
  const { rows } = await run(
    `select idx_scan::int as n from pg_stat_user_indexes where indexrelname = 'orders_ended'`,
  )
  return rows[0]?.n ?? -1
}

async function count(table: string): Promise<number> {
  return (await run(`select count(*)::int as n from ${table}`)).rows[0].n
}

/** Past the triggers: the audit lets nobody delete, and the steps count sweeps alone. */
async function clear(table: string): Promise<void> {
  await run(`alter table ${table} disable trigger user; delete from ${table};
    alter table ${table} enable trigger user`)
}
