import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import pg from 'pg'
import { createPasswordHasher } from '../src/server/members/sign-in/password-hasher.ts'
import { type Call, drive, type Measured, summary } from './load.ts'
import { acceptEncoding } from './workloads.ts'

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
    const script = join(import.meta.dirname, 'baseline-server.ts')
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

/** Compares one password, with the concurrency of the shop. */
export async function driveHash(connections: number, seconds: number): Promise<Measured> {
  const password = 'abc123'
  const hash = await createPasswordHasher().hash(password)
  const atOnce = Math.min(connections, Math.max(1, availableParallelism() - 1))
  const loops = Array.from({ length: atOnce }, () => async () => {
    await verify(hash, password)
  })
  return timed(loops, seconds)
}

/** BEGIN and COMMIT of an empty transaction. */
export async function driveEmptyTransactions(
  databaseUrl: string,
  connections: number,
  seconds: number,
): Promise<Measured> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: databaseUrl, pipeline: true }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  const loops = clients.map((client) => async () => {
    await Promise.all([client.query('begin'), client.query('commit')])
  })
  try {
    return await timed(loops, seconds)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

async function timed(loops: (() => Promise<void>)[], seconds: number): Promise<Measured> {
  const latencies: number[] = []
  const begin = performance.now()
  await Promise.all(
    loops.map(async (loop) => {
      for (;;) {
        const start = performance.now()
        if (start - begin > seconds * 1000) return
        await loop()
        latencies.push(performance.now() - start)
      }
    }),
  )
  const measured = summary(latencies, performance.now() - begin)
  return { ...measured, cpuMsPerRequest: undefined, failures: 0 }
}
