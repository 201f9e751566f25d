import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const maxBytes = 10_000_000

export type ServerLog = ReturnType<typeof openServerLog>

/**
 * PostgreSQL writes to the file itself, so that it goes on when the server is killed. It appends,
 * so the file can be truncated while it is open; one rotated file is retained.
 */
export function openServerLog(dataDir: string) {
  const path = join(dataDir, 'postgres.log')
  const fd = openSync(path, 'a', 0o600)
  function rotate() {
    try {
      if (fstatSync(fd).size >= maxBytes) beginAnew()
    } catch {
      // A full disk (ENOSPC) ends neither the server nor its start.
    }
  }
  function beginAnew() {
    try {
      copyFileSync(path, `${path}.1`)
    } finally {
      ftruncateSync(fd)
    }
  }
  rotate()
  const timer = setInterval(rotate, 60_000).unref()
  return {
    fd,
    lastLines: () => readFileSync(path, 'utf8').trim().split('\n').slice(-10).join('\n'),
    close() {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}
