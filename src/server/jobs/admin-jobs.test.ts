import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startAttempt } from '../mail/outbox.queries.ts'
import { createFailedJob } from '../testing/failed-job.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { deleteDoneJobs } from './jobs.queries.ts'

let shop: TestShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop({ worksJobs: true })
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())
beforeEach(() => shop.database.pool.query('delete from pgboss.job'))

const list = async (query = '') => (await admin.get(`/admin/jobs${query}`)).body
const stateOf = async (id: string): Promise<string | undefined> => {
  const { rows } = await shop.database.pool.query('select state from pgboss.job where id = $1', [
    id,
  ])
  return rows[0]?.state
}

it('lists failed jobs, last failure first, 10 a page, by name (JOBS-06)', async () => {
  const failedAt = (minute: number) => new Date(Date.UTC(2026, 10, 21, 0, minute))
  for (let minute = 1; minute <= 11; minute++) {
    const data = { orderId: `order-${minute}` }
    await createFailedJob(shop, { data, reason: `failure ${minute}`, failedAt: failedAt(minute) })
  }
  const sweep = await createFailedJob(shop, { name: 'housekeeping.sweep', data: {} })
  const first = await list()
  expect(first.jobs).toHaveLength(10)
  expect(first.jobs[0]).toEqual({
    id: sweep,
    name: 'housekeeping.sweep',
    attempts: 3,
    created_at: expect.any(Number),
    failed_at: expect.any(Number),
    reason: 'refused',
  })
  expect(first.jobs[1]).toMatchObject({
    name: 'mail.send',
    subject: { kind: 'order', id: 'order-11' },
    reason: 'failure 11',
    failed_at: failedAt(11).getTime() / 1000,
  })
  expect(first.pagination).toMatchObject({ total_pages: 2, current_page: 1, has_next: true })
  expect((await list('?page=2')).jobs).toHaveLength(2)
  expect((await list('?name=housekeeping.sweep')).jobs).toMatchObject([{ id: sweep }])
  expect((await list('?name=nothing')).jobs).toEqual([])
  expect((await admin.get('/admin/jobs?page=x')).status).toBe(400)
})

it('names the order of a refund, an attempt and a mail, and the page of other work (JOBS-06)', async () => {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  const id = (await guest.post('/order', orderData)).body.orderId
  await admin.put(`/admin/order/${id}`, { is_paid: true })
  const made = await admin.post(`/admin/order/${id}/refund`, { amount: 1, reason: '瑕疵' })
  const { attempts } = (await admin.get(`/admin/order/${id}`)).body
  const { rows } = await shop.database.pool.query(
    `insert into mail_outbox (recipient, subject, text_body, html_body, message_id, order_id)
     values ('ming@example.com', '測試', '', '', '<named@minmin.example>', $1) returning id`,
    [id],
  )
  const ofOrder = { kind: 'order', id }
  const known: [object, object | undefined][] = [
    [{ refundId: made.body.data.id, tries: 0 }, ofOrder],
    [{ attemptId: attempts[0].id, isCheck: false }, ofOrder],
    [{ mailId: Number(rows[0].id) }, ofOrder],
    [{ mailId: 999_999 }, { kind: 'mail', id: '999999' }],
    [{ runId: 'run-1' }, { kind: 'run', id: 'run-1' }],
    [{ campaignId: 'campaign-1' }, { kind: 'campaign', id: 'campaign-1' }],
    [{ refundId: 'gone' }, undefined],
  ]
  await shop.database.pool.query('delete from pgboss.job')
  for (const [n, [data]] of known.entries()) {
    await createFailedJob(shop, { data, failedAt: new Date(Date.UTC(2026, 10, 21, 0, 59 - n)) })
  }
  const { jobs } = await list()
  expect(jobs.map(({ subject }: { subject?: object }) => subject)).toEqual(
    known.map(([, subject]) => subject),
  )
})

