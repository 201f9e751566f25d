import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

/**
 * The CPU time of a server and the backends of its database so far, in ms. Unlike wall-clock time
 * it does not depend on the other load of the machine.
 */
export async function processorTimes(
  serverPid: number,
  db: pg.Client,
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const pids = [serverPid, ...rows.map(({ pid }) => pid)]
  const times = await Promise.all(pids.map(async (pid) => [pid, await processTime(pid)] as const))
  return new Map(times)
}

/** The CPU time between two samples; a process that started after the first counts whole. */
export function used(before: Map<number, number>, after: Map<number, number>): number {
  let sum = 0
  for (const [pid, ms] of after) sum += ms - (before.get(pid) ?? 0)
  return sum
}

async function processTime(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const times = threads.map(async (thread) => {
    const path = `/proc/${pid}/task/${thread}/schedstat`
    const text = await readFile(path, 'utf8').catch(() => '0')
    return Number(text.split(' ')[0]) / 1e6
  })
  return (await Promise.all(times)).reduce((sum, ms) => sum + ms, 0)
}
