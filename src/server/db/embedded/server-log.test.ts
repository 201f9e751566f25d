import { writeSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../testing/embedded-postgres-fixtures.ts'
import { openServerLog } from './server-log.ts'

test('a log that has grown large is kept once and begun anew, for its owner only', async () => {
  const folder = await makeFolder()
  const path = join(folder, 'postgres.log')
  await writeFile(path, 'x'.repeat(10_000_001), { mode: 0o600 })
  const log = openServerLog(folder)
  onTestFinished(() => log.close())
  writeSync(log.fd, 'FATAL: new\n')
  expect(await readFile(path, 'utf8')).toBe('FATAL: new\n')
  expect((await stat(`${path}.1`)).size).toBe(10_000_001)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('its last lines are for the message of a start that fails', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'postgres.log'), 'earlier\n'.repeat(100))
  const log = openServerLog(folder)
  onTestFinished(() => log.close())
  writeSync(log.fd, 'FATAL: now\n')
  expect(log.lastLines()).toMatch(/^(earlier\n){9}FATAL: now$/)
})
