import { chmod, chown, cp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isRoot, makeFolder, start } from '../../testing/database/embedded-postgres-fixtures.ts'
import { runStatement } from '../../testing/database/run-statement.ts'
import { canEnter, findAccount, installedPrograms, reachablePrograms } from './place.ts'

// Root's own problem: PostgreSQL runs as another user, who may not enter every folder of root's.
describe.runIf(isRoot)('as root, below a folder of mode 0700', () => {
  async function makeClosedFolder() {
    const open = await makeFolder()
    const closed = join(open, 'closed')
    await mkdir(closed, { mode: 0o700 })
    const account = await findAccount(join(closed, 'postgres'))
    expect(await canEnter(account, closed)).toBe(false)
    return { account, dataDir: join(closed, 'data'), sharedRoot: join(open, 'shared') }
  }

  test('the data goes to a place that PostgreSQL may enter, and is found there again', async () => {
    const { dataDir, sharedRoot } = await makeClosedFolder()
    const first = await start(dataDir, { sharedRoot })
    const cluster = (await readFile(join(dataDir, 'postgres.location'), 'utf8')).trim()
    expect(cluster).toMatch(new RegExp(`^${sharedRoot}/[0-9a-f]{16}/postgres$`))
    expect(first.lines.join()).toContain(cluster)
    expect((await stat(cluster)).uid).not.toBe(0)
    await runStatement(first.url, 'CREATE TABLE mark AS SELECT 7 AS id')
    await expect(start(dataDir, { sharedRoot })).rejects.toThrow(/in use by another server/)
    await first.stop()

    const second = await start(dataDir, { sharedRoot })
    expect(await runStatement(second.url, 'SELECT id FROM mark')).toEqual([{ id: 7 }])
  })

  test('the database of a deleted data folder is neither taken over nor touched', async () => {
    const { dataDir, sharedRoot } = await makeClosedFolder()
    const first = await start(dataDir, { sharedRoot })
    await runStatement(first.url, 'CREATE TABLE mark AS SELECT 7 AS id')
    await first.stop()
    const pointer = join(dataDir, 'postgres.location')
    const location = await readFile(pointer, 'utf8')
    await rm(dataDir, { recursive: true })
    await expect(start(dataDir, { sharedRoot })).rejects.toThrow(/data folder that was deleted/)

    // The way back that the message names.
    await writeFile(pointer, location)
    const next = await start(dataDir, { sharedRoot })
    expect(await runStatement(next.url, 'SELECT id FROM mark')).toEqual([{ id: 7 }])
  })

  test('a database that is no longer where it was is never replaced by an empty one', async () => {
    const { dataDir, sharedRoot } = await makeClosedFolder()
    await (await start(dataDir, { sharedRoot })).stop()
    await rm(sharedRoot, { recursive: true })
    await expect(start(dataDir, { sharedRoot })).rejects.toThrow(/it is not there/)
  })

  test('a database that was closed off later is not replaced by an empty one', async () => {
    const open = await makeFolder()
    const dataDir = join(open, 'inner', 'data')
    const sharedRoot = join(open, 'shared')
    await (await start(dataDir, { sharedRoot })).stop()
    await chmod(join(open, 'inner'), 0o700)
    await expect(start(dataDir, { sharedRoot })).rejects.toThrow(/permission to be entered/)

    await chmod(join(open, 'inner'), 0o755)
    const again = await start(dataDir, { sharedRoot })
    expect(await runStatement(again.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('the programs are copied once to a place where PostgreSQL may run them', async () => {
    const { account, dataDir, sharedRoot } = await makeClosedFolder()
    const installed = { ...installedPrograms(), folder: join(dataDir, 'native') }
    await cp(installedPrograms().folder, installed.folder, {
      recursive: true,
      verbatimSymlinks: true,
    })
    const lines: string[] = []
    const options = { account, sharedRoot, log: (line: string) => lines.push(line) }
    const first = await reachablePrograms(installed, options)
    expect(first.folder.startsWith(sharedRoot)).toBe(true)
    expect((await stat(first.folder)).mode & 0o777).toBe(0o755)
    expect((await stat(first.folder)).uid).toBe(0)
    expect(await reachablePrograms(installed, options)).toEqual(first)
    expect(lines).toHaveLength(1)
  })
})

test.runIf(isRoot)('a database that was given to root is refused with the way out', async () => {
  const dataDir = await makeFolder()
  await (await start(dataDir)).stop()
  await chown(join(dataDir, 'postgres'), 0, 0)
  await expect(start(dataDir)).rejects.toThrow(/belongs to root.*chown/s)
})

test('a data folder behind a link is the same folder', async () => {
  const folder = await makeFolder()
  const dataDir = join(folder, 'data')
  const server = await start(dataDir)
  await symlink(dataDir, join(folder, 'link'))
  await expect(start(join(folder, 'link'))).rejects.toThrow(/in use by another server/)
  await server.stop()
})
