import { spawn } from 'node:child_process'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { pinnedNode, projectEnv, root, say } from './lib/project.mjs'

await ensureInstalled()

const webPort = process.env.WEB_PORT ?? '5173'
const env = { ...projectEnv, DEVELOPMENT: '1' }
const programs = [
  ['--watch', '--watch-preserve-output', 'src/server/main.ts'],
  ['node_modules/vite/bin/vite.js', '--clearScreen', 'false', '--strictPort', '--port', webPort],
]
// Process groups of their own, else Ctrl-C in a terminal would reach them twice.
const children = programs.map((args) =>
  spawn(pinnedNode, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  }),
)
say(`Open http://localhost:${webPort} (the API answers there too). Ctrl-C stops both.`)

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stop(0))
}
for (const child of children) child.once('exit', (code) => stop(code ?? 1))

/** @param {number} code */
function stop(code) {
  process.exitCode ??= code
  for (const child of children) child.kill('SIGTERM')
}
