import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { projectEnv, root } from './project.mjs'

// What Node has compiled once (and freed of types) it need not compile at the next start.
const env = { NODE_COMPILE_CACHE: join(root, '.cache', 'node'), ...projectEnv }

/**
 * Turns this process into another program. Signals and the exit code are then the program's own
 * affair; where Node cannot do that, a child gets the signals, and its exit code becomes ours.
 *
 * @param {string} file
 * @param {string[]} args
 */
export function become(file, args) {
  process.chdir(root)
  if (process.execve) process.execve(file, [file, ...args], env)

  // In a process group of its own, else Ctrl-C in a terminal would reach it twice.
  const child = spawn(file, args, { env, stdio: 'inherit', detached: true })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.once('error', (error) => {
    process.stderr.write(`${file} cannot be run: ${error.message}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0))
  })
}
