import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningGateway, startGateway } from '../../gateway/start-gateway.ts'
import { tellOwners } from '../../src/server/admin/tell-owners.ts'
import { buildApp } from '../../src/server/app.ts'
import { backupJobs } from '../../src/server/backup/backup.jobs.ts'
import { startEmbeddedPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { createReadiness } from '../../src/server/http/health.ts'
import { createLog } from '../../src/server/log.ts'
import { noteErasuresJob } from '../../src/server/privacy/erasure-ledger.ts'
import { registerRoomJobs } from '../../src/server/rooms.ts'
import type { RunActions } from '../../src/server/runs/run-action.ts'
import { searchedTables } from '../../src/server/searched-tables.ts'
import { createServices } from '../../src/server/services.ts'
import { tellClosedStores } from '../../src/server/shipments/change-store.ts'
import { createTestHasher } from '../../src/server/testing/doubles/test-hasher.ts'
import { freePort } from '../../src/server/testing/free-port.ts'
import { testConfig } from '../../src/server/testing/test-config.ts'
import type { TestShop } from '../../src/server/testing/test-shop.ts'
import { JobWorker } from './work-jobs.ts'
import { YearClock } from './year-clock.ts'

/** A whole shop and the try-out servers in this process, by one clock that jumps. */
export interface YearShop extends Pick<TestShop, 'app' | 'database'> {
  clock: YearClock
  jobs: JobWorker
  running: RunningGateway
  query<Row>(statement: string, values?: unknown[]): Promise<Row[]>
  /**
   * Jumps, and lets happen what is due by then, at the try-out servers and in the shop. Unless somebody
   * is busy then, it gives false and stays where it is when nothing is due.
   */
  moveTo(at: Date, options?: { isBusy: boolean }): Promise<boolean>
  /** Works what waits now, until nothing is due and no callback is on its way. */
  settle(): Promise<void>
  close(): Promise<void>
}

export async function openYearShop(start: Date): Promise<YearShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'minmin-year-'))
  // PostgreSQL's own user has to enter it when the harness runs as root.
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
  await migrate(postgres.url)
  const clock = new YearClock(start)
  const running = await startGateway()
  running.gateway.settings.limitsCalls = false
  running.gateway.settings.autoCapture = false
  const port = await freePort()
  const config = testConfig({
    ...{ PAYMENTS: 'sandbox', ECPAY_URL: running.address, ECPAY_AUTO_CAPTURE: '0' },
    ...{ PUBLIC_URL: `http://127.0.0.1:${port}`, DEVELOPMENT: '1' },
    ECPAY_CREDIT_CHECK_CODE: running.gateway.account.creditCheckCode,
    ...{ WRITE_LIMITS: '10000', IDENTITY_LIMITS: '10000', MAIL_PER_HOUR: '1000000' },
  })
  await prepareQueues(config, postgres.url)
  await clock.rule(postgres.url)
  const log = createLog(config)
  const services = createServices(
    config,
    { databaseUrl: postgres.url, log },
    { poolSize: 12, hasher: createTestHasher(), worksJobs: false },
  )
  await services.start()
  const { database, orderSubscribers } = services
  const { pool, db } = database
  const jobs = new JobWorker(pool, () => running.gateway.notifier.idle())
  registerRoomJobs({
    ...{ config, databaseUrl: postgres.url, db, log, jobs: jobs.recorder(services.jobs) },
    ...{ settings: services.settings, providers: services.paymentProviders, searchedTables },
    ...{ logistics: services.logistics, invoices: services.invoices },
    ...{ secretBox: services.secretBox, pictures: services.pictures },
    ...{ subscribers: orderSubscribers, actions: oneAfterTheOther(services.actions) },
    unscheduled: [...backupJobs, noteErasuresJob],
    onSeal: (tx, range) => tellOwners(config, tx, range),
    onStoresClosed: (tx, closed) => tellClosedStores(tx, orderSubscribers, closed),
  })
  const app = await buildApp({ config, log, readiness: createReadiness(), ...services })
  await app.listen({ port, host: '127.0.0.1' })
  // The queue has its own function of the time, which its start renews.
  await clock.moveTo(clock.now(), pool)
  await pool.query(askAtOnce)
  let lookedAt = clock.now()

  async function settle(): Promise<void> {
    await running.gateway.notifier.idle()
    await jobs.workQueue()
    await running.gateway.notifier.idle()
    await jobs.workQueue()
  }

  return {
    ...{ app, database, clock, jobs, running, settle },
    async query<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
      return (await pool.query(statement, values)).rows
    },
    async moveTo(at, { isBusy } = { isBusy: true }) {
      // A jump costs more than a question, and most hours of a year have nothing to do.
      if (!isBusy && !(await jobs.isDue(lookedAt, at))) return false
      await clock.moveTo(at, pool)
      const now = clock.now()
      await running.gateway.clock.moveTo(now)
      await running.gateway.notifier.idle()
      const from = lookedAt
      lookedAt = now
      await settle()
      await jobs.workSchedules(from, now)
      await settle()
      return true
    },
    async close() {
      try {
        await app.close()
        await services.close()
        await running.close()
      } finally {
        clock.restore()
        await postgres.stop()
        await rm(dataDir, { recursive: true, force: true })
        await rm(config.dataDir, { recursive: true, force: true })
      }
    },
  }
}

/** Entries of a run that are changed at once end in any order. */
function oneAfterTheOther(actions: RunActions): RunActions {
  return {
    ...actions,
    find(kind, name) {
      const action = actions.find(kind, name)
      return action && { ...action, parallel: 1 }
    },
  }
}

/** Waiting for the next question to the gateway takes time, and the clock hardly goes on meanwhile. */
const askAtOnce = `
  create function ask_at_once() returns trigger
    language plpgsql as $$ begin new.next_query_at := '-infinity'; return new; end $$;
  create trigger ask_at_once before insert or update on gateway_pace
    for each row execute function ask_at_once()`

/** The tables of the queue have to be there before the clock rules their defaults. */
async function prepareQueues(config: ReturnType<typeof testConfig>, databaseUrl: string) {
  const log = createLog(config)
  const services = createServices(config, { databaseUrl, log }, { worksJobs: false })
  await services.jobs.start()
  await services.close()
}
