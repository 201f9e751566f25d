import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freePort } from '../src/server/testing/free-port.ts'
import type { ServerProcess } from '../tests/harness/server-process.ts'
import { openBenchShop } from './bench-shop.ts'
import { drive } from './load.ts'
import { median, provenance, table } from './report.ts'
import { loadOf } from './rounds.ts'
import { ShopClient } from './shop-client.ts'
import { type Workload, workloads } from './workloads.ts'

const names = ['product list', 'order']
const scrapeEveryMs = 5_000
const connections = 16

/** The throughput of a node whose metrics are scraped, against one that has none, over one database. */
export async function runMetricsBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '8' },
      seconds: { type: 'string', default: '5' },
      orders: { type: 'string', default: '1280' },
    },
  })
  const pace = { seconds: Number(values.seconds), orders: Number(values.orders) }
  const shop = await openBenchShop({ webDir: join(import.meta.dirname, '../dist/web') })
  const port = await freePort()
  const measured = await shop.another({ METRICS_PORT: String(port) })
  const db = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 })
  await measured.start()
  const scraper = setInterval(() => void scrape(port), scrapeEveryMs)
  try {
    const client = new ShopClient(shop.server.address)
    const all = await workloads({ client, db, databaseUrl: shop.databaseUrl })
    const rows: string[][] = []
    for (const workload of all.filter(({ name }) => names.includes(name))) {
      const rates = { off: [] as number[], on: [] as number[] }
      for (let round = 0; round <= Number(values.rounds); round++) {
        // Turns change their order, so that what a round leaves behind meets both.
        const turns = [
          ['off', shop.server],
          ['on', measured],
        ] as const
        for (const [name, server] of round % 2 === 0 ? turns : turns.toReversed()) {
          const rate = await rateOf(workload, server, pace)
          // The first round warms up.
          if (round > 0) rates[name].push(rate)
        }
      }
      const ratio = median(rates.on.map((rate, round) => rate / (rates.off[round] ?? rate)))
      rows.push([
        workload.name,
        median(rates.off).toFixed(0),
        median(rates.on).toFixed(0),
        ratio.toFixed(3),
      ])
    }
    const columns = ['workload', 'req/s without', 'req/s with', 'ratio']
    console.log(['# Metrics', '', ...provenance(), '', table(columns, rows)].join('\n'))
  } finally {
    clearInterval(scraper)
    await db.end()
    await measured.stop()
    await shop.close()
  }
}

async function scrape(port: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  if (!response.ok) throw new Error(`the metrics answered ${response.status}`)
  await response.arrayBuffer()
}

async function rateOf(
  workload: Workload,
  server: ServerProcess,
  pace: { seconds: number; orders: number },
): Promise<number> {
  const load = await loadOf(workload, connections, pace.orders)
  const { perSecond, failures } = await drive(server.address, load, {
    seconds: pace.seconds,
    pid: server.pid,
  })
  if (failures > 0) throw new Error(`${failures} calls of ${workload.name} failed`)
  return perSecond
}
