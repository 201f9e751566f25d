import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { eq, sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../db/connect.ts'
import { adminSessions } from '../db/tables/admin.ts'
import { defineJob } from '../jobs/define-job.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLog } from '../log.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { testConfig } from '../testing/test-config.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { scheduledBackup } from './backup.jobs.ts'
import { listBackups } from './backup-folder.ts'
import { restoreJobs } from './restore-backup.ts'
import { catchUpBackups, registerBackups } from './scheduled-backups.ts'
import { openCopySession } from './tables.ts'

let shop: TestShop
let admin: TestAdministrator
const hold = () => shop.database.pool.query('insert into outgoing_hold (backup_at) values (now())')

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

function openNode() {
  const database = connect(shop.databaseUrl, { poolSize: 4 })
  const log = createLog({ logLevel: 'silent' })
  const jobs = createJobs({ database, log, lookSeconds: 0.5 })
  onTestFinished(async () => {
    await jobs.stop()
    await database.close()
  })
  return { database, jobs, log }
}

it('a shop on hold runs no job and makes no schedule, until it is released (BACKUP-17)', async () => {
  await hold()
  const { database, jobs } = openNode()
  const job = defineJob({ name: 'test.held' })
  const ran = vi.fn(async () => {})
  jobs.register(job, ran)
  jobs.schedule(job, '0 0 1 1 *')
  await jobs.start()
  await jobs.send(database.db, job, {})
  const schedules = async () =>
    (await database.pool.query(`select from pgboss.schedule where name = 'test.held'`)).rowCount
  expect((await admin.get('/admin/outgoing')).body.hold).toMatchObject({
    since: expect.any(Number),
    backup_at: expect.any(Number),
  })
  expect([ran.mock.calls.length, await schedules()]).toEqual([0, 0])

  const released = await admin.post('/admin/outgoing/release')
  expect([released.status, released.body.message]).toEqual([200, '已恢復對外作業'])
  await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1))
  expect(await schedules()).toBe(1)
  expect((await admin.get('/admin/outgoing')).body.hold).toBeNull()
  const again = await admin.post('/admin/outgoing/release')
  expect([again.status, again.body.message]).toEqual([409, '目前狀態無法執行此操作'])
})

it('a job that waited in a backup of weeks ago waits on, and is kept as it was when it fails (BACKUP-17)', async () => {
  const { pool } = shop.database
  const client = await openCopySession(shop.databaseUrl)
  onTestFinished(() => client.end())
  const startAfter = new Date(Date.now() - 60 * 24 * 60 * 60_000).toISOString()
  const options = { data: {}, startAfter, priority: 0, retryLimit: 3, retryDelay: 5 }
  const waited = { ...options, expireInSeconds: 60 }
  await restoreJobs(client, [{ ...waited, name: 'test.waited', deleteAfterSeconds: 1_000 }])
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } })
  await boss.supervise('test.waited')
  const { rows } = await pool.query(
    `select keep_until > now() + interval '29 days' as is_kept, heartbeat_seconds as heartbeat,
       deletion_seconds as deletion
     from pgboss.job where name = 'test.waited'`,
  )
  expect(rows).toEqual([{ is_kept: true, heartbeat: 10, deletion: 1_000 }])
})

it('the release needs a proof of the password within 15 minutes (BACKUP-17)', async () => {
  await hold()
  await shop.database.db
    .update(adminSessions)
    .set({ confirmedAt: sql`now() - interval '15 minutes 1 second'` })
    .where(eq(adminSessions.uid, admin.uid))
  const refused = await admin.post('/admin/outgoing/release')
  expect([refused.status, refused.body.code]).toEqual([403, 'CONFIRMATION_REQUIRED'])
  expect((await admin.get('/admin/outgoing')).body.hold).not.toBeNull()
  await admin.post('/v2/admin/confirm', { password: admin.password })
  expect((await admin.post('/admin/outgoing/release')).status).toBe(200)
})

it('makes the backup that is late at its start, verified, by a job (BACKUP-18, BACKUP-20)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-scheduled-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const config = testConfig({ BACKUP_DIR: folder, BACKUP_AT: '03:30' })
  onTestFinished(() => rm(config.dataDir, { recursive: true, force: true }))
  vi.stubEnv('BACKUP_DIR', folder)
  vi.stubEnv('DATA_DIR', config.dataDir)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { database, jobs, log } = openNode()
  const deps = { config, databaseUrl: shop.databaseUrl, db: database.db, log }
  registerBackups(jobs, deps)
  await jobs.start()
  const { rows } = await database.pool.query(
    `select cron from pgboss.schedule where name = 'backup.look'`,
  )
  expect(rows).toEqual([{ cron: '*/10 * * * *' }])
  await catchUpBackups(jobs, deps)
  await vi.waitFor(async () =>
    expect(await listBackups(folder)).toMatchObject([{ verifiedAt: expect.any(Date) }]),
  )
  await catchUpBackups(jobs, deps)
  const waiting = await database.pool.query(
    `select from pgboss.job where name = 'backup.create' and state in ('created', 'retry')`,
  )
  expect(waiting.rowCount).toBe(0)
})

