import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type PostmasterOptions,
  startPostmaster,
  stopLeftover,
  stopPostmaster,
} from './postmaster.ts'

const longestPauseMs = 10_000
const stableAfterMs = 60_000

/**
 * Keeps PostgreSQL running until `stop` is called. When it dies, it is started again on the same
 * socket, so that the pool finds it by connecting anew. The first start may fail; a later one is
 * tried until it succeeds.
 */
export async function supervise({
  options,
  log,
  onEnd,
}: {
  options: PostmasterOptions
  log: (line: string) => void
  onEnd: () => Promise<void>
}): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let restart = Promise.resolve()
  let pause = 0
  let startedAt = 0
  let child: ChildProcess

  async function start() {
    child = await startPostmaster(options)
    startedAt = Date.now()
    child.once('exit', onExit)
    if (child.exitCode !== null || child.signalCode !== null)
      onExit(child.exitCode, child.signalCode)
  }

  function onExit(code: number | null, signal: NodeJS.Signals | null) {
    child.off('exit', onExit)
    if (stopping.signal.aborted) return
    if (Date.now() - startedAt > stableAfterMs) pause = 0
    log(`PostgreSQL ended by itself (${signal ?? `exit code ${code}`}): starting it again`)
    restart = startAgain()
  }

  async function startAgain() {
    while (!stopping.signal.aborted) {
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
      pause = Math.min(longestPauseMs, pause + 1000)
      if (stopping.signal.aborted) return
      try {
        await stopLeftover(options.cluster, log, { keepSocketFolder: true })
        await start()
        log('PostgreSQL runs again')
        return
      } catch (error) {
        log(`PostgreSQL cannot be started: ${error instanceof Error ? error.message : error}`)
      }
    }
  }

  async function end() {
    stopping.abort()
    await restart
    await stopPostmaster(child, log)
    await onEnd()
  }

  try {
    await start()
  } catch (error) {
    await onEnd()
    throw error
  }
  let ended: Promise<void> | undefined
  return () => {
    ended ??= end()
    return ended
  }
}
