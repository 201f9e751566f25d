import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { locateRunningPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { ServerProcess } from '../tests/harness/server-process.ts'
import { admin } from './shop-client.ts'

export interface BenchShop {
  server: ServerProcess
  databaseUrl: string
  /** Another server over the same database, not yet started. */
  another(more?: NodeJS.ProcessEnv): Promise<ServerProcess>
  close(): Promise<void>
}

/**
 * The real server with the demo's products over a database of its own: on the PostgreSQL of
 * `DATABASE_URL`, else on the embedded one.
 */
export async function openBenchShop(options: {
  webDir: string
  env?: NodeJS.ProcessEnv
}): Promise<BenchShop> {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-bench-'))
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  const given = process.env.DATABASE_URL ? await createDatabase(process.env.DATABASE_URL) : null
  const env = {
    ...options.env,
    // With the options of `npm start`.
    NODE_COMPILE_CACHE: join(import.meta.dirname, '../.cache/node'),
    WEB_DIR: options.webDir,
    LOG_LEVEL: 'warn',
    IDENTITY_LIMITS: '10000',
    WRITE_LIMITS: '10000',
    // The callers name networks of their own, as shoppers come from.
    TRUSTED_PROXIES: '127.0.0.1',
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    ...(given && { DATABASE_URL: given.url }),
  }
  const server = await ServerProcess.over(dataDir, { env })
  await server.start()
  const databaseUrl = given?.url ?? (await locateRunningPostgres(dataDir))
  if (!databaseUrl) throw new Error('the PostgreSQL of the server was not found')
  async function close(): Promise<void> {
    await server.stop()
    await given?.drop()
    await rm(folder, { recursive: true, force: true })
  }
  // An interrupted bench leaves no server and no folder behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(1)))
  }
  return {
    server,
    databaseUrl,
    another: (more = {}) =>
      ServerProcess.over(dataDir, { env: { ...env, ...more, DATABASE_URL: databaseUrl } }),
    close,
  }
}

async function createDatabase(serverUrl: string) {
  const name = `minmin_bench_${randomBytes(6).toString('hex')}`
  await runStatement(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const drop = () => runStatement(serverUrl, `drop database ${name} with (force)`)
  return { url: url.href, drop }
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
