import { spawn } from 'node:child_process'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { pinnedNode, root } from './lib/project.mjs'
import { serverArgs } from './lib/server-env.mjs'
import { supervise } from './lib/supervise.mjs'

await ensureInstalled()
await ensureBuilt()
// The trial gateway ends with this process, by the channel between them.
if (process.env.PAYMENTS === 'sandbox') {
  spawn(pinnedNode, ['gateway/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}
supervise(pinnedNode, [...serverArgs, 'dist/server/main.mjs', ...process.argv.slice(2)])
