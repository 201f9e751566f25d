import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openSmtpServer, type SmtpServer } from '../testing/doubles/smtp-server.ts'
import { type OpenTrade, openTryOutShop, type TryOutShop } from '../testing/doubles/try-out-shop.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import type { Visitor } from '../testing/test-shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let smtp: SmtpServer
let shop: TryOutShop
/** Another node over the same database, so that two copies run at once. */
let node: TestShop
let admin: TestAdministrator
let schedules: { name: string; cron: string }[]
beforeAll(async () => {
  smtp = await openSmtpServer()
  const env = { SMTP_URL: smtp.url, MAIL_PER_HOUR: '100000', IDENTITY_LIMITS: '1000' }
  shop = await openTryOutShop({ worksJobs: true, autoCapture: false, env })
  node = await openTestShop({
    worksJobs: true,
    env: { ...env, PAYMENTS: 'sandbox', ECPAY_URL: shop.running.address, ECPAY_AUTO_CAPTURE: '0' },
    reach: async () => shop.databaseUrl,
  })
  admin = await openAdministrator(shop)
  // A job that its schedule sends in the middle of a case would change what the case compares.
  schedules = await shop.rows('delete from pgboss.schedule returning name, cron')
})
afterAll(async () => {
  await node.close()
  await shop.close()
  await smtp.close()
})

async function begun(guest: Visitor): Promise<{ id: string; trade: OpenTrade }> {
  const id = await shop.order(guest)
  return { id, trade: await shop.open(guest, id) }
}
async function paid(guest: Visitor): Promise<{ id: string; trade: OpenTrade }> {
  const order = await begun(guest)
  await shop.act(order.trade, 'pay')
  return order
}
const run = (statement: string, values: unknown[] = []) => shop.rows(statement, values)

/**
 * Cause of a job of each kind, so that its first run does something; the queue has a kind that is
 * missing here.
 */
const causes: Record<string, () => Promise<unknown>> = {
  'order.expire': async () => {
    const id = await shop.order(shop.guest())
    await run(`update orders set expires_at = now() where id = $1`, [id])
  },
  'payment.query': async () => {
    const { trade } = await begun(shop.guest())
    shop.trade(trade).holdsNotices = true
    await shop.act(trade, 'pay')
  },
  'payment.capture': () => paid(shop.guest()),
  'payment.void': async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    await run(`update orders set charge_kind = 'authorise' where id = $1`, [id])
    await shop.act(await shop.open(guest, id), 'pay')
    await guest.post(`/order/${id}/cancel`)
  },
  'refund.send': async () => {
    const guest = shop.guest()
    const { id } = await paid(guest)
    await guest.post(`/order/${id}/cancel`)
  },
  'order.complete': async () => {
    const { id } = await paid(shop.guest())
    const parcel = (await admin.post(`/admin/order/${id}/parcel`, { carrier: 'own' })).body.data
    await admin.put(`/admin/order/${id}/parcel/${parcel.id}`, { is_delivered: true })
  },
  'order.expire-archived': async () => {
    const id = await shop.order(shop.guest())
    await run(
      `update orders set deleted_at = now() - interval '31 days', expires_at = null where id = $1`,
      [id],
    )
    await send('order.expire-archived', {})
  },
  'doctor.check': async () => {
    const { id } = await paid(shop.guest())
    await run(`update payments set counts = false where order_id = $1`, [id])
    await send('doctor.check', {})
  },
  'housekeeping.sweep': async () => {
    await shop.notify('old')
    await run(`update gateway_callbacks set received_at = now() - interval '181 days'`)
    await send('housekeeping.sweep', {})
  },
  'mail.send': () => shop.order(shop.guest()),
  'mail.sweep': async () => {
    await run(`insert into mail_outbox (recipient, subject, text_body, html_body, message_id)
      values ('ming@example.com', '測試', '', '', '<swept@minmin.example>')`)
    await send('mail.sweep', {})
  },
  'members.mail-code': async () => {
    const { email } = await shop.member()
    const payload = { requestType: 'PASSWORD_RESET', email }
    const url = '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=minmin'
    await shop.app.inject({ method: 'POST', url, payload })
  },
  'members.maintain': () => send('members.maintain', {}),
  'members.deauthorize-line': () => send('members.deauthorize-line', { sealedToken: '' }),
  'admin.mail-reset-code': () =>
    shop.app.inject({
      method: 'POST',
      url: '/v2/admin/password/request',
      payload: { data: { username: admin.username } },
    }),
  'search.fill-terms': async () => {
    await shop.order(shop.guest())
    await run('update orders set search_terms = null')
    await send('search.fill-terms', {})
  },
  'stores.renew': async () => {
    await run('delete from stores')
    await send('stores.renew', {})
  },
  'stock.mail-restocked': async () => {
    await restocked()
    await send('stock.sweep-restocked', {})
  },
  'stock.sweep-restocked': async () => {
    await restocked()
    await send('stock.sweep-restocked', {})
  },
}

/** After their cause all is as it was before. */
const leavesNoTrace = ['members.maintain', 'members.deauthorize-line', 'stores.renew']

