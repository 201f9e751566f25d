import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineEnv, pinnedNode, root, say } from './project.mjs'
import { run } from './run.mjs'

const lockFile = join(root, 'package-lock.json')
const stamp = join(root, 'node_modules', '.package-lock.sha256')
// npm writes this one at the end of a whole install.
const installed = join(root, 'node_modules', '.package-lock.json')

/** Installs what the lock file names, unless just that is installed. Ends the process on failure. */
export async function ensureInstalled() {
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (isInstalled(wanted)) return
  say('Installing the packages (once, and after each change of package-lock.json) ...')
  const started = Date.now()
  const progress = setInterval(() => {
    say(`... still installing, ${Math.round((Date.now() - started) / 1000)} s`)
  }, 15_000)
  // Whatever the machine's npm is set to: the build needs the development packages, and the pinned
  // Node arrives by an install script.
  const args = ['ci', '--include=dev', '--ignore-scripts=false', '--no-audit', '--no-fund']
  const succeeded = await run('npm', [...args, '--loglevel=error'], { env: machineEnv })
  clearInterval(progress)
  if (!succeeded || !existsSync(pinnedNode)) {
    say('The packages could not be installed. Is the npm registry within reach? (npm ci says more)')
    process.exit(1)
  }
  writeFileSync(stamp, wanted)
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/** @param {string} wanted */
function isInstalled(wanted) {
  if (!existsSync(installed) || !existsSync(pinnedNode)) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
  // Installed by hand: npm writes the two files within a moment of each other.
  return statSync(installed).mtimeMs + 5000 > statSync(lockFile).mtimeMs
}
