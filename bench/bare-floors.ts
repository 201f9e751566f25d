import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import { readConfig } from '../src/server/config.ts'
import { createPasswordHasher } from '../src/server/members/password-hasher.ts'
import { type RunningShop, startShop } from '../src/server/shop.ts'
import { type Call, drive, type Measured, summary } from './load.ts'
import { type Recording, replay, SqlRecorder } from './recorded-sql.ts'
import { acceptEncoding, type Subject } from './workloads.ts'

/** A bare Fastify process that answers the paths with the shop's own bytes. */
export class BareRoutes {
  readonly #child: ChildProcess
  readonly #address: string
  readonly #paths: readonly string[]

  private constructor(child: ChildProcess, address: string, paths: readonly string[]) {
    this.#child = child
    this.#address = address
    this.#paths = paths
  }

  static async of(shopAddress: string, paths: readonly string[]): Promise<BareRoutes> {
    const script = join(import.meta.dirname, 'floor-server.ts')
    const child = spawn(process.execPath, [script, shopAddress, acceptEncoding, ...paths], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(child.stdout, 'data')
    return new BareRoutes(child, String(line).trim(), paths)
  }

  drive(calls: Call[][], seconds: number): Promise<Measured> {
    const bare = (call: Call) => ({ ...call, path: `/${this.#paths.indexOf(call.path)}` })
    const callsOfConnections = calls.map((own) => own.map(bare))
    const load = { callsOfConnections, repeat: 'again' } as const
    return drive(this.#address, load, { seconds, pid: this.#child.pid ?? 0 })
  }

  stop(): void {
    this.#child.kill()
  }
}

/** What one subject's calls sent, and the subject. */
export interface Recorded {
  recording: Recording
  sample: Subject
}

/** The SQL of one call, noted in a shop within this process: the least that any subject sent. */
export async function recordSql(databaseUrl: string, subjects: Subject[]): Promise<Recorded> {
  const recorder = new SqlRecorder()
  const shop: RunningShop = await startShop({
    config: readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DEMO: '0',
      WRITE_LIMITS: '10000',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
    }),
    databaseUrl,
    say: () => {},
  })
  try {
    const recorded: Recorded[] = []
    for (const sample of subjects) {
      const recording = await recorder.of(() => callOnce(shop.address, sample.calls))
      recorded.push({ recording, sample })
    }
    const [least] = recorded.toSorted(
      (a, b) => a.recording.flat().length - b.recording.flat().length,
    )
    if (!least || least.recording.length === 0) throw new Error('no SQL was sent')
    return least
  } finally {
    await shop.stop()
    recorder.stop()
  }
}

async function callOnce(address: string, calls: readonly Call[]): Promise<void> {
  for (const { method, path, headers, body } of calls) {
    const init = { method, ...(headers && { headers }), ...(body && { body }) }
    const response = await fetch(new URL(path, address), init)
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    await response.arrayBuffer()
  }
}

/** The same SQL, on as many connections of its own, with nothing around it. */
export async function driveSql(
  databaseUrl: string,
  recorded: Recorded,
  work: { subjects: Subject[]; connections: number; repeat: 'again' | 'once'; seconds: number },
): Promise<Measured> {
  const { subjects, connections, repeat, seconds } = work
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl, pipeline: true })
      await client.connect()
      return client
    }),
  )
  const each = subjects.length / connections
  const loops = clients.map((client, n) => {
    const own = subjects.slice(n * each, (n + 1) * each)
    return (turn: number) => {
      const subject = own[turn % own.length]
      if (!subject) throw new Error('no subject is left')
      return replay(client, recorded.recording, knownOf(recorded.sample, subject))
    }
  })
  try {
    return await timed(loops, repeat === 'once' ? { turns: each } : { seconds })
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Comparing one password, as few at once as the shop does it. */
export async function driveHash(connections: number, seconds: number): Promise<Measured> {
  const password = 'abc123'
  const hash = await createPasswordHasher().hash(password)
  const atOnce = Math.min(connections, Math.max(1, availableParallelism() - 1))
  const loops = Array.from({ length: atOnce }, () => async () => {
    await verify(hash, password)
  })
  return timed(loops, { seconds })
}

/** Begin and commit, and nothing between. */
export function driveEmptyTransactions(
  databaseUrl: string,
  connections: number,
  seconds: number,
): Promise<Measured> {
  const sample = { calls: [], marks: [] }
  const recording = [['begin', 'commit'].map((text) => ({ name: undefined, text, values: [] }))]
  const subjects = Array.from({ length: connections }, () => sample)
  const work = { subjects, connections, repeat: 'again', seconds } as const
  return driveSql(databaseUrl, { recording, sample }, work)
}

async function timed(
  loops: ((turn: number) => Promise<void>)[],
  until: { turns: number } | { seconds: number },
): Promise<Measured> {
  const latencies: number[] = []
  const begin = performance.now()
  await Promise.all(
    loops.map(async (loop) => {
      for (let turn = 0; ; turn++) {
        const start = performance.now()
        const isOver = 'turns' in until ? turn >= until.turns : start - begin > until.seconds * 1000
        if (isOver) return
        await loop(turn)
        latencies.push(performance.now() - start)
      }
    }),
  )
  const measured = summary(latencies, performance.now() - begin)
  return { ...measured, cpuMsPerRequest: undefined, failures: 0 }
}

function knownOf(sample: Subject, subject: Subject): Map<unknown, unknown> {
  return new Map(sample.marks.map((mark, n) => [mark, subject.marks[n]]))
}
