import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  eventually,
  makeFolder,
  spawnHolder,
  start,
  startElsewhere,
} from '../../testing/database/embedded-postgres-fixtures.ts'
import { postgresProcessesOf } from '../../testing/database/postgres-processes.ts'
import { runStatement } from '../../testing/database/run-statement.ts'
import { ClusterInUseError } from './cluster-lock.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { readPostmasterFile } from './postmaster.ts'

async function postmasterPid(dataDir: string): Promise<number> {
  const file = await readPostmasterFile(join(dataDir, 'postgres'))
  if (!file?.isReady) throw new Error('PostgreSQL does not run')
  return file.pid
}

function running(dataDir: string): number[] {
  return postgresProcessesOf(join(dataDir, 'postgres'))
}

/** The shells that stop PostgreSQL when this server is killed. */
function watchersOf(server: number | undefined): number[] {
  const lines = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(server)]).toString()
  return [...lines.matchAll(/(\d+) sh$/gm)].map(([, pid]) => Number(pid))
}

function urlIn(answer: string): string {
  expect(answer).toMatch(/^ready /)
  return answer.slice('ready '.length)
}

test('a start makes the database, a later one finds its rows again', async () => {
  const folder = await makeFolder()
  const first = await start(join(folder, 'not', 'yet there'))
  await runStatement(first.url, 'CREATE TABLE mark AS SELECT 7 AS id')
  await first.stop()
  await first.stop()

  const second = await start(join(folder, 'not', 'yet there'))
  expect(await runStatement(second.url, 'SELECT id FROM mark')).toEqual([{ id: 7 }])
  expect(second.lines).toEqual([])
})

test('the database is closed to everyone but the shop, and the shop is no superuser', async () => {
  const dataDir = await makeFolder()
  const { url } = await start(dataDir)
  const [row] = await runStatement(
    url,
    `SELECT current_setting('listen_addresses') AS network, rolsuper,
       current_setting('data_checksums') AS checksums, lower('É') AS lower,
       (SELECT datcollate FROM pg_database WHERE datname = current_database()) AS collation
     FROM pg_roles WHERE rolname = current_user`,
  )
  expect(row).toEqual({ network: '', rolsuper: false, checksums: 'on', lower: 'é', collation: 'C' })
  expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600)
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)

  const wrong = new URL(url)
  wrong.password = 'guess'
  await expect(runStatement(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication/)
  const superuser = new URL(url)
  superuser.username = 'postgres'
  await expect(runStatement(superuser.href, 'SELECT 1')).rejects.toThrow(/authentication failed/)
})

test('nothing is given up for speed', async () => {
  const settings = `SELECT current_setting('fsync') AS fsync,
    current_setting('synchronous_commit') AS commit, current_setting('full_page_writes') AS pages`
  const { url } = await start(await makeFolder(), { durable: true })
  expect(await runStatement(url, settings)).toEqual([{ fsync: 'on', commit: 'on', pages: 'on' }])
})

test('two folders have two databases that run beside each other', async () => {
  const [one, other] = await Promise.all([start(await makeFolder()), start(await makeFolder())])
  expect(one.url).not.toBe(other.url)
  await runStatement(one.url, 'CREATE TABLE mark (id int)')
  await expect(runStatement(other.url, 'SELECT * FROM mark')).rejects.toThrow(/does not exist/)
})

