import { spawn } from 'node:child_process'
import { projectEnv, root } from './project.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal)
    process.kill(process.pid, signal)
  })
}

/**
 * Runs a program to its end, its output on ours, and tells whether it succeeded.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, minutes?: number }} [options]
 * @returns {Promise<boolean>}
 */
export function run(command, args, { env = projectEnv, minutes = 60 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    running.add(child)
    const limit = setTimeout(() => {
      process.stdout.write(`[minmin] ${command} takes longer than ${minutes} minutes: ending it\n`)
      child.kill('SIGTERM')
    }, minutes * 60_000)
    /** @param {boolean} succeeded */
    const end = (succeeded) => {
      clearTimeout(limit)
      running.delete(child)
      resolve(succeeded)
    }
    child.once('error', (error) => {
      process.stdout.write(`[minmin] ${command} cannot be run: ${error.message}\n`)
      end(false)
    })
    child.once('exit', (code) => end(code === 0))
  })
}
