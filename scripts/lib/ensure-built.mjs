import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { pinnedNode, root, say } from './project.mjs'

const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
/** The second file is what the server draws documents with; it is written last. */
const web = {
  files: ['dist/web/index.html', 'dist/web-server/document.mjs'],
  sources: [
    'src/web',
    'src/contract',
    'scripts/lib',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
  ],
}
const server = {
  files: ['dist/server/main.mjs'],
  sources: ['src/server', 'src/contract', 'vite.server.config.ts', 'package-lock.json'],
}

/** Builds what is missing or older than its sources. Ends the process on failure. */
export async function ensureBuilt() {
  ensureServerBuilt()
  if (!existsSync(join(root, 'vite.config.ts'))) {
    say('There is no vite.config.ts, so no web to build.')
    return
  }
  if (isFresh(web)) return
  say('Building the web ...')
  if (await build()) return
  say('The web could not be built.')
  process.exit(1)
}

/** As `ensureBuilt`, for the server alone; what is said goes beside the output of a command. */
export function ensureServerBuilt() {
  if (isFresh(server)) return
  const started = beginBuild(server)
  const args = [...vite, '--config', 'vite.server.config.ts']
  const { status } = spawnSync(pinnedNode, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (status !== 0) {
    process.stderr.write('[minmin] The server could not be built.\n')
    process.exit(1)
  }
  endBuild(server, started)
}

/**
 * Builds the web, and tells whether it succeeded.
 *
 * @param {{ held?: boolean }} [options]
 */
export async function build(options) {
  // Loaded here alone: it takes the signals that a command of the shop handles itself.
  const { run } = await import('./run.mjs')
  const started = beginBuild(web)
  if (!(await run(pinnedNode, vite, options))) return false
  endBuild(web, started)
  return true
}

/** @typedef {{ files: string[], sources: string[] }} Built */

/** @param {Built} built */
function isFresh({ files, sources }) {
  const builtAt = files.map(
    (file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs,
  )
  return Math.min(...builtAt.map((time) => time ?? 0)) >= newest(sources)
}

/** A build that is cut short leaves none of its files, hence is done again. @param {Built} built */
function beginBuild({ files }) {
  for (const file of files) rmSync(join(root, file), { force: true })
  return new Date()
}

/** The time of the start, since sources edited during the build are newer. @param {Built} built @param {Date} started */
function endBuild({ files }, started) {
  for (const file of files) utimesSync(join(root, file), started, started)
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
