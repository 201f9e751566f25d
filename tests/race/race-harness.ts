import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/server/db/embedded/embedded-postgres.ts'
import { childrenOf } from '../harness/children-of.ts'
import { mutants } from '../harness/mutants.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { killPostgres } from '../torture/kill-postgres.ts'
import { closeIdleConnections, type RaceRequest, send } from './held-request.ts'
import { must } from './violation.ts'

export const shopPath = '/v2/api/shopping-minmin'
export const administrator = { username: 'keeper@minmin.example', password: 'race-keeper-1' }
export const memberPassword = 'abc123'
const tokenServesMs = 30 * 60_000

const productInput = { title: '競速商品', category: '競速', unit: '個', is_enabled: 1 }

export interface Product {
  id: string
  price: number
  /** It is sold in this variant. */
  variantId?: string
}

/** The id under which it is counted. */
export const soldIdOf = ({ id, variantId = id }: Product) => variantId

export interface Member {
  email: string
  uid: string
  token: string
  /** The key of the member's cart and orders in the database. */
  owner: string
  signedInAt: number
}

interface RaceHarnessOptions {
  nodes: number
  /** How many processes the last node runs; one unless said otherwise. */
  workers?: number | undefined
  mutant?: string | undefined
  env?: NodeJS.ProcessEnv
}

/** One or two nodes of the shop over one PostgreSQL, which outlives them, and what they sell. */
export class RaceHarness {
  readonly nodes: ServerProcess[]
  readonly databaseUrl: string
  readonly #sql: pg.Pool
  readonly #dataDir: string
  readonly #close: () => Promise<void>
  products: Product[] = []
  adminToken = ''
  #members: Member[] = []

  private constructor(
    nodes: ServerProcess[],
    sql: pg.Pool,
    database: { url: string; dataDir: string },
    close: () => Promise<void>,
  ) {
    this.nodes = nodes
    this.#sql = sql
    this.databaseUrl = database.url
    this.#dataDir = database.dataDir
    this.#close = close
  }

  static async open(options: RaceHarnessOptions): Promise<RaceHarness> {
    const folder = await mkdtemp(join(tmpdir(), 'minmin-race-'))
    // PostgreSQL's own user has to enter it when root runs this.
    await chmod(folder, 0o711)
    const dataDir = join(folder, 'data')
    let postgres: EmbeddedPostgres | undefined
    const nodes: ServerProcess[] = []
    let sql: pg.Pool | undefined
    async function close(): Promise<void> {
      closeIdleConnections()
      await Promise.all(nodes.map((node) => node.stop()))
      await sql?.end()
      await postgres?.stop()
      await rm(folder, { recursive: true, force: true })
    }
    try {
      postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
      for (let number = 1; number <= options.nodes; number++) {
        const own = { DATABASE_URL: postgres.url, PGAPPNAME: nameOf(number - 1) }
        const workers = number === options.nodes ? (options.workers ?? 1) : 1
        const env = { ...unlimited, WORKERS: String(workers), ...options.env, ...own }
        const node = await ServerProcess.over(join(folder, `node-${number}`), {
          env,
          ...(options.mutant !== undefined && { mutant: options.mutant }),
        })
        node.endedByItself.catch(() => {})
        nodes.push(node)
        await node.start()
      }
      sql = new pg.Pool({ connectionString: postgres.url, max: 1 })
      // A PostgreSQL that was killed takes its connections along.
      sql.on('error', () => {})
      for (const statement of mutants[options.mutant ?? '']?.sql ?? []) {
        await sql.query(statement)
      }
      const harness = new RaceHarness(nodes, sql, { url: postgres.url, dataDir }, close)
      await harness.#stock()
      return harness
    } catch (error) {
      await close()
      throw error
    }
  }

  close(): Promise<void> {
    return this.#close()
  }

  address(node = 0): string {
    return this.nodes[node % this.nodes.length]?.address ?? ''
  }

  async query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    // A query's row type is stated beside it.
    return (await this.#sql.query(text, values)).rows as Row[]
  }

  /** One request that has to succeed: what a round begins with, and how its outcome is read. */
  async call(request: RaceRequest, node = 0): Promise<Record<string, unknown>> {
    let { status, body } = await send(this.address(node), request)
    for (let attempt = 1; status === 503 && attempt < 20; attempt++) {
      await delay(100)
      ;({ status, body } = await send(this.address(node), request))
    }
    const { method, path } = request
    must(status === 200, `${method} ${path} was answered ${status} ${JSON.stringify(body)}`)
    return body
  }

