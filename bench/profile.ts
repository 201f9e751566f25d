import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ensureBuilt } from '../scripts/lib/ensure-built.mjs'
import { freePort } from '../tests/harness/server-process.ts'
import { openBenchShop } from './bench-shop.ts'
import { type CpuProfile, profileDuring } from './inspector.ts'
import { drive } from './load.ts'
import { table } from './report.ts'
import { ShopClient } from './shop-client.ts'
import { type Workload, workloads } from './workloads.ts'

const connections = 16
const onceCalls = 3_200

/** Where the server's time goes under one workload: `--profile <name>`. */
export async function runProfile(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '3' } },
  })
  const [name = 'product list'] = positionals
  await ensureBuilt()
  const port = await freePort()
  const shop = await openBenchShop({
    webDir: join(import.meta.dirname, '../dist/web'),
    env: { NODE_OPTIONS: `--inspect=127.0.0.1:${port}` },
  })
  const db = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 })
  try {
    const all = await workloads({ client: new ShopClient(shop.server.address), db })
    const workload = all.find((candidate) => candidate.name === name)
    if (!workload) throw new Error(`There is ${all.map((known) => known.name).join(', ')}`)
    const { pid, address } = shop.server
    const seconds = Number(values.seconds)
    await drive(address, await loadOf(workload), { seconds, pid })
    const load = await loadOf(workload)
    let cpu: number | undefined
    const profile = await profileDuring(port, async () => {
      cpu = (await drive(address, load, { seconds, pid })).cpuMsPerRequest
    })
    console.log(`${cpu?.toFixed(3)} ms of CPU a request\n\n${summary(profile)}`)
  } finally {
    await db.end()
    await shop.close()
  }
}

async function loadOf(workload: Workload) {
  const { repeat } = workload
  const subjects = await workload.subjects(repeat === 'once' ? onceCalls : connections)
  const each = subjects.length / connections
  const callsOfConnections = Array.from({ length: connections }, (_, n) =>
    subjects.slice(n * each, (n + 1) * each).flatMap(({ calls }) => calls),
  )
  return { callsOfConnections, repeat }
}

/** The functions and the packages in which most samples fell. */
function summary({ nodes, samples }: CpuProfile): string {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const byFunction = new Map<string, number>()
  const byPackage = new Map<string, number>()
  let total = 0
  for (const sample of samples) {
    const frame = frames.get(sample)
    if (!frame || frame.functionName === '(idle)') continue
    const place = placeOf(frame.url)
    const named = `${frame.functionName || '(anonymous)'} ${place}:${frame.lineNumber + 1}`
    byFunction.set(named, (byFunction.get(named) ?? 0) + 1)
    const room = frame.url ? place.replace(/(node_modules\/(@[^/]+\/)?[^/]+).*/, '$1') : named
    byPackage.set(room, (byPackage.get(room) ?? 0) + 1)
    total++
  }
  return [byPackage, byFunction].map((counts) => ranking(counts, total)).join('\n\n')
}

function placeOf(url: string): string {
  return url.replace(/^file:\/\//, '').replace(`${join(import.meta.dirname, '..')}/`, '')
}

function ranking(counts: Map<string, number>, total: number): string {
  const ranked = [...counts].sort(([, a], [, b]) => b - a).slice(0, 35)
  const rows = ranked.map(([name, count]) => [name, `${((count * 100) / total).toFixed(1)} %`])
  return table(['where', 'of the busy time'], rows)
}
