import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ensureBuilt } from '../scripts/lib/ensure-built.mjs'
import { BareRoutes } from './baselines.ts'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { type FloodMeasured, measureFlood } from './flood.ts'
import { memoryMb } from './processes.ts'
import { provenance, resultsFolder, saveReport, table } from './report.ts'
import { type Compared, measureRounds, type Pace } from './rounds.ts'
import { ShopClient } from './shop-client.ts'
import { measureStart, type StartUp } from './start-up.ts'
import { type Workload, workloads } from './workloads.ts'

const fullPace: Pace = { rounds: 3, seconds: 2, connections: [1, 16, 64], onceCalls: 1_280 }
const quickPace: Pace = { rounds: 1, seconds: 0.5, connections: [1, 16, 64], onceCalls: 256 }

/** The requests of shoppers and administrators, against their baselines. */
export async function runServerBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      results: { type: 'string', default: resultsFolder },
    },
  })
  await ensureBuilt()
  const pace = values.quick ? quickPace : fullPace
  const shop = await openBenchShop({ webDir: join(import.meta.dirname, '../dist/web') })
  const db = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 })
  try {
    const all = await workloads({
      client: new ShopClient(shop.server.address),
      db,
      databaseUrl: shop.databaseUrl,
    })
    const text = await benchServer(shop, all, { pace, only: values.only })
    console.log(text)
    // A short or partial run is no result to save.
    if (values.quick || values.only) return
    console.log(`\nKept in ${saveReport('server', text, values.results)}`)
  } finally {
    await db.end()
    await shop.close()
  }
}

/** Measures the workloads whose names have one of the words of `only`, and returns the report. */
export async function benchServer(
  shop: BenchShop,
  all: Workload[],
  { pace, only }: { pace: Pace; only: string },
): Promise<string> {
  const selected = all.filter(({ name }) => only.split(',').some((part) => name.includes(part)))
  const bareRoutes = await BareRoutes.of(shop.server.address, await pathsOf(selected))
  try {
    const start = await measureStart(shop, pace.rounds)
    const compared: Compared[] = []
    for (const workload of selected) {
      const rows = await measureRounds(workload, shop, bareRoutes, pace)
      for (const row of rows) console.error(cellsOf(row).join('  '))
      compared.push(...rows)
    }
    const memory = await memoryMb(shop.server.pid)
    const flood =
      only === '' || only.includes('flood')
        ? await measureFlood(shop.server, await floodCalls(all), pace.seconds * 3)
        : undefined
    return report({ start, memory, compared, flood })
  } finally {
    bareRoutes.stop()
  }
}

async function pathsOf(selected: Workload[]): Promise<string[]> {
  const bare = selected.filter(({ baseline }) => baseline === 'bare route')
  const callers = await Promise.all(bare.map((workload) => workload.callers(1)))
  return callers.flat(2).map(({ path }) => path)
}

async function floodCalls(all: Workload[]) {
  const callOf = async (name: string) => {
    const call = (await all.find((workload) => workload.name === name)?.callers(1))?.[0]?.[0]
    if (!call) throw new Error(`there is no ${name}`)
    return call
  }
  return { list: await callOf('product list'), signIn: await callOf('member sign-in') }
}

const columns = [
  'workload',
  'at once',
  'req/s',
  'p50 ms',
  'p99 ms',
  'CPU ms',
  'baseline',
  'baseline req/s',
  'ratio',
  'CPU ratio',
  'failed',
]

function cellsOf({ workload, connections, shop, baseline, ...ratios }: Compared): string[] {
  return [
    workload.name,
    String(connections),
    shop.perSecond.toFixed(0),
    shop.p50.toFixed(2),
    shop.p99.toFixed(2),
    shop.cpuMsPerRequest?.toFixed(3) ?? '',
    workload.baseline,
    baseline.perSecond.toFixed(0),
    ratios.ratio.toFixed(2),
    ratios.cpuRatio?.toFixed(2) ?? '',
    String(shop.failures),
  ]
}

function report(measured: {
  start: StartUp
  memory: number | undefined
  compared: Compared[]
  flood: FloodMeasured | undefined
}): string {
  const { start, memory, compared, flood } = measured
  const mb = (value: number | undefined) => (value === undefined ? '?' : `${value.toFixed(0)} MB`)
  const lines = [
    '# The server',
    '',
    ...provenance(),
    `- from start to the first answer ${start.startMs.toFixed(0)} ms; idle ${mb(start.idleMb)}; after all rounds ${mb(memory)}`,
    '',
    table(columns, compared.map(cellsOf)),
  ]
  if (flood) {
    const times = ({ p50, p99 }: { p50: number; p99: number }) =>
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
    lines.push(
      '',
      `Product list at 200 requests a second: ${times(flood.quiet)}. While 200 connections try to sign in (${flood.attemptsPerSecond.toFixed(0)} attempts a second, ${(flood.refusedShare * 100).toFixed(0)} % refused at once): ${times(flood.flooded)}. Of 1,000 sign-ins in one moment ${flood.burst.refused} are refused: ${times(flood.burst)}.`,
    )
  }
  return lines.join('\n')
}
