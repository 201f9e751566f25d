import { setTimeout as delay } from 'node:timers/promises'
import type { RaceHarness } from '../race/race-harness.ts'
import type { GatewayParcel, GatewayProcess } from './gateway-process.ts'
import type { Packer } from './packer.ts'
import type { World } from './world.ts'

const timeoutMs = 45 * 60_000
/** A call that was under way when the last fault happened is over by then. */
const callSeconds = 12

/**
 * Lets everything come to its end sooner than the clocks would: callbacks that were not acknowledged
 * are sent, jobs that wait become due, unpaid orders expire, and parcels go the rest of their way.
 */
export async function settle(
  { harness, gateway, logistics }: World,
  packer: Packer,
  log: (line: string) => void,
): Promise<void> {
  const stopped = await harness.query(
    'select provider from gateway_pace where paused_until > now()',
  )
  // Half an hour would be waited for it, in which nothing was tried.
  if (stopped.length > 0) throw new Error(`calls were stopped: ${JSON.stringify(stopped)}`)
  await delay(callSeconds * 1_000)
  await sendMissingNotices(gateway)
  // A copy with an unknown code may have been taken for the callback itself.
  await sendNotices(logistics, await logistics.parcels(), () => true)
  await harness.query(
    `update orders set expires_at = now() where state = 'placed' and expires_at is not null`,
  )
  await liftPace(harness)
  // Those that only confirm a callback are most of what is left to ask.
  await harness.query(`delete from pgboss.job
    where name = 'payment.query' and state = 'created' and data ->> 'isCheck' = 'true'`)
  const giveUpAt = Date.now() + timeoutMs
  for (let looks = 0; ; looks++) {
    await hurry(harness)
    const isPacking = await packer.round({ isLast: true })
    await sendNotices(logistics, await logistics.parcels(), (notice) => !notice.isAcknowledged)
    const open = await readOpen(harness)
    if (isPacking) open.push('parcels')
    if (open.length === 0) return
    if (looks % 60 === 59) log(`${open.length} still open, the first: ${open[0]}`)
    if (Date.now() > giveUpAt) throw new Error(`still open: ${open.join(', ')}`)
    await delay(500)
  }
}

/**
 * All nodes together ask one question a second; for what is left of thousands of orders that is hours.
 * Logistics keeps its pace: its server stops who calls more often.
 */
async function liftPace(harness: RaceHarness): Promise<void> {
  await harness.query(`create or replace function ask_at_once() returns trigger
    language plpgsql as $$ begin new.next_query_at := '-infinity'; return new; end $$`)
  await harness.query(`create or replace trigger ask_at_once before insert or update on gateway_pace
    for each row when (new.provider in ('ecpay', 'linepay')) execute function ask_at_once()`)
}

async function sendMissingNotices(gateway: GatewayProcess): Promise<void> {
  for (const { merchantTradeNo, notices } of await gateway.trades()) {
    for (const { id, isAcknowledged } of notices) {
      if (isAcknowledged) continue
      await gateway.post(`/trades/${merchantTradeNo}/notices/${id}`, { variant: 'normal' })
    }
  }
}

async function sendNotices(
  logistics: GatewayProcess,
  parcels: readonly GatewayParcel[],
  isMeant: (notice: GatewayParcel['notices'][number]) => boolean,
): Promise<void> {
  for (const { merchantTradeNo, notices } of parcels) {
    const meant = notices.filter(isMeant)
    await Promise.all(
      meant.map(({ id }) => logistics.post(`/parcels/${merchantTradeNo}/notices/${id}`, {})),
    )
  }
}

async function hurry(harness: RaceHarness): Promise<void> {
  await harness.query(`update refunds set state_since = now() - interval '2 minutes'
    where state = 'sent' and state_since > now() - interval '1 minute'`)
  await harness.query(`update pgboss.job set start_after = now()
    where name in ('payment.capture', 'payment.void', 'refund.send', 'order.expire',
        'shipment.make', 'shipment.change_store', 'run.work', 'invoice.settle')
      and state in ('created', 'retry') and start_after > now()`)
  // Not of a call that may be under way.
  for (const table of ['invoices', 'invoice_allowances']) {
    await harness.query(`update ${table} set not_before = null
      where not_before > now()
        and (state = 'queued' or state_since < now() - interval '15 seconds')`)
  }
  // LINE Pay tells nothing by itself, also of an order that is cancelled.
  await harness.query(`update pgboss.job set start_after = now()
    where ${ofLinePay} and state in ('created', 'retry') and start_after > now()`)
}

const ofLinePay = `name = 'payment.query' and data ->> 'attemptId' in (
  select id from payments where provider = 'linepay')`

/** Unfinished work. */
async function readOpen(harness: RaceHarness): Promise<string[]> {
  const rows = await harness.query<{ what: string }>(`
    select 'refund ' || id as what from refunds where state in ('queued', 'sent')
    union all
    select 'task ' || task || ' of ' || id from payments where task in ('capture', 'void')
    union all
    select 'parcel ' || trade_no from shipments
    where state = 'making' or state = 'failed' and attempts > 0
    union all
    select 'invoice ' || number from invoices where state in ('queued', 'issuing', 'voiding')
    union all
    select 'allowance ' || id from invoice_allowances where state in ('queued', 'sending')
    union all
    select 'job ' || name from pgboss.job
    where (name in ('shipment.change_store', 'run.work', 'invoice.settle') or ${ofLinePay})
      and state in ('created', 'retry', 'active')
    union all
    select 'order ' || id from orders where state = 'placed' and expires_at is not null`)
  return rows.map(({ what }) => what)
}
