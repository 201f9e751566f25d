// Runs a command of the shop, `node scripts/command.mjs doctor --json`, from the built server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureServerBuilt } from './lib/ensure-built.mjs'
import { root } from './lib/project.mjs'

const [node = '', , name = '', ...words] = process.argv
const program = join(root, 'dist/server', `${name}.mjs`)
ensureServerBuilt()
process.argv = [node, program, ...words]
await import(pathToFileURL(program).href)
