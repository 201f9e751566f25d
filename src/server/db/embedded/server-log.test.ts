import { writeSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeFolder } from '../../testing/database/embedded-postgres-fixtures.ts'
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

test('a log that cannot be kept is begun anew all the same, at the start and later', async () => {
  const folder = await makeFolder()
  const path = join(folder, 'postgres.log')
  const large = 'x'.repeat(10_000_001)
  await writeFile(path, large)
  await mkdir(`${path}.1`)
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const log = openServerLog(folder)
  onTestFinished(() => log.close())
  expect((await stat(path)).size).toBe(0)
  writeSync(log.fd, large)
  vi.advanceTimersByTime(60_000)
  expect((await stat(path)).size).toBe(0)
})

test('its last lines are for the message of a start that fails', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, 'postgres.log'), 'earlier\n'.repeat(100))
  const log = openServerLog(folder)
  onTestFinished(() => log.close())
  writeSync(log.fd, 'FATAL: now\n')
  expect(log.lastLines()).toMatch(/^(earlier\n){9}FATAL: now$/)
})
