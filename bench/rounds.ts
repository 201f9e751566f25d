import {
  type BareRoutes,
  driveEmptyTransactions,
  driveHash,
  driveSql,
  type Recorded,
  recordSql,
} from './bare-floors.ts'
import type { BenchShop } from './bench-shop.ts'
import { drive, type Measured } from './load.ts'
import type { Recording } from './recorded-sql.ts'
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
  floor: Measured
  /** Requests per second against the floor's: the median of the rounds' own ratios. */
  ratio: number
  /** The same by processor time of the two servers; undefined where the floor is no server. */
  cpuRatio: number | undefined
  /** Against empty transactions, for what writes. */
  emptyRatio: number | undefined
}

/** Shop and floor take turns, so that whatever else the machine does meets both. */
export async function measureRounds(
  workload: Workload,
  shop: BenchShop,
  bareRoutes: BareRoutes,
  pace: Pace,
): Promise<Compared[]> {
  const recorded =
    workload.floor === 'bare pg'
      ? await recordSql(shop.databaseUrl, await workload.subjects(3))
      : undefined
  const compared: Compared[] = []
  for (const connections of pace.connections) {
    if (workload.connections && !workload.connections.includes(connections)) continue
    const rounds: { shop: Measured; floor: Measured; empty: Measured | undefined }[] = []
    for (let round = 0; round < pace.rounds; round++) {
      const isWrite = workload.name !== 'cart read' && recorded && writes(recorded.recording)
      rounds.push({
        shop: await driveShop(workload, shop, connections, pace),
        floor: await driveFloor(workload, { shop, bareRoutes, recorded, connections, pace }),
        empty: isWrite
          ? await driveEmptyTransactions(shop.databaseUrl, connections, pace.seconds)
          : undefined,
      })
    }
    compared.push(summarise(workload, connections, rounds))
  }
  return compared
}

async function driveShop(
  workload: Workload,
  { server }: BenchShop,
  connections: number,
  pace: Pace,
): Promise<Measured> {
  const subjects = await workload.subjects(subjectCount(workload, connections, pace))
  const each = subjects.length / connections
  const callsOfConnections = Array.from({ length: connections }, (_, n) =>
    subjects.slice(n * each, (n + 1) * each).flatMap(({ calls }) => calls),
  )
  const load = { callsOfConnections, repeat: workload.repeat }
  return drive(server.address, load, { seconds: pace.seconds, pid: server.pid })
}

async function driveFloor(
  workload: Workload,
  around: {
    shop: BenchShop
    bareRoutes: BareRoutes
    recorded: Recorded | undefined
    connections: number
    pace: Pace
  },
): Promise<Measured> {
  const { shop, bareRoutes, recorded, connections, pace } = around
  if (workload.floor === 'bare hash') return driveHash(connections, pace.seconds)
  const subjects = await workload.subjects(subjectCount(workload, connections, pace))
  if (!recorded) {
    return bareRoutes.drive(
      subjects.map(({ calls }) => calls),
      pace.seconds,
    )
  }
  const { repeat } = workload
  const work = { subjects, connections, repeat, seconds: pace.seconds }
  return driveSql(shop.databaseUrl, recorded, work)
}

function subjectCount({ repeat }: Workload, connections: number, pace: Pace): number {
  return repeat === 'once' ? pace.onceCalls : connections
}

function writes(recording: Recording): boolean {
  return recording.flat().some(({ text }) => /^\s*(begin|insert|update|with|delete)\b/i.test(text))
}

function summarise(
  workload: Workload,
  connections: number,
  rounds: { shop: Measured; floor: Measured; empty: Measured | undefined }[],
): Compared {
  const shops = rounds.map((round) => round.shop)
  const floors = rounds.map((round) => round.floor)
  const cpuRatios = rounds.flatMap(({ shop, floor }) =>
    shop.cpuMsPerRequest && floor.cpuMsPerRequest
      ? [floor.cpuMsPerRequest / shop.cpuMsPerRequest]
      : [],
  )
  const emptyRatios = rounds.flatMap(({ shop, empty }) =>
    empty ? [shop.perSecond / empty.perSecond] : [],
  )
  return {
    workload,
    connections,
    shop: middle(shops),
    floor: middle(floors),
    ratio: median(rounds.map(({ shop, floor }) => shop.perSecond / floor.perSecond)),
    cpuRatio: cpuRatios.length > 0 ? median(cpuRatios) : undefined,
    emptyRatio: emptyRatios.length > 0 ? median(emptyRatios) : undefined,
  }
}

function middle(rounds: Measured[]): Measured {
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
