import { spawn } from 'node:child_process'
import { machineEnv, root } from './project.mjs'

/** The warnings, and the failures. */
const stopsAt = new Set(['high', 'critical'])

/**
 * The advisories of the registry for the installed packages; undefined when it cannot be asked.
 *
 * @param {string[]} [options]
 * @returns {Promise<string[] | undefined>}
 */
export async function knownAdvisories(options = []) {
  const args = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=4000', ...options]
  const output = await new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd: root,
      env: machineEnv,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let text = ''
    child.stdout.on('data', (part) => {
      text += part
    })
    const limit = setTimeout(() => child.kill(), 8_000)
    child.once('error', () => resolve(''))
    child.once('close', () => {
      clearTimeout(limit)
      resolve(text)
    })
  })
  return readAdvisories(output)
}

/** @param {string} output @returns {string[] | undefined} */
export function readAdvisories(output) {
  /** @type {{ vulnerabilities?: Record<string, { severity: string }> } | undefined} */
  let report
  try {
    report = JSON.parse(output)
  } catch {
    return undefined
  }
  if (!report?.vulnerabilities) return undefined
  return Object.entries(report.vulnerabilities)
    .filter(([, { severity }]) => stopsAt.has(severity))
    .map(([name, { severity }]) => `${name}: ${severity}`)
}
