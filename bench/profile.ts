import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ensureBuilt } from '../scripts/lib/ensure-built.mjs'
import { openBenchShop } from './bench-shop.ts'
import { drive } from './load.ts'
import { table } from './report.ts'
import { ShopClient } from './shop-client.ts'
import { type Workload, workloads } from './workloads.ts'

/** The parts of a profile of V8 that are read here. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
}

const connections = 16
const onceCalls = 3_200

/** Where the server's time goes under one workload: `--profile <name>`. */
export async function runProfile(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '5' } },
  })
  const [name = 'product list'] = positionals
  await ensureBuilt()
  const folder = await mkdtemp(join(tmpdir(), 'minmin-profile-'))
  try {
    const shop = await openBenchShop({
      webDir: join(import.meta.dirname, '../dist/web'),
      env: { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` },
    })
    const db = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 })
    try {
      const all = await workloads({ client: new ShopClient(shop.server.address), db })
      const workload = all.find((candidate) => candidate.name === name)
      if (!workload) throw new Error(`There is ${all.map((known) => known.name).join(', ')}`)
      const load = await loadOf(workload)
      const { pid, address } = shop.server
      const measured = await drive(address, load, { seconds: Number(values.seconds), pid })
      console.log(`${measured.cpuMsPerRequest?.toFixed(3)} ms of CPU a request\n`)
    } finally {
      await db.end()
      await shop.close()
    }
    console.log(await summary(folder))
  } finally {
    await rm(folder, { recursive: true, force: true })
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
async function summary(folder: string): Promise<string> {
  const byFunction = new Map<string, number>()
  const byPackage = new Map<string, number>()
  let total = 0
  for (const file of await readdir(folder)) {
    const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile
    const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]))
    for (const sample of profile.samples) {
      const frame = frames.get(sample)
      if (!frame || frame.functionName === '(idle)') continue
      const place = placeOf(frame.url)
      const named = `${frame.functionName || '(anonymous)'} ${place}:${frame.lineNumber + 1}`
      byFunction.set(named, (byFunction.get(named) ?? 0) + 1)
      const room = frame.url ? place.replace(/(node_modules\/(@[^/]+\/)?[^/]+).*/, '$1') : named
      byPackage.set(room, (byPackage.get(room) ?? 0) + 1)
      total++
    }
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
