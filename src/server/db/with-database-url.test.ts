import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  eventually,
  makeFolder,
  start,
  startElsewhere,
} from '../testing/database/embedded-postgres-fixtures.ts'
import { postgresProcessesOf } from '../testing/database/postgres-processes.ts'
import { runStatement } from '../testing/database/run-statement.ts'
import { withDatabaseUrl } from './with-database-url.ts'

const readMark = (url: string) => runStatement(url, 'SELECT id FROM mark')

test('a tool gets the named database, whatever runs', async () => {
  const used = await withDatabaseUrl(
    { databaseUrl: 'postgres://somewhere/else', dataDir: '/nowhere' },
    async (url) => url,
  )
  expect(used).toBe('postgres://somewhere/else')
})

test('a tool gets the database of the server that runs, and leaves it running', async () => {
  const dataDir = await makeFolder()
  const server = await start(dataDir)
  await runStatement(server.url, 'CREATE TABLE mark AS SELECT 7 AS id')
  expect(await withDatabaseUrl({ databaseUrl: null, dataDir }, readMark)).toEqual([{ id: 7 }])
  expect(await readMark(server.url)).toEqual([{ id: 7 }])
})

test('a tool waits for a server that is just starting', async () => {
  const dataDir = await makeFolder()
  const server = startElsewhere(dataDir)
  await eventually(() => access(join(dataDir, 'postgres.lock')))
  const url = await withDatabaseUrl({ databaseUrl: null, dataDir }, async (given) => given)
  expect((await server).answer).toBe(`ready ${url}`)
})

test('a tool starts the database for the time of its call, and stops it after a failure', async () => {
  const dataDir = await makeFolder()
  const create = (url: string) => runStatement(url, 'CREATE TABLE mark AS SELECT 7 AS id')
  await withDatabaseUrl({ databaseUrl: null, dataDir, creates: true }, create)
  await expect(withDatabaseUrl({ databaseUrl: null, dataDir }, create)).rejects.toThrow(
    /already exists/,
  )
  expect(postgresProcessesOf(join(dataDir, 'postgres'))).toEqual([])
  expect(await withDatabaseUrl({ databaseUrl: null, dataDir }, readMark)).toEqual([{ id: 7 }])
})

test('a tool finds the database of a server that was killed', async () => {
  const dataDir = await makeFolder()
  const server = await startElsewhere(dataDir)
  await runStatement(server.answer.slice(6), 'CREATE TABLE mark AS SELECT 7 AS id')
  server.child.kill('SIGKILL')
  await server.exit
  expect(await withDatabaseUrl({ databaseUrl: null, dataDir }, readMark)).toEqual([{ id: 7 }])
  await eventually(async () => {
    expect(postgresProcessesOf(join(dataDir, 'postgres'))).toEqual([])
  })
})

test('a tool makes no database where there is none, which a restore would refuse', async () => {
  const folder = await makeFolder()
  for (const dataDir of [folder, join(folder, 'nowhere')]) {
    await expect(
      withDatabaseUrl({ databaseUrl: null, dataDir }, async (url) => url),
    ).rejects.toThrow(`There is no database in ${dataDir}`)
  }
  expect(await readdir(folder)).toEqual([])
})
