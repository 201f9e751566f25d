import { execFileSync } from 'node:child_process'

/** The ids of the processes that this one has started. */
export function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=']).toString().trim().split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []))
}
