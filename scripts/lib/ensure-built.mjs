import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './project.mjs'
import { run } from './run.mjs'

const page = join(root, 'dist', 'web', 'index.html')
/** What the server draws documents with; it is written last. */
const drawing = join(root, 'dist', 'web-server', 'document.mjs')
const sources = [
  'src/web',
  'src/contract',
  'scripts/lib',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

/** Builds the web when it is missing or older than its sources. Ends the process on failure. */
export async function ensureBuilt() {
  if (!existsSync(join(root, 'vite.config.ts'))) {
    say('There is no vite.config.ts, so no web to build.')
    return
  }
  if (existsSync(page) && existsSync(drawing) && statSync(page).mtimeMs >= newest(sources)) return
  say('Building the web ...')
  if (await build()) return
  say('The web could not be built.')
  process.exit(1)
}

/**
 * Tells whether it succeeded. A build that is cut short leaves no page, hence is done again.
 *
 * @param {{ held?: boolean }} [options]
 */
export async function build(options) {
  const started = new Date()
  rmSync(page, { force: true })
  rmSync(drawing, { force: true })
  const args = ['run', '--silent', 'build', '--', '--logLevel', 'warn']
  if (!(await run('npm', args, options))) return false
  // What was edited during the build is newer than the build.
  utimesSync(page, started, started)
  return true
}

/**
 * The time of the last change. A folder's own time tells of files that were deleted.
 *
 * @param {string[]} paths
 */
function newest(paths) {
  let latest = 0
  for (const path of paths) {
    const absolute = join(root, path)
    const stats = statSync(absolute, { throwIfNoEntry: false })
    if (!stats) continue
    latest = Math.max(latest, stats.mtimeMs)
    if (stats.isDirectory()) {
      latest = Math.max(latest, newest(readdirSync(absolute).map((name) => join(path, name))))
    }
  }
  return latest
}
