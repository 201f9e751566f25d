import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './programs.ts'

interface Package {
  version: string
  dependencies: { node: string }
}

const readPackage = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package

export const release = (): string => readPackage().version

/** The Node.js that this release brings along. */
export const runtime = (): string => readPackage().dependencies.node

let known: string | undefined

/** The commit that runs: the image has it in MINMIN_COMMIT, a checkout in its repository. */
export function commit(): string {
  known ??= process.env.MINMIN_COMMIT?.trim().slice(0, 12) || commitOfCheckout()
  return known
}

/** Release and commit in one, as in `1.0.0-0d50d436abcd`. */
export const build = (): string => `${release()}-${commit()}`

function commitOfCheckout(): string {
  try {
    const args = ['-C', root, 'rev-parse', '--short=12', 'HEAD']
    return execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'unknown'
  }
}
