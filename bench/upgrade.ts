import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/server/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { loadRelease } from '../tests/fixtures/load-release.ts'
import { provenance, resultsFolder, saveReport, table } from './report.ts'
import { fillRelease } from './upgrade-data.ts'
import { shopMeanwhile, type Wait } from './upgrade-shoppers.ts'

interface Upgrade {
  rows: number
  seconds: number
  statements: number
  longest: Wait[]
  faults: string[]
  /** Large tables whose file is another one than before. */
  rewritten: string[]
}

/** How long shoppers wait while release 0.1.0 with a large shop is migrated to this version. */
export async function runUpgradeBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      results: { type: 'string', default: resultsFolder },
      data: { type: 'string', default: '' },
    },
  })
  const rows = Number(values.rows)
  // A named folder is not removed, and what is filled there is not filled again.
  const folder = values.data || (await mkdtemp(join(tmpdir(), 'minmin-upgrade-')))
  await mkdir(folder, { recursive: true })
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: () => {} })
  try {
    const upgrade = await measureUpgrade({ serverUrl: postgres.url, rows, workFolder: folder })
    const text = report(upgrade)
    console.log(text)
    if (rows === 1_000_000) console.log(`\nKept in ${saveReport('upgrade', text, values.results)}`)
  } finally {
    await postgres.stop()
    if (!values.data) await rm(folder, { recursive: true, force: true })
  }
}

/** Fills a shop of release 0.1.0 unless it is there, and migrates a copy of it. */
export async function measureUpgrade(options: {
  serverUrl: string
  rows: number
  workFolder: string
}): Promise<Upgrade> {
  const { serverUrl, rows, workFolder } = options
  const filled = `release_${rows}`
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  try {
    const isThere = await server.query('select from pg_database where datname = $1', [filled])
    if (isThere.rowCount === 0) {
      const unfinished = `${filled}_unfinished`
      await server.query(`drop database if exists ${unfinished}`)
      await server.query(`create database ${unfinished}`)
      const url = databaseUrl(serverUrl, unfinished)
      await loadRelease({ version: '0.1.0', url, workFolder })
      await fillRelease(url, rows)
      await server.query(`alter database ${unfinished} rename to ${filled}`)
    }
    await server.query('drop database if exists upgraded with (force)')
    await server.query(`create database upgraded template ${filled}`)
    return await measure(databaseUrl(serverUrl, 'upgraded'), rows)
  } finally {
    await server.end()
  }
}

async function measure(url: string, rows: number): Promise<Upgrade> {
  const client = new pg.Client({ connectionString: url, application_name: 'upgrade bench' })
  await client.connect()
  try {
    const before = await filesOfLargeTables(client, rows)
    const shoppers = shopMeanwhile(url, rows)
    const from = performance.now()
    await migrate(url)
    const seconds = (performance.now() - from) / 1_000
    const { statements, longest, faults } = await shoppers.stop()
    const after = await filesOfLargeTables(client, rows)
    const rewritten = [...before].flatMap(([name, file]) =>
      after.get(name) === file ? [] : [name],
    )
    return { rows, seconds, statements, longest, faults, rewritten }
  } finally {
    await client.end()
  }
}

/** A rewritten table has another relfilenode. */
async function filesOfLargeTables(client: pg.Client, rows: number): Promise<Map<string, string>> {
  const { rows: found } = await client.query<{ name: string; file: string }>(
    `select relname as name, pg_relation_filenode(oid)::text as file from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples > $1`,
    [rows / 2],
  )
  return new Map(found.map(({ name, file }) => [name, file]))
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

function report({ rows, seconds, statements, longest, faults, rewritten }: Upgrade): string {
  return [
    `# Release 0.1.0 with ${rows} orders and products, migrated while shoppers read and write`,
    '',
    ...provenance(),
    `- migrated in ${seconds.toFixed(1)} s; ${statements} statements of four shoppers meanwhile`,
    `- large tables that were written anew: ${rewritten.join(', ') || 'none'}`,
    `- statements that failed: ${faults.length}${faults.length > 0 ? ` (${faults[0]})` : ''}`,
    '',
    table(
      ['Statement', 'longest', 'while'],
      longest.map(({ statement, ms, during }) => [statement, `${ms.toFixed(0)} ms`, during]),
    ),
  ].join('\n')
}
