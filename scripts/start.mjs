import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { pinnedNode } from './lib/project.mjs'
import { supervise } from './lib/supervise.mjs'

await ensureInstalled()
await ensureBuilt()
supervise(pinnedNode, ['src/server/main.ts', ...process.argv.slice(2)])
