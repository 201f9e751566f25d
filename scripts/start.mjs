import { become } from './lib/become.mjs'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { pinnedNode } from './lib/project.mjs'

await ensureInstalled()
await ensureBuilt()
become(pinnedNode, ['src/server/main.ts', ...process.argv.slice(2)])