/** Kinds whose second run is proved in the room that has them. */
const provedInTheirRooms: Record<string, string> = {
  'audit.expire': 'audit/seal-audit.test.ts',
  'audit.seal': 'audit/seal-audit.test.ts',
  'backup.by-hand': 'backup/verify-backup.test.ts',
  'backup.copy': 'backup/bucket/copy-backups.test.ts',
  'backup.create': 'backup/hold.test.ts',
  'backup.look': 'backup/hold.test.ts',
  'backup.mail-alerts': 'backup/backup-alerts.test.ts',
  'campaign.share_pieces': 'campaigns/supply/settlement.test.ts',
  'campaign.turn': 'campaigns/closing/closing.test.ts',
  'campaigns.sweep': 'campaigns/closing/closing.test.ts',
  'credit.end': 'credit/expiry.test.ts',
  'credit.tell-ends': 'credit/expiry.test.ts',
  'group.apply': 'campaigns/closing/closing.test.ts',
  'group.cancel_short': 'campaigns/supply/settlement.test.ts',
  'group.mail_delayed': 'campaigns/delays/delays.test.ts',
  'group.mail_extended': 'campaigns/back-office/campaign-steps.test.ts',
  'group.count_proved': 'campaigns/join/count-proved.test.ts',
  'group.mail_reached': 'campaigns/closing/authorise-capture.test.ts',
  'group.remind': 'campaigns/closing/settle.test.ts',
  'group.turn': 'campaigns/closing/closing.test.ts',
  'import.fetch-pictures': 'imports/pictures/fetch-pictures.test.ts',
  'invoice.numbers': 'invoices/settle-order.test.ts',
  'invoice.settle': 'invoices/settle-order.test.ts',
  'invoice.sweep': 'invoices/settle-order.test.ts',
  'line.event': 'line-chat/line-chat.test.ts',
  'line.send': 'line-messages/line-messages.test.ts',
  'push.send': 'push/push.test.ts',
  'privacy.note-erasures': 'privacy/erasure-ledger.test.ts',
  'privacy.sweep': 'privacy/privacy.test.ts',
  'shipment.make': 'shipments/shipments.test.ts',
  'shipment.change_store': 'shipments/closed-stores.test.ts',
  'shipments.ask': 'shipments/shipments.test.ts',
  'run.release': 'runs/order-runs.test.ts',
  'run.sweep': 'runs/order-runs.test.ts',
  'run.work': 'runs/order-runs.test.ts',
  'search.count-sales': 'catalog/list-filters.test.ts',
  'search.sweep-missed': 'search/search.test.ts',
  'webhook.deliver': 'webhooks/webhooks.test.ts',
  'webhook.look': 'webhooks/webhooks.test.ts',
}

async function restocked(): Promise<void> {
  const product = await shop.product({ title: '青瓷杯' })
  await admin.put(`/admin/stock/${product}`, { on_hand: 0, reason: 'counted' })
  await shop.guest().post(`/product/${product}/restock-request`, { email: 'ming@example.com' })
  await admin.put(`/admin/stock/${product}`, { on_hand: 3, reason: 'received' })
}

const send = (name: string, data: object) =>
  shop.payments.jobs.send(shop.database.db, { ...anyJob, name }, data)
const anyJob = {
  retryWaits: [],
  timeoutSeconds: 60,
  concurrency: 1,
  keepFailedDays: 1,
}

function wakeAll(names: readonly string[]): void {
  for (const name of names) {
    shop.payments.jobs.wake({ name })
    node.payments.jobs.wake({ name })
  }
}

/** Waits until all jobs have run that are due, those that follow from them included. */
async function settled(): Promise<void> {
  const names = Object.keys(causes)
  await vi.waitFor(
    async () => {
      wakeAll(names)
      const open = await shop.rows<{ name: string; state: string; output: unknown }>(
        `select name, state::text, output from pgboss.job
         where (state in ('created', 'retry') and start_after <= now()) or state = 'active'
           or state = 'failed'`,
      )
      expect(open).toEqual([])
    },
    { interval: 50 },
  )
}

/** Everything that a job could have changed, at the gateway and in mailboxes, too. */
async function effects(): Promise<unknown> {
  const tables = await shop.rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('rate_limit_counts', 'gateway_pace', 'book_checks', 'data_check', 'store_lists')
     order by 1`,
  )
  const sums: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await shop.rows(
      `select count(*)::int as n, md5(string_agg(t::text, ',' order by t::text)) from ${name} as t`,
    )
    sums[name] = row
  }
  const ledgers = shop.running.gateway.trades.list().map(({ card }) => card?.ledger.length)
  return { sums, ledgers, mails: smtp.mails.length }
}

it('the audit is sealed every minute (MEND-62)', () => {
  expect(schedules).toContainEqual({ name: 'audit.seal', cron: '* * * * *' })
})

it('every kind of job of the queue has a cause here (JOBS-03)', async () => {
  const queues = await shop.rows<{ name: string }>(
    `select name from pgboss.queue where name not like '\\_\\_pgboss%' order by name`,
  )
  expect(queues.map(({ name }) => name)).toEqual(
    [...Object.keys(causes), ...Object.keys(provedInTheirRooms)].toSorted(),
  )
})

it.each(Object.keys(causes))(
  '%s, run three times in a row and twice at once, leaves what one run leaves (JOBS-03)',
  async (name) => {
    await settled()
    const before = await effects()
    await causes[name]?.()
    await run(`update pgboss.job set start_after = now() where name = $1 and state = 'created'`, [
      name,
    ])
    await settled()
    const [last] = await shop.rows<{ data: object }>(
      `select coalesce(data, '{}') as data from pgboss.job
       where name = $1 and state = 'completed' order by completed_on desc limit 1`,
      [name],
    )
    if (!last) throw new Error(`no job ${name} has run`)
    const once = await effects()
    if (!leavesNoTrace.includes(name)) expect(once).not.toEqual(before)
    for (let time = 1; time <= 3; time++) {
      await send(name, last.data)
      await settled()
    }
    await Promise.all([send(name, last.data), send(name, last.data)])
    await settled()
    expect(await effects()).toEqual(once)
  },
)
