import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { migrate } from '../db/migrate.ts'
import { createLog } from '../log.ts'
import { createServices } from '../services.ts'
import { RUN_FOLDER_PREFIX, removeAbandonedRuns } from './database/abandoned-runs.ts'
import { runStatement } from './database/run-statement.ts'
import { testConfig } from './test-config.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: { url: string; template: string }
  }
}

/** One PostgreSQL for the run, with a migrated template that each test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  const template = `minmin_template_${randomBytes(6).toString('hex')}`
  try {
    await runStatement(server.url, `CREATE DATABASE ${template}`)
    const url = new URL(server.url)
    url.pathname = `/${template}`
    await migrate(url.href)
    await createQueues(url.href)
    // A single connection to a template would keep PostgreSQL from copying it.
    await runStatement(server.url, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`)
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('database', { url: server.url, template })
  return async () => {
    await runStatement(server.url, `DROP DATABASE ${template}`)
    await server.stop()
  }
}

/** So that a shop over a copy finds the queues of its jobs. */
async function createQueues(databaseUrl: string): Promise<void> {
  const config = testConfig()
  const services = createServices(
    config,
    { databaseUrl, log: createLog(config) },
    { worksJobs: false },
  )
  await services.jobs.start()
  await services.close()
  await rm(config.dataDir, { recursive: true, force: true })
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const named = process.env.TEST_DATABASE_URL
  if (named) return { url: named, stop: async () => {} }
  await removeAbandonedRuns()
  const dataDir = await mkdtemp(join(tmpdir(), RUN_FOLDER_PREFIX))
  // PostgreSQL's own user has to enter it when the tests run as root.
  await chmod(dataDir, 0o711)
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    const embedded = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false })
    return { url: embedded.url, stop: () => embedded.stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}
