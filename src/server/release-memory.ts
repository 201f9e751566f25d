import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back what reading and compiling the program took: by itself V8 would hold on to it, a third
 * of the process, since an idle server gives it no reason to look. Takes a fifth of a second, once.
 */
export function releaseMemoryOfTheStart(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