it('runs a failed job again, once (JOBS-06)', async () => {
  const id = await createFailedJob(shop, { name: 'housekeeping.sweep', data: {} })
  const { status, body } = await admin.post(`/admin/job/${id}/retry`)
  expect([status, body.message]).toEqual([200, '已重新執行'])
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('completed'))
  const again = await admin.post(`/admin/job/${id}/retry`)
  expect([again.status, again.body.message]).toEqual([409, '此工作不在失敗狀態'])
})

it('gives a failed job up, and no other one (JOBS-06)', async () => {
  const [id, other] = [await createFailedJob(shop), await createFailedJob(shop)]
  const { status, body } = await admin.delete(`/admin/job/${id}`)
  expect([status, body.message]).toEqual([200, '已結束工作'])
  expect(await stateOf(id)).toBeUndefined()
  expect(await stateOf(other)).toBe('failed')
  await admin.post(`/admin/job/${other}/retry`)
  expect((await admin.delete(`/admin/job/${other}`)).status).toBe(409)
  for (const unknown of [id, 'nothing']) {
    const refused = await admin.delete(`/admin/job/${unknown}`)
    expect([refused.status, refused.body.message]).toEqual([404, '找不到工作'])
    expect((await admin.post(`/admin/job/${unknown}/retry`)).status).toBe(404)
  }
})

it('of thirty presses of 重試 at once one is accepted (JOBS-06)', async () => {
  const id = await createFailedJob(shop)
  const replies = await Promise.all(
    Array.from({ length: 30 }, () => admin.post(`/admin/job/${id}/retry`)),
  )
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(29)
})

it('sends a mail that was given up once its failed job is run again (JOBS-06)', async () => {
  const { rows } = await shop.database.pool.query(
    `insert into mail_outbox (recipient, subject, text_body, html_body, message_id, given_up_at)
     values ('ming@example.com', '測試', '', '', '<retried@minmin.example>', now()) returning id`,
  )
  const mail = await startAttempt(shop.database.db, Number(rows[0].id))
  expect(mail).toMatchObject({ attempts: 1, givenUpAt: null })
})

it('deletes done jobs in steps of 5,000 (JOBS-11)', async () => {
  const run = (text: string) => shop.database.pool.query(text)
  await run(`create table deleted_steps (n int);
    create function note_step() returns trigger language plpgsql as
      $$ begin insert into deleted_steps select count(*) from gone; return null; end $$;
    create trigger note_step after delete on pgboss.job referencing old table as gone
      for each statement execute function note_step();
    insert into pgboss.job (name, state, completed_on)
      select 'mail.send', 'completed', now() - interval '8 days' from generate_series(1, 5001)`)
  try {
    await deleteDoneJobs(shop.database.db)
    const { rows } = await run('select n from deleted_steps where n > 0 order by n desc')
    expect(rows).toEqual([{ n: 5_000 }, { n: 1 }])
  } finally {
    await run('drop function note_step cascade; drop table deleted_steps')
  }
})

it('keeps done jobs for 7 days and failed ones for 90 (JOBS-11)', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  const failed = await createFailedJob(shop, { failedAt: daysAgo(89) })
  const done = await Promise.all(
    [6, 8].map((days) => createFailedJob(shop, { failedAt: daysAgo(days) })),
  )
  await shop.database.pool.query(`update pgboss.job set state = 'completed' where id = any($1)`, [
    done,
  ])
  await deleteDoneJobs(shop.database.db)
  expect(await Promise.all([failed, ...done].map(stateOf))).toEqual([
    'failed',
    'completed',
    undefined,
  ])
  const { rows } = await shop.database.pool.query(
    `select name, deletion_seconds / 86400 as days from pgboss.queue
     where name in ('mail.send', 'housekeeping.sweep', 'members.mail-code', 'admin.mail-reset-code')`,
  )
  expect(rows.map(({ days }) => days)).toEqual([90, 90, 90, 90])
})
