import type { Tinypool } from 'tinypool'
import { createSemaphore, type Semaphore } from '../limits/semaphore.ts'
import type { Log } from '../log.ts'
import { ownProgram } from '../programs.ts'
import type { Table, TableTask } from './read-table.worker.ts'

export interface TableReader {
  /** A place for one file of an account, its key, from before its body is read until it is stored. */
  withPlace: Semaphore
  read(task: TableTask): Promise<Table>
  close(): Promise<void>
}

/** Each holds its file in memory. */
const maxOpenFiles = 4
/** An account that sends slowly leaves places to others. */
const maxOpenFilesOfAccount = 2
const idleTimeoutMs = 60_000

/**
 * Reads files in a thread of its own, one after the other, since no step of it can rest: the shop
 * answers meanwhile. It starts with the first file and ends after a minute without.
 */
export function createTableReader(log: Log): TableReader {
  let pool: Promise<Tinypool> | undefined

  async function openPool(): Promise<Tinypool> {
    const { Tinypool } = await import('tinypool')
    const opened = new Tinypool({
      filename: ownProgram('read-table'),
      name: 'readTable',
      runtime: 'worker_threads',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleTimeoutMs,
    })
    opened.on('error', (error) => log.warn({ err: error }, 'the thread that reads files has ended'))
    return opened
  }

  return {
    withPlace: createSemaphore({
      name: 'table',
      concurrency: maxOpenFiles,
      maxWaiting: 0,
      perKey: maxOpenFilesOfAccount,
    }),
    async read(task) {
      pool ??= openPool()
      return (await pool).run(task)
    },
    close: async () => (await pool)?.destroy(),
  }
}