it('makes backups for a recipient unverified where the shop has no identity (BACKUP-18)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-recipient-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const recipient = await identityToRecipient(await generateIdentity())
  const env = { BACKUP_DIR: folder, BACKUP_RECIPIENT: recipient }
  const config = testConfig(env)
  onTestFinished(() => rm(config.dataDir, { recursive: true, force: true }))
  for (const [name, value] of Object.entries({ ...env, DATA_DIR: config.dataDir })) {
    vi.stubEnv(name, value)
  }
  onTestFinished(() => void vi.unstubAllEnvs())
  const { database, jobs } = openNode()
  const { name } = scheduledBackup
  await database.pool.query('delete from pgboss.job where name = $1', [name])
  registerBackups(jobs, { config, databaseUrl: shop.databaseUrl, db: database.db })
  await jobs.start()
  await jobs.send(database.db, scheduledBackup, {})
  const text = 'select state, output::text from pgboss.job where name = $1'
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(text, [name])
    expect(rows[0]?.state).toMatch(/completed|retry/)
  })
  expect((await database.pool.query(text, [name])).rows).toMatchObject([{ state: 'completed' }])
  expect(await listBackups(folder)).toMatchObject([{ isEncrypted: true, verifiedAt: null }])
})

it('removes older backups though the new one fails, which fails the job (BACKUP-19)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-scheduled-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [newest, ...older] = ['T05', 'T04', 'T03'].map(
    (hour) => `minmin-20260101${hour}0000Z-0.1.0.tar.zst`,
  )
  for (const name of [newest, ...older]) await writeFile(join(folder, name ?? ''), 'not whole')
  const config = testConfig({ BACKUP_DIR: folder })
  onTestFinished(() => rm(config.dataDir, { recursive: true, force: true }))
  vi.stubEnv('BACKUP_DIR', folder)
  vi.stubEnv('DATA_DIR', config.dataDir)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { database, jobs } = openNode()
  const { name } = scheduledBackup
  await database.pool.query('delete from pgboss.job where name = $1', [name])
  const databaseUrl = 'postgres://minmin@127.0.0.1:1/minmin'
  registerBackups(jobs, { config, databaseUrl, db: database.db })
  await jobs.start()
  await jobs.send(database.db, scheduledBackup, {})
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      `select state, output::text from pgboss.job where name = $1`,
      [name],
    )
    expect(rows).toMatchObject([{ state: 'retry', output: expect.stringContaining('create') }])
  })
  expect((await listBackups(folder)).map(({ name }) => name)).toEqual([newest])
})

it('a backup that is late is asked for by one of the nodes that start (BACKUP-18)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-late-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const config = testConfig({ BACKUP_DIR: folder })
  onTestFinished(() => rm(config.dataDir, { recursive: true, force: true }))
  const { pool } = shop.database
  const name = scheduledBackup.name
  const asked = async () =>
    (await pool.query('select state from pgboss.job where name = $1', [name])).rows
  const become = (state: string) =>
    pool.query('update pgboss.job set state = $2 where name = $1', [name, state])
  await pool.query('delete from pgboss.job where name = $1', [name])
  const nodes = [openNode(), openNode(), openNode()]
  for (const { jobs } of nodes) {
    // Without a handler no node takes it.
    jobs.register(scheduledBackup)
    await jobs.start()
  }
  const startAll = () =>
    Promise.all(
      nodes.map(({ jobs, database, log }) =>
        catchUpBackups(jobs, { config, db: database.db, log }),
      ),
    )
  await startAll()
  expect(await asked()).toEqual([{ state: 'created' }])
  for (const state of ['active', 'retry', 'failed']) {
    await become(state)
    await startAll()
    expect(await asked()).toEqual([{ state }])
  }
  await pool.query(
    `update pgboss.job set created_on = created_on - interval '1 day' where name = $1`,
    [name],
  )
  await startAll()
  expect(await asked()).toHaveLength(2)
})

it('a start does not fail with the backup that it asks for (BACKUP-18)', async () => {
  const { jobs } = openNode()
  const lines: string[] = []
  const log = pino({}, { write: (line) => lines.push(line) })
  const config = { ...shop.config, backup: { ...shop.config.backup, dir: tmpdir() } }
  const database = connect(shop.databaseUrl, { poolSize: 1 })
  await database.close()
  await catchUpBackups(jobs, { config, db: database.db, log })
  expect(lines).toEqual([expect.stringContaining('the late backup was not asked for')])
})

it('takes jobs after a hold whose end came while the database failed (BACKUP-17)', async () => {
  await hold()
  const { database, jobs } = openNode()
  const job = defineJob({ name: 'test.after-failure' })
  const ran = vi.fn(async () => {})
  jobs.register(job, ran)
  jobs.schedule(job, '0 0 1 1 *')
  await jobs.start()
  await jobs.send(database.db, job, {})
  // A sequence counts what is rolled back, too.
  await database.pool.query(`
    create sequence refused_schedules;
    create function refuse_schedule() returns trigger language plpgsql as $$
      begin perform nextval('refused_schedules'); raise 'refused'; end $$;
    create trigger refuse before insert on pgboss.schedule
      for each row when (new.name = 'test.after-failure') execute function refuse_schedule()`)
  await admin.post('/v2/admin/confirm', { password: admin.password })
  expect((await admin.post('/admin/outgoing/release')).status).toBe(200)
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select is_called from refused_schedules')
    expect(rows).toEqual([{ is_called: true }])
  })
  await database.pool.query('drop trigger refuse on pgboss.schedule')
  await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1))
})
