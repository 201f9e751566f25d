import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { builtProgram } from '../../programs.ts'

export interface MainProcess {
  child: ChildProcess
  /** All of its stdout and stderr. */
  said(): string
  /** Waits for this text in its output; throws when it exits without. */
  untilSaid(words: string): Promise<void>
  /** Waits for its end, ending it if `signal` is given; gives the exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Removes its files. */
  remove(): Promise<void>
}

/** The program itself over a database of the test, with nothing of our environment but `env`. */
export async function startMain(
  databaseUrl: string,
  options: { env?: Record<string, string>; preload?: string } = {},
): Promise<MainProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'minmin-main-'))
  const preload = options.preload
    ? ['--import', `data:text/javascript,${encodeURIComponent(options.preload)}`]
    : []
  const main = builtProgram('main')
  const child = spawn(process.execPath, [...preload, main], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      WEB_DIR: join(dataDir, 'no-web'),
      DEMO: '0',
      ADMIN_USERNAME: 'keeper@minmin.example',
      ADMIN_PASSWORD: 'a-word-nobody-logs',
      ...options.env,
    },
  })
  let said = ''
  const note = (text: unknown) => {
    said += String(text)
  }
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  const closed = once(child, 'close')
  return {
    child,
    said: () => said,
    async untilSaid(words) {
      while (!said.includes(words)) {
        const hasEnded = child.exitCode !== null || child.signalCode !== null
        if (hasEnded) throw new Error(`it ended, saying: ${said}`)
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), closed])
      }
    },
    async end(signal) {
      if (signal) child.kill(signal)
      await closed
      return child.exitCode
    },
    async remove() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
      await closed
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** As `startMain`; killed and removed at the end of the running test. */
export async function startMainForTest(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<MainProcess> {
  const node = await startMain(databaseUrl, { env })
  onTestFinished(() => node.remove())
  return node
}

/** Polls the database for what a process does to it. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(50)
}
