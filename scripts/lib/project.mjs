// Node 18 is enough for the scripts: until the packages are installed there is only the machine's own.
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

const tools = join(root, 'node_modules', '.bin')

/** The Node that the project pins as a package; everything but the scripts runs on it. */
export const pinnedNode = join(tools, 'node')

const foreignPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => folder !== tools)
  .join(delimiter)

/** The environment of the project's own programs. */
export const projectEnv = { ...process.env, PATH: `${tools}${delimiter}${foreignPath}` }

/** Without the project's programs: an install replaces them, so it must not run on them. */
export const machineEnv = { ...process.env, PATH: foreignPath }

/** @param {string} line */
export function say(line) {
  process.stdout.write(`[minmin] ${line}\n`)
}
