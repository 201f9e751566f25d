import { type ChildProcess, spawn } from 'node:child_process'
import { on } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'

const HOLDER = join(import.meta.dirname, 'hold-embedded-postgres.ts')

export const isRoot = process.getuid?.() === 0

/** A folder that everyone may enter, removed after the test. The space in its name is on purpose. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'minmin embedded-'))
  await chmod(folder, 0o711)
  // The PostgreSQL of a server that was killed writes until its watcher has stopped it.
  onTestFinished(() => eventually(() => rm(folder, { recursive: true, force: true })))
  return folder
}

export async function start(
  dataDir: string,
  options: { sharedRoot?: string; durable?: boolean } = {},
) {
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const running = await startEmbeddedPostgres({ dataDir, log, durable: false, ...options })
  onTestFinished(() => running.stop())
  return { ...running, lines }
}

/** A server in a process of its own, for the test to kill, once it has answered. */
export async function startElsewhere(dataDir: string, ...flags: string[]) {
  const holder = spawnHolder(dataDir, ...flags)
  return { ...holder, answer: await holder.answer }
}

export function spawnHolder(dataDir: string, ...flags: string[]) {
  const child = spawn(process.execPath, [HOLDER, dataDir, ...flags], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exit
  })
  return { child, exit, answer: firstAnswer(child) }
}

async function firstAnswer(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the holder has no output')
  const lines = createInterface(child.stdout)
  for await (const [line] of on(lines, 'line', { close: ['close'] })) {
    if (/^(ready|failed) /.test(line)) return line
  }
  return 'ended without an answer'
}

/** Waits for a state of another process, which no event of ours announces. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { interval: 20 })
}
