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
 * Runs a program to its end, its output on ours, and tells whether it succeeded. The output of one that
 * runs beside others is `held` until its end.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, minutes?: number, held?: boolean }} [options]
 * @returns {Promise<boolean>}
 */
export function run(command, args, { env = projectEnv, minutes = 60, held = false } = {}) {
  return new Promise((resolve) => {
    const output = held ? 'pipe' : 'inherit'
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', output, output] })
    running.add(child)
    /** @type {Buffer[]} */
    const said = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (/** @type {Buffer} */ chunk) => void said.push(chunk))
    }
    const limit = setTimeout(() => {
      process.stdout.write(`[minmin] ${command} takes longer than ${minutes} minutes: ending it\n`)
      child.kill('SIGTERM')
    }, minutes * 60_000)
    /** @param {boolean} succeeded */
    const end = (succeeded) => {
      clearTimeout(limit)
      running.delete(child)
      process.stdout.write(Buffer.concat(said))
      resolve(succeeded)
    }
    child.once('error', (error) => {
      process.stdout.write(`[minmin] ${command} cannot be run: ${error.message}\n`)
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}
