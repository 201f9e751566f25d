import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { locateRunningPostgres } from '../../src/server/db/embedded/embedded-postgres.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { createCase } from './cases.ts'
import { type Answer, Client, passesByItself } from './client.ts'
import { readOperations } from './document.ts'
import type { FuzzCase } from './fuzz-case.ts'
import type { Operation } from './operation.ts'
import { faultsOf } from './oracle.ts'
import { providerOperations } from './provider-operations.ts'
import { Tally } from './tally.ts'
import { World } from './world.ts'
import { keeper } from './world-tokens.ts'

const roundSize = 2_500
const workers = 24

/** The harness changes only the configuration of the server. */
const settings = {
  DEMO: '0',
  IDENTITY_LIMITS: '10000',
  WRITE_LIMITS: '10000',
  TRUSTED_PROXIES: '127.0.0.1',
  // On a busy machine the harness must not be taken for a slow sender.
  HEADERS_TIMEOUT: '60',
  BODY_TIMEOUT: '60',
  // Backups that are asked for are made, and not restored beside the requests to compare them.
  BACKUP_RECIPIENT: 'age1f5m8eq4fyya2vhfaem6hg8pt84ufgrvzvx8ymqchm7syl4rltgnsdg8kcy',
  // A generated account of LINE Pay asks nobody outside of this machine.
  LINE_URL: 'http://127.0.0.1:9',
  ADMIN_USERNAME: keeper.username,
  ADMIN_PASSWORD: keeper.password,
}

/** A server with its database, and the targets of the requests. */
export interface Range {
  client: Client
  operations: Operation[]
  databaseUrl: string
  endedByItself: Promise<never>
  /** Another node over the same database, without one of its defences. */
  withMutant(mutant: string): Promise<Range>
  close(): Promise<void>
}

/** Over a temporary data folder, or over a named one that is not removed. */
export async function openRange(keptDataDir?: string): Promise<Range> {
  const folder = await mkdtemp(join(tmpdir(), 'minmin-fuzz-'))
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const dataDir = keptDataDir ?? join(folder, 'data')
  const server = await ServerProcess.over(dataDir, { env: settings })
  await server.start()
  const databaseUrl = await locateRunningPostgres(dataDir)
  if (!databaseUrl) throw new Error('the server runs no PostgreSQL')
  return rangeOf(server, databaseUrl, () => rm(folder, { recursive: true, force: true }))
}

async function rangeOf(
  server: ServerProcess,
  databaseUrl: string,
  cleanUp: () => Promise<void>,
): Promise<Range> {
  const client = new Client(server.address, workers)
  const nodes: Range[] = []
  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    for (const node of nodes) await node.close()
    await client.close()
    await server.stop()
    await cleanUp()
  }
  return {
    client,
    databaseUrl,
    operations: [...(await readOperations(server.address)), ...providerOperations()],
    endedByItself: server.endedByItself,
    async withMutant(mutant) {
      const folder = await mkdtemp(join(tmpdir(), 'minmin-fuzz-'))
      const env = { ...settings, DATABASE_URL: databaseUrl }
      const other = await ServerProcess.over(folder, { env, mutant })
      await other.start()
      const node = await rangeOf(other, databaseUrl, () => rm(folder, { recursive: true }))
      nodes.push(node)
      return node
    },
    close() {
      closing ??= close()
      return closing
    },
  }
}

export interface FuzzOptions {
  seed: number
  requests: number
  /** The number of the first request. */
  from?: number
  /** Called after each round; `end` is the number of the next request. */
  afterRound?: (tally: Tally, end: number) => void
  /** Called before each request. */
  isOver?: (tally: Tally) => boolean
}

/** Sends the requests of a seed, round by round, and judges every answer. */
export async function fuzz(range: Range, options: FuzzOptions): Promise<Tally> {
  const tally = new Tally(options.seed)
  const world = new World(range.client, range.databaseUrl)
  try {
    await Promise.race([fuzzInRounds(range, world, tally, options), range.endedByItself])
  } catch (error) {
    tally.noteOfRound(String(error), options.from ?? 0, options.requests)
  }
  tally.sentBySide = world.calls.calls
  return tally
}

async function fuzzInRounds(
  range: Range,
  world: World,
  tally: Tally,
  { seed, requests, from = 0, afterRound, isOver }: FuzzOptions,
): Promise<void> {
  await world.open()
  for (let next = from; next < from + requests; next += roundSize) {
    const end = Math.min(next + roundSize, from + requests)
    await world.prepare()
    await shoot(range, world, { seed, from: next, to: end, tally, isOver })
    for (const fault of await world.lookOver()) tally.noteOfRound(fault, next, end)
    afterRound?.(tally, end)
    if (isOver?.(tally)) return
  }
}

async function shoot(
  range: Range,
  world: World,
  part: { seed: number; from: number; to: number; tally: Tally; isOver: FuzzOptions['isOver'] },
): Promise<void> {
  let next = part.from
  async function work(): Promise<void> {
    for (let number = next++; number < part.to; number = next++) {
      if (part.isOver?.(part.tally)) return
      const request = createCase(range.operations, part.seed, number)
      const { faults, answer } = await tryOne(range, world, request, number, part.tally)
      part.tally.note({ number, request, answer, faults })
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
}

/** Sends one request and judges its answer; a transient failure is retried. */
async function tryOne(
  range: Range,
  world: World,
  request: FuzzCase,
  number: number,
  tally: Tally,
): Promise<{ faults: string[]; answer: Answer }> {
  const operation = range.operations.find(({ name }) => name === request.operation)
  for (let attempt = 1; ; attempt++) {
    const answer = await range.client.send(request, world.targets, number)
    if (!passesByItself(answer) || attempt === 4) {
      return { answer, faults: faultsOf(request, operation, answer, world.targets) }
    }
    tally.repeated += 1
    await delay(250 * attempt)
  }
}

/** Sends requests that once found something, one after the other. */
export async function replay(range: Range, requests: readonly FuzzCase[]): Promise<Tally> {
  const tally = new Tally(0)
  const world = new World(range.client, range.databaseUrl)
  await world.open()
  for (const [number, request] of requests.entries()) {
    if (number % 50 === 0) await world.prepare()
    tally.note({ number, request, ...(await tryOne(range, world, request, number, tally)) })
  }
  return tally
}
