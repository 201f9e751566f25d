import { closeSync, copyFileSync, fstatSync, openSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

const maxBytes = 10_000_000

export interface ServerLog {
  fd: number
  recent(): string
  close(): void
}

/**
 * PostgreSQL writes to the file itself, so that it goes on when the server is killed. It appends,
 * so the file can be emptied under it; the last full one is kept.
 */
export function openServerLog(dataDir: string): ServerLog {
  const path = join(dataDir, 'postgres.log')
  const fd = openSync(path, 'a', 0o600)
  let start = 0
  function turnOver() {
    if (fstatSync(fd).size < maxBytes) return
    copyFileSync(path, `${path}.1`)
    truncateSync(path)
    start = 0
  }
  turnOver()
  start = fstatSync(fd).size
  const timer = setInterval(turnOver, 60_000).unref()
  return {
    fd,
    recent: () => readFileSync(path).subarray(start).toString('utf8').trim().slice(-2000),
    close() {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}
