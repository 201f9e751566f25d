import { and, eq, exists, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/connect.ts'
import { webhookDeliveries, webhooks } from '../db/tables/webhooks.ts'
import type { Attempt } from './post-event.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.queries.ts'

/** Longer than one delivery may take: a worker that died is followed by another one after that. */
const workedSeconds = 60
const secondsFromNow = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
/** A turn is known by its end, which a Date holds to the millisecond. */
const turnEnd = sql`date_trunc('milliseconds', ${secondsFromNow(workedSeconds)})`
const isOwnTurn = ({ id, workedUntil }: WebhookRow) =>
  and(eq(webhooks.id, id), workedUntil ? eq(webhooks.workedUntil, workedUntil) : sql`false`)

const isDue = (at: AnyPgColumn) => or(isNull(at), lte(at, sql`now()`))
const mayBeWorked = and(
  eq(webhooks.isOn, true),
  isDue(webhooks.retryAt),
  or(isNull(webhooks.workedUntil), lt(webhooks.workedUntil, sql`now()`)),
)
const waits = and(eq(webhookDeliveries.state, 'waiting'), isDue(webhookDeliveries.nextAt))

/** The webhooks that have something to send, and that nobody works on. */
export async function listDueWebhooks(db: Db): Promise<string[]> {
  const due = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhooks.id), waits))
  const rows = await db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(mayBeWorked, exists(due)))
  return rows.map(({ id }) => id)
}

/** Begins a turn; undefined while another process has one, or the webhook is off or waits. */
export async function claimWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db
    .update(webhooks)
    .set({ workedUntil: turnEnd })
    .where(and(eq(webhooks.id, id), mayBeWorked))
    .returning()
  return row
}

/**
 * Goes on with a turn; undefined once the webhook was switched off or deleted, or another process has
 * taken it on, since this one stood still for too long.
 */
export async function goOn(db: Db, webhook: WebhookRow): Promise<WebhookRow | undefined> {
  const [row] = await db
    .update(webhooks)
    .set({ workedUntil: turnEnd })
    .where(and(isOwnTurn(webhook), eq(webhooks.isOn, true)))
    .returning()
  return row
}

export async function endTurn(db: Db, webhook: WebhookRow): Promise<void> {
  await db.update(webhooks).set({ workedUntil: null }).where(isOwnTurn(webhook))
}

/**
 * The next event to send. Those of one subject go in their order, so that none is sent before an
 * earlier one has arrived; an event that failed less often goes first, so that one which a receiver
 * refuses for ever holds up nothing but its own subject.
 */
export async function findNext(db: Db, webhookId: string): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        waits,
        sql`not exists (select from webhook_deliveries as earlier
          where earlier.webhook_id = ${webhookId} and earlier.state = 'waiting'
            and earlier.subject = ${webhookDeliveries.subject}
            and earlier.id < ${webhookDeliveries.id})`,
      ),
    )
    .orderBy(webhookDeliveries.attempts, webhookDeliveries.id)
    .limit(1)
  return row
}

export async function noteAttempt(
  db: Db,
  id: number,
  attempt: Attempt,
  then: { state: DeliveryRow['state']; waitSeconds?: number },
): Promise<DeliveryRow | undefined> {
  const { status = null, answer = null, error = null, milliseconds } = attempt
  const { state, waitSeconds } = then
  const [row] = await db
    .update(webhookDeliveries)
    .set({
      ...{ state, status, answer, error, milliseconds },
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      triedAt: sql`now()`,
      nextAt: waitSeconds === undefined ? null : secondsFromNow(waitSeconds),
    })
    .where(eq(webhookDeliveries.id, id))
    .returning()
  return row
}

/** Ends the turn and begins a wait; undefined if the turn is over already, or the webhook deleted. */
export async function noteFailure(
  tx: Db,
  webhook: WebhookRow,
  waitSeconds: number,
): Promise<{ isOn: boolean; isLastOfWeek: boolean } | undefined> {
  const [row] = await tx
    .update(webhooks)
    .set({
      failures: sql`${webhooks.failures} + 1`,
      failingSince: sql`coalesce(${webhooks.failingSince}, now())`,
      retryAt: secondsFromNow(waitSeconds),
      workedUntil: null,
    })
    .where(isOwnTurn(webhook))
    .returning({
      isOn: webhooks.isOn,
      isLastOfWeek: sql<boolean>`${webhooks.failingSince} < now() - interval '7 days'`,
    })
  return row
}

/** By the shop itself. */
export async function switchOff(tx: Db, id: string): Promise<void> {
  await tx
    .update(webhooks)
    .set({ isOn: false, offAt: sql`now()`, retryAt: null })
    .where(eq(webhooks.id, id))
}
