import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { BenchShop } from './bench-shop.ts'
import { memoryMb } from './processes.ts'
import { percentile } from './report.ts'
import { ShopClient } from './shop-client.ts'

const quietReads = 300
const pauseMs = 10

/** The 99th percentile of reading the list of products while nothing else runs, in ms. */
export function readQuietly(address: string): Promise<number> {
  return readProducts(address, (reads) => reads < quietReads)
}

/**
 * Waits until a run is done. Returns its duration, the p99 latency of the product list in ms, and the
 * growth of the server's memory in MB. Throws when an entry failed.
 */
export async function watchRun(
  { server }: Pick<BenchShop, 'server'>,
  db: pg.Pool,
  runId: string,
): Promise<{ seconds: number; p99: number; grownMb: number }> {
  const startedAt = performance.now()
  const idle = (await memoryMb(server.pid)) ?? 0
  let seconds: number | undefined
  let highest = idle
  const watching = untilState(db, runId, 'done').then(() => {
    seconds = (performance.now() - startedAt) / 1_000
  })
  const memory = (async () => {
    while (seconds === undefined) {
      highest = Math.max(highest, (await memoryMb(server.pid)) ?? 0)
      await delay(100)
    }
  })()
  const p99 = await readProducts(server.address, () => seconds === undefined)
  await Promise.all([watching, memory])
  return { seconds: seconds ?? 0, p99, grownMb: highest - idle }
}

/** Polls the run; throws when an entry of it failed. */
export async function untilState(db: pg.Pool, runId: string, state: string): Promise<void> {
  for (;;) {
    const { rows } = await db.query<{ state: string; failed: number }>(
      'select state, failed from runs where id = $1',
      [runId],
    )
    if (rows[0]?.state === state) {
      if (rows[0].failed > 0) throw new Error(`${rows[0].failed} entries failed`)
      return
    }
    await delay(50)
  }
}

/** The 99th percentile of reading the list of products as long as `goesOn`, in ms. */
async function readProducts(address: string, goesOn: (reads: number) => boolean): Promise<number> {
  return percentile(await timeProducts(address, goesOn), 0.99)
}

/** How long each reading of the list of products takes as long as `goesOn`, in ms. */
export async function timeProducts(
  address: string,
  goesOn: (reads: number) => boolean,
): Promise<number[]> {
  const times: number[] = []
  while (goesOn(times.length)) {
    const startedAt = performance.now()
    const response = await fetch(new URL(ShopClient.path('/products'), address))
    await response.arrayBuffer()
    times.push(performance.now() - startedAt)
    await delay(pauseMs)
  }
  return times
}
