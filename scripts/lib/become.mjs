import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { projectEnv, root } from './project.mjs'

/**
 * Turns this process into another program. Signals and the exit code are then the program's own
 * affair; where Node cannot do that, a child gets the signals, and its exit code becomes ours.
 *
 * @param {string} file
 * @param {string[]} args
 */
export function become(file, args) {
  process.chdir(root)
  if (process.execve) process.execve(file, [file, ...args], projectEnv)

  // In a process group of its own, else Ctrl-C in a terminal would reach it twice.
  const child = spawn(file, args, { env: projectEnv, stdio: 'inherit', detached: true })
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
