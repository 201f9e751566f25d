import { type BareRoutes, driveEmptyTransactions, driveHash } from './baselines.ts'
import type { BenchShop } from './bench-shop.ts'
import { drive, type Load, type Measured } from './load.ts'
import { median } from './report.ts'
import type { Workload } from './workloads.ts'

export interface Pace {
  rounds: number
  seconds: number
  connections: readonly number[]
  /** How often a call that can be made once is made in a round. */
  onceCalls: number
}

/** One workload at one concurrency: medians of the rounds. */
export interface Compared {
  workload: Workload
  connections: number
  shop: Measured
  baseline: Measured
  /** Requests per second against the baseline's: the median of the rounds' own ratios. */
  ratio: number
  /** The same by processor time of the two servers; undefined where the baseline is no server. */
  cpuRatio: number | undefined
}

interface Round {
  shop: Measured
  baseline: Measured
}

/** Shop and baseline alternate, so that other load on the machine affects both. */
export async function measureRounds(
  workload: Workload,
  shop: BenchShop,
  bareRoutes: BareRoutes,
  pace: Pace,
): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const connections of pace.connections) {
    if (workload.connections && !workload.connections.includes(connections)) continue
    const rounds: Round[] = []
    for (let round = 0; round <= pace.rounds; round++) {
      rounds.push({
        shop: await driveShop(workload, shop, connections, pace),
        baseline: await driveBaseline(workload, { shop, bareRoutes, connections, pace }),
      })
    }
    // The first round compiles the code of both; its times are those of the compiler.
    compared.push(summarise(workload, connections, rounds.slice(1)))
  }
  return compared
}

async function driveShop(
  workload: Workload,
  { server }: BenchShop,
  connections: number,
  pace: Pace,
): Promise<Measured> {
  const load = await loadOf(workload, connections, pace.onceCalls)
  return drive(server.address, load, { seconds: pace.seconds, pid: server.pid })
}

/** The callers of a workload, shared out among the connections. */
export async function loadOf(
  workload: Workload,
  connections: number,
  onceCalls: number,
): Promise<Load> {
  const callers = await workload.callers(workload.repeat === 'once' ? onceCalls : connections)
  const each = callers.length / connections
  const callsOfConnections = Array.from({ length: connections }, (_, n) =>
    callers.slice(n * each, (n + 1) * each).flat(),
  )
  return { callsOfConnections, repeat: workload.repeat }
}

async function driveBaseline(
  workload: Workload,
  around: { shop: BenchShop; bareRoutes: BareRoutes; connections: number; pace: Pace },
): Promise<Measured> {
  const { shop, bareRoutes, connections, pace } = around
  if (workload.against) return driveShop(workload.against, shop, connections, pace)
  if (workload.driveSql) return workload.driveSql(connections, pace.onceCalls)
  if (workload.baseline === 'bare hash') return driveHash(connections, pace.seconds)
  if (workload.baseline === 'empty transaction') {
    return driveEmptyTransactions(shop.databaseUrl, connections, pace.seconds)
  }
  return bareRoutes.drive(await workload.callers(connections), pace.seconds)
}

function summarise(workload: Workload, connections: number, rounds: Round[]): Compared {
  const cpuRatios = rounds.flatMap(({ shop, baseline }) =>
    shop.cpuMsPerRequest && baseline.cpuMsPerRequest
      ? [baseline.cpuMsPerRequest / shop.cpuMsPerRequest]
      : [],
  )
  return {
    workload,
    connections,
    shop: medianOf(rounds.map((round) => round.shop)),
    baseline: medianOf(rounds.map((round) => round.baseline)),
    ratio: median(rounds.map(({ shop, baseline }) => shop.perSecond / baseline.perSecond)),
    cpuRatio: cpuRatios.length > 0 ? median(cpuRatios) : undefined,
  }
}

function medianOf(rounds: Measured[]): Measured {
  const cpu = rounds.flatMap(({ cpuMsPerRequest }) => cpuMsPerRequest ?? [])
  return {
    answers: rounds.reduce((sum, { answers }) => sum + answers, 0),
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    cpuMsPerRequest: cpu.length > 0 ? median(cpu) : undefined,
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
  }
}
