import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { projectEnv, root, say } from './project.mjs'
import { serverEnv } from './server-env.mjs'

const env = {
  // Modules are compiled and stripped of types once, not at each start.
  NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
  ...serverEnv,
  ...projectEnv,
}

/** A program that failed sooner has not started: the reason stays, so another start would not help. */
const stableAfterMs = 5_000
const pauseMs = 1_000

/**
 * Runs a program, passes signals on to it, and starts it again when it was killed (by the kernel that
 * is out of memory, say) or failed after it had started. Its exit code becomes ours.
 *
 * @param {string} file
 * @param {string[]} args
 */
export function supervise(file, args) {
  process.chdir(root)
  let isStopping = false
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child

  function start() {
    const startedAt = Date.now()
    // In a process group of its own, else Ctrl-C in a terminal would reach it twice. It stops when
    // its end of the channel closes: without this process it would not be restarted.
    child = spawn(file, args, {
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      detached: true,
    })
    child.once('error', (error) => {
      process.stderr.write(`${file} cannot be run: ${error.message}\n`)
      process.exit(1)
    })
    child.once('exit', async (code, signal) => {
      const isStable = Date.now() - startedAt > stableAfterMs
      const hasCrashed = signal !== null || (code !== 0 && isStable)
      if (isStopping || !hasCrashed) {
        process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0))
      }
      say(`The shop ended by itself (${signal ?? `exit code ${code}`}): starting it again`)
      if (!isStable) await delay(pauseMs)
      if (isStopping) process.exit(0)
      start()
    })
  }

  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      isStopping = true
      child?.kill(signal)
    })
  }
  // npm that is killed passes nothing on: what it ran must not go on without an owner.
  if (process.env.npm_lifecycle_event) {
    const owner = process.ppid
    setInterval(() => {
      if (process.ppid === owner || isStopping) return
      isStopping = true
      say('npm has ended: stopping the shop')
      child?.kill('SIGTERM')
    }, 1_000).unref()
  }
  start()
}