test('a second server on the same folder is refused while the first runs', async () => {
  const dataDir = await makeFolder()
  const first = await startElsewhere(dataDir)
  const refused = await startEmbeddedPostgres({ dataDir, log: () => {} }).catch((error) => error)
  expect(refused).toBeInstanceOf(ClusterInUseError)
  expect(await runStatement(urlIn(first.answer), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a start waits for a server that is just ending (MEND-05)', async () => {
  const dataDir = await makeFolder()
  const ending = await start(dataDir)
  const waits = Promise.withResolvers<void>()
  const next = startEmbeddedPostgres({
    dataDir,
    durable: false,
    waitMs: 60_000,
    log: () => waits.resolve(),
  })
  await waits.promise
  await ending.stop()
  const server = await next
  expect(await runStatement(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await server.stop()
})

test('of two servers that start together on a new folder, one serves and one is refused', async () => {
  const dataDir = await makeFolder()
  const both = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir)])
  const answers = both.map(({ answer }) => answer.split(' ')[0]).sort()
  expect(answers).toEqual(['failed', 'ready'])
})

test('the PostgreSQL of a killed server ends with it, and leaves no folder behind (SAFE-16)', async () => {
  const dataDir = await makeFolder()
  const killed = await startElsewhere(dataDir)
  const socketFolder = new URL(urlIn(killed.answer)).searchParams.get('host') ?? ''
  await stat(socketFolder)
  killed.child.kill('SIGKILL')
  await killed.exit
  await eventually(() => expect(running(dataDir)).toEqual([]))
  await eventually(() => expect(stat(socketFolder)).rejects.toThrow(/ENOENT/))
})

test('the PostgreSQL of a killed server is ended before the next one, nothing is lost', async () => {
  const dataDir = await makeFolder()
  const killed = await startElsewhere(dataDir)
  await runStatement(urlIn(killed.answer), 'CREATE TABLE mark AS SELECT 7 AS id')
  const pid = await postmasterPid(dataDir)
  killed.child.kill('SIGKILL')
  await killed.exit

  const next = await start(dataDir)
  expect(running(dataDir)).not.toContain(pid)
  expect(await runStatement(next.url, 'SELECT id FROM mark')).toEqual([{ id: 7 }])
})

test('a start after both were killed recovers', async () => {
  const dataDir = await makeFolder()
  const killed = await startElsewhere(dataDir, 'durable')
  await runStatement(urlIn(killed.answer), 'CREATE TABLE mark AS SELECT 7 AS id')
  const pid = await postmasterPid(dataDir)
  killed.child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await killed.exit

  const next = await start(dataDir)
  expect(await runStatement(next.url, 'SELECT id FROM mark')).toEqual([{ id: 7 }])
})

test('a PostgreSQL that dies is started again at the same address', async () => {
  const dataDir = await makeFolder()
  const server = await start(dataDir, { durable: true })
  await runStatement(server.url, 'CREATE TABLE mark AS SELECT 7 AS id')
  for (let round = 0; round < 2; round++) {
    const pid = await postmasterPid(dataDir)
    process.kill(pid, 'SIGKILL')
    await eventually(async () => expect(await postmasterPid(dataDir)).not.toBe(pid))
    expect(await runStatement(server.url, 'SELECT id FROM mark')).toEqual([{ id: 7 }])
  }
  expect(server.lines.filter((line) => /ended by itself \(SIGKILL\)/.test(line))).toHaveLength(2)

  await server.stop()
  expect(running(dataDir)).toEqual([])
})

test('Ctrl-C reaches the server only; SIGTERM stops PostgreSQL with it', async () => {
  const dataDir = await makeFolder()
  const server = await startElsewhere(dataDir)
  // Ctrl-C in a terminal: the signal goes to the whole process group.
  process.kill(-(server.child.pid ?? 0), 'SIGINT')
  expect(await runStatement(urlIn(server.answer), 'SELECT 1 AS one')).toEqual([{ one: 1 }])

  server.child.kill('SIGTERM')
  expect(await server.exit).toBe(0)
  expect(running(dataDir)).toEqual([])
})

test('a server that ends by an exception leaves no PostgreSQL behind', async () => {
  const dataDir = await makeFolder()
  const server = await startElsewhere(dataDir, 'ends-at-once')
  expect(await server.exit).toBe(3)
  await eventually(() => expect(running(dataDir)).toEqual([]))
})

test('an unfinished first start is done anew', async () => {
  const dataDir = await makeFolder()
  const cut = spawnHolder(dataDir)
  const unfinished = await eventually(async () => {
    const name = (await readdir(dataDir)).find((entry) => entry.startsWith('postgres.init-'))
    expect((await readdir(join(dataDir, String(name)))).length).toBeGreaterThan(0)
    return join(dataDir, String(name))
  })
  cut.child.kill('SIGKILL')
  expect(await cut.answer).toMatch(/^ended/)

  const next = await start(dataDir)
  expect(await runStatement(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await next.stop()
  // Whatever an orphaned initdb wrote after the start that came between goes at the one after.
  await (await start(dataDir)).stop()
  await expect(stat(unfinished)).rejects.toThrow(/ENOENT/)
})

test('data of another major version is refused and stays as it is', async () => {
  const dataDir = await makeFolder()
  await (await start(dataDir)).stop()
  const cluster = join(dataDir, 'postgres')
  await writeFile(join(cluster, 'PG_VERSION'), '15\n')
  const before = await readdir(cluster)

  await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 15.*Nothing was changed/s)
  expect(await readdir(cluster)).toEqual(before)
  expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe('15\n')
})

test('a folder of something else in the place of the database is refused', async () => {
  const dataDir = await makeFolder()
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'mine')
  await expect(start(dataDir)).rejects.toThrow(/holds no database/)
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['letter.txt'])
})

