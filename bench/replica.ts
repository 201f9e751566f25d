import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { ServerProcess } from '../tests/harness/server-process.ts'
import { keepReport, median, provenance, resultsFolder } from './report.ts'
import { admin, type ListedProduct, ShopClient } from './shop-client.ts'
import { type Pair, startPair } from './standby.ts'

const changes = 20

/** A shop with a streaming replica: what it reads there, and what a late or dead one does to it. */
export async function runReplicaBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { results: { type: 'string', default: resultsFolder } },
  })
  const folder = await mkdtemp(join(tmpdir(), 'minmin-replica-'))
  // PostgreSQL's own user has to enter it when root runs this.
  await chmod(folder, 0o711)
  const pair = await startPair(folder)
  const env = {
    DATABASE_URL: pair.primaryUrl,
    DATABASE_REPLICA_URL: pair.standbyUrl,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
  }
  const server = await ServerProcess.over(join(folder, 'shop'), { env })
  server.endedByItself.catch(() => undefined)
  const standby = new pg.Client({ connectionString: pair.standbyUrl })
  // It is killed on purpose.
  standby.on('error', () => undefined)
  try {
    await server.start()
    await standby.connect()
    const lines = await observe(server.address, standby, pair)
    const text = ['# A streaming replica', '', ...provenance(), '', ...lines].join('\n')
    console.log(text)
    console.log(`\nKept in ${keepReport('replica', text, values.results)}`)
  } finally {
    await server.stop()
    await standby.end().catch(() => undefined)
    await pair.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Ready {
  replica: { isInUse: boolean; lagSeconds: number | null }
}

async function observe(address: string, standby: pg.Client, pair: Pair): Promise<string[]> {
  const client = new ShopClient(address)
  const token = await client.adminToken()
  const [product] = await client.products()
  if (!product) throw new Error('the demo shop has no product')
  const ready = async (): Promise<Ready> => (await fetch(`${address}/health/ready`)).json()
  const until = async (isInUse: boolean): Promise<number> => {
    const begin = performance.now()
    while ((await ready()).replica.isInUse !== isInUse) {
      if (performance.now() - begin > 60_000) throw new Error(JSON.stringify(await ready()))
      await delay(2)
    }
    return performance.now() - begin
  }
  const page = shownAt(address, product.id)
  let price = 1_000
  const change = async () => setPrice(address, token, product, ++price)

  await until(true)
  const caughtUp: number[] = []
  let stale = 0
  for (let made = 0; made < changes; made++) {
    await change()
    if ((await page()).price !== price) stale++
    caughtUp.push(await until(true))
  }
  const before = await transactionsOf(standby)
  for (let number = 0; number < 50; number++) {
    await fetch(`${address}${ShopClient.path(`/products?category=nothing-${number}`)}`)
  }
  await delay(1_500)
  const after = await transactionsOf(standby)

  const { rows } = await standby.query<{ pid: number }>('select pid from pg_stat_wal_receiver')
  const receiver = rows[0]?.pid ?? 0
  process.kill(receiver, 'SIGSTOP')
  await change()
  const whileLate = await page()
  await delay(2_000)
  const late = await ready()
  process.kill(receiver, 'SIGCONT')
  const afterLate = await until(true)

  pair.killStandby()
  const statuses: number[] = []
  for (let number = 0; number < 50; number++) {
    const path = ShopClient.path(`/products?category=dead-${number}`)
    statuses.push((await fetch(`${address}${path}`)).status)
  }
  await until(false)
  await pair.startStandby()
  const afterDeath = await until(true)
  const ms = (value: number) => `${value.toFixed(0)} ms`
  return [
    `- after ${changes} changes by the administrator: ${stale} pages older than the change; the replica in use again after ${ms(median(caughtUp))} (median), ${ms(Math.max(...caughtUp))} at the most`,
    `- 50 lists that no memory held: ${after - before} transactions on the replica`,
    `- its receiver stopped: the page was ${whileLate.price === price ? 'that of the primary, new' : 'OLD'}; /health/ready said ${JSON.stringify(late.replica)}; in use again ${ms(afterLate)} after it went on`,
    `- the replica killed: of 50 lists ${statuses.filter((status) => status === 200).length} answered with 200; in use again ${ms(afterDeath)} after its start`,
  ]
}

function shownAt(address: string, id: string) {
  return async (): Promise<{ price: number }> => {
    const response = await fetch(`${address}${ShopClient.path(`/product/${id}`)}`)
    const { product } = (await response.json()) as { product: { price: number } }
    return product
  }
}

async function setPrice(
  address: string,
  token: string,
  product: ListedProduct,
  price: number,
): Promise<void> {
  const response = await fetch(`${address}${ShopClient.path(`/admin/product/${product.id}`)}`, {
    method: 'PUT',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { ...product, origin_price: price, price } }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Transactions of the replica so far; its counters are written down about once a second. */
async function transactionsOf(standby: pg.Client): Promise<number> {
  const { rows } = await standby.query<{ n: string }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.n)
}
