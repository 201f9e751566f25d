import { execFile, spawnSync } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ServerProcess } from '../harness/server-process.ts'
import { audit, type Findings } from './audit.ts'
import { Clients } from './clients.ts'
import { databaseOf } from './database-of.ts'
import { within } from './within.ts'
import { serverEnv, type Workload } from './workload.ts'

const run = promisify(execFile)
const sizeMb = 160
const recoversWithinMs = 60_000

/**
 * PostgreSQL's disk, a small one made for it, is filled to its last byte and freed again. The disk
 * is removed with the stage, so that an interrupted stage starts again.
 */
export async function fillDisk(workload: Workload, times: number): Promise<Findings> {
  await rm(workload.folder, { recursive: true, force: true })
  workload.progress.faults = 0
  workload.progress.measures = {}
  const disk = join(workload.folder, 'disk')
  await mkdir(disk, { recursive: true, mode: 0o711 })
  await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0711`, 'tmpfs', disk])
  const unmountAtOnce = () => spawnSync('umount', ['--lazy', disk])
  process.once('exit', unmountAtOnce)
  try {
    return await fillAgainAndAgain(workload, disk, times)
  } finally {
    process.off('exit', unmountAtOnce)
    await run('umount', [disk])
  }
}

/** Whether this account may mount a disk of its own, which the stage needs. */
export async function mayMount(): Promise<boolean> {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
  return run('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).then(
    () => true,
    () => false,
  )
}

async function fillAgainAndAgain(
  workload: Workload,
  disk: string,
  times: number,
): Promise<Findings> {
  const dataDir = join(disk, 'data')
  const server = await ServerProcess.over(dataDir, { env: serverEnv, mutant: workload.mutant })
  const clients = new Clients({ ...workload, addresses: [server.address] })
  async function fillAndFree(): Promise<void> {
    while (workload.progress.faults < times) {
      await delay(1500 + workload.random() * 1000)
      const filler = join(disk, 'filler')
      await fill(filler)
      // The preallocated WAL segments would last longer than the disk is full.
      if (workload.progress.faults % 2 === 1) {
        const hasEnded = await writeUntilItFails(await databaseOf(dataDir))
        workload.measure('PostgreSQL ended itself', hasEnded ? 1 : 0)
      }
      const seen = await whileFull(server.address, 4000 + workload.random() * 4000)
      workload.measure('product lists read while full', seen.read)
      workload.measure('product lists not read while full', seen.notRead)
      await rm(filler)
      const since = performance.now()
      const next = clients.monitor.nextAcknowledged()
      const at = await within(recoversWithinMs, next, 'an order after there was space again')
      workload.measure('space to next order ms', at - since)
      workload.progress.faults += 1
      await workload.save()
    }
  }
  try {
    await server.start()
    await clients.arrive()
    await Promise.race([fillAndFree(), clients.shop(), server.endedByItself])
    await clients.finish()
    return await audit(await databaseOf(dataDir), clients)
  } finally {
    clients.leave()
    await server.stop()
  }
}

/** Fills the log, too. True when PostgreSQL, without room for it, ended itself. */
async function writeUntilItFails(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => {})
  try {
    await client.connect()
    for (;;) {
      await client.query("select pg_logical_emit_message(false, 'full', repeat('x', 1000000))")
    }
  } catch (error) {
    await client.end().catch(() => {})
    return !(error instanceof pg.DatabaseError && error.severity === 'ERROR')
  }
}

/** Writes until there is no space left. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (const size of [1024 * 1024, 4096]) {
      await writeUntilFull(file, Buffer.alloc(size, 1))
    }
  } finally {
    await file.close()
  }
}

async function writeUntilFull(
  file: Awaited<ReturnType<typeof open>>,
  block: Buffer,
): Promise<void> {
  try {
    for (;;) await file.write(block)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/** Reads the catalogue at intervals. */
async function whileFull(address: string, ms: number): Promise<{ read: number; notRead: number }> {
  const seen = { read: 0, notRead: 0 }
  const until = performance.now() + ms
  while (performance.now() < until) {
    const response = await fetch(`${address}/v2/api/shopping-minmin/products`)
    if (response.ok) seen.read += 1
    else seen.notRead += 1
    await response.arrayBuffer()
    await delay(100)
  }
  return seen
}