test('a process number that another program has by now is no obstacle', async () => {
  const dataDir = await makeFolder()
  const cluster = join(dataDir, 'postgres')
  const first = await start(dataDir)
  const left = await readFile(join(cluster, 'postmaster.pid'), 'utf8')
  await first.stop()
  const { uid, gid } = await stat(cluster)
  // Of the same user, so that PostgreSQL by itself would take it for a postmaster.
  const other = spawn('sleep', ['600'], { uid, gid, cwd: '/' })
  await once(other, 'spawn')
  onTestFinished(() => void other.kill())
  await writeFile(join(cluster, 'postmaster.pid'), left.replace(/^\d+/, String(other.pid)))

  const next = await start(dataDir)
  expect(await runStatement(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('the PostgreSQL of a shop whose data was copied is not taken for a leftover', async () => {
  const [original, copy] = [await makeFolder(), await makeFolder()]
  await start(original)
  await (await start(copy)).stop()
  const pid = await postmasterPid(original)
  await cp(join(original, 'postgres', 'postmaster.pid'), join(copy, 'postgres', 'postmaster.pid'))

  const next = await start(copy)
  expect(await runStatement(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await postmasterPid(original)).toBe(pid)
  expect(running(original)).toContain(pid)
})

test('a PostgreSQL that outlived its server and its watcher is stopped first', async () => {
  const dataDir = await makeFolder()
  const killed = await startElsewhere(dataDir)
  const pid = await postmasterPid(dataDir)
  for (const watcher of watchersOf(killed.child.pid)) process.kill(watcher, 'SIGKILL')
  killed.child.kill('SIGKILL')
  await killed.exit
  expect(running(dataDir)).toContain(pid)

  const next = await start(dataDir)
  expect(next.lines.join()).toContain(`process ${pid}) outlived its server`)
  expect(running(dataDir)).not.toContain(pid)
})

test('a lost password is replaced', async () => {
  const dataDir = await makeFolder()
  await (await start(dataDir)).stop()
  await rm(join(dataDir, 'postgres.password'))
  const next = await start(dataDir)
  expect(next.lines.join()).toContain('password')
  expect(await runStatement(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a start that fails says what PostgreSQL said, and lets the folder go', async () => {
  const dataDir = await makeFolder()
  await (await start(dataDir)).stop()
  const control = join(dataDir, 'postgres', 'global', 'pg_control')
  await cp(control, `${control}.kept`)
  await rm(control)
  await expect(start(dataDir)).rejects.toThrow(/could not find the database system/)

  await cp(`${control}.kept`, control)
  const { uid, gid } = await stat(join(dataDir, 'postgres'))
  await chown(control, uid, gid)
  expect(await runStatement((await start(dataDir)).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})