  shop(method: RaceRequest['method'], path: string, by: object, data?: unknown): RaceRequest {
    const headers = { ...by }
    return { method, path: shopPath + path, headers, ...(data !== undefined && { body: { data } }) }
  }

  admin(method: RaceRequest['method'], path: string, data?: unknown): RaceRequest {
    return this.shop(method, `/admin${path}`, { Authorization: this.adminToken }, data)
  }

  identity(call: string, body: unknown): RaceRequest {
    const path = `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=minmin`
    return { method: 'POST', path, body }
  }

  async product(price: number): Promise<Product> {
    const input = { ...productInput, origin_price: price, price }
    const { product } = await this.call(this.admin('POST', '/product', input))
    return product as Product
  }

  /** A product in so many variants, which all cost the same: an entry for each. */
  async variants(count: number, price = 100): Promise<Product[]> {
    const values = Array.from({ length: count }, (_, index) => `第 ${index + 1} 種`)
    const input = {
      ...{ ...productInput, origin_price: price, price },
      options: [{ name: '種類', values }],
      variants: values.map((value) => ({ option_values: [value], price })),
    }
    const { product } = await this.call(this.admin('POST', '/product', input))
    const { id, variants } = product as { id: string; variants: { id: string }[] }
    return variants.map((variant) => ({ id, price, variantId: variant.id }))
  }

  /** One of a few members, with a token that serves for a while yet. */
  async member(number: number): Promise<Member> {
    const known = this.#members[number]
    if (known && Date.now() - known.signedInAt < tokenServesMs) return known
    const email = known?.email ?? `racer-${number}@example.com`
    const account = { email, password: memberPassword, returnSecureToken: true }
    const body = await this.call(this.identity(known ? 'signInWithPassword' : 'signUp', account))
    const uid = String(body.localId)
    const token = String(body.idToken)
    const member = { email, uid, token, owner: `m:${uid}`, signedInAt: Date.now() }
    this.#members[number] = member
    return member
  }

  /** Kills a node, waits until the database has ended its transactions, and starts it again. */
  async killAndRestart(node: number): Promise<void> {
    await this.nodes[node]?.kill()
    const giveUpAt = Date.now() + 30_000
    for (;;) {
      const [left] = await this.query<{ count: number }>(
        'select count(*)::int as count from pg_stat_activity where application_name = $1',
        [nameOf(node)],
      )
      if (left?.count === 0) break
      if (Date.now() > giveUpAt) throw new Error('a killed node keeps its connections')
      await delay(10)
    }
    await this.nodes[node]?.start()
  }

  /** Kills one of the processes of the last node, which starts another. */
  async killWorker(random: () => number): Promise<void> {
    for (let tries = 0; tries < 1_200; tries++) {
      const workers = childrenOf(this.nodes.at(-1)?.pid ?? -1)
      const victim = workers[Math.floor(random() * workers.length)]
      if (victim !== undefined && isKilled(victim)) return
      await delay(50)
    }
    throw new Error('the last node has no processes')
  }

  /** Kills PostgreSQL with all its processes, and waits until it answers again. */
  async killDatabase(): Promise<void> {
    await killPostgres(this.#dataDir)
    const giveUpAt = Date.now() + 60_000
    for (;;) {
      try {
        await this.query('select 1')
        return
      } catch (error) {
        if (Date.now() > giveUpAt) throw error
        await delay(50)
      }
    }
  }

  async #stock(): Promise<void> {
    const signIn = { method: 'POST', path: '/v2/admin/signin', body: administrator } as const
    this.adminToken = String((await this.call(signIn)).token)
    const prices = Array.from({ length: 120 }, (_, index) => 3 + 7 * index)
    // Every third is sold in variants, and named by its second one, whose id is its own.
    this.products = await Promise.all(
      prices.map(async (price, index) => {
        const [, second] = index % 3 === 2 ? await this.variants(2, price) : []
        return second ?? this.product(price)
      }),
    )
  }
}

/** As a node calls itself at the database. */
function nameOf(node: number): string {
  return `race-node-${node}`
}

/** All shoppers come from one machine, so the limits by network and shopper are lifted. */
export const unlimited = {
  DEMO: '0',
  DATABASE_POOL_SIZE: '20',
  IDENTITY_LIMITS: '10000',
  MAIL_PER_HOUR: '1000000',
  // The nodes share one, as nodes of a real shop do.
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  ADMIN_USERNAME: administrator.username,
  ADMIN_PASSWORD: administrator.password,
}

/** False when it has ended by itself, as after the database was killed. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}
