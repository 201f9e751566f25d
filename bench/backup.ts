import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { builtProgram } from '../src/server/programs.ts'
import { openOwnerShop } from './owner-shop.ts'
import { memoryMb } from './processes.ts'
import { percentile, provenance, table } from './report.ts'
import { ShopClient } from './shop-client.ts'

const user = { name: '王小明', email: 'wang@example.com', tel: '0912345678', address: '台北市' }

interface Latencies {
  list: number[]
  order: number[]
}

/** Waits of a large shop's shoppers while it is backed up, and the memory of the backup. */
export async function runBackupBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      size: { type: 'string', default: '1000000' },
      customers: { type: 'string', default: '300000' },
      /** Orders placed, and lists read, before the backup. */
      quiet: { type: 'string', default: '300' },
      /** A folder in which the filled database stays for the next run. */
      data: { type: 'string' },
    },
  })
  const size = Number(values.size)
  const shop = await openOwnerShop(values.data, {
    products: size,
    orders: size,
    customers: Number(values.customers),
  })
  const folder = await mkdtemp(join(tmpdir(), 'minmin-backup-'))
  try {
    const { address } = shop.server
    const { rows } = await shop.db.query<{ id: string }>(
      'select id from products where is_enabled order by id desc limit 1',
    )
    const productId = rows[0]?.id ?? ''
    // The first ones warm up.
    await shopWhile(address, productId, (made) => made < 20)
    const before = await shopWhile(address, productId, (made) => made < Number(values.quiet))
    const file = join(folder, 'shop.tar.zst')
    const backup = watchBackup(file, { DATABASE_URL: shop.databaseUrl, DATA_DIR: folder })
    const meanwhile = await shopWhile(address, productId, () => backup.isUnderWay())
    const { seconds, peakMb } = await backup.done
    const cells = (name: keyof Latencies) => {
      const [quiet, busy] = [before, meanwhile].map((of) => percentile(of[name], 0.99))
      return [name, ...[quiet ?? 0, busy ?? 0, (busy ?? 0) / (quiet ?? 1)].map((n) => n.toFixed(1))]
    }
    const text = [
      '# A backup beside the shop',
      ...provenance(),
      `- ${size} orders and products; ${seconds.toFixed(0)} s, ${((await stat(file)).size / 1e6).toFixed(0)} MB, the memory of its process at most ${peakMb.toFixed(0)} MB`,
      '',
      table(
        ['what', 'p99 ms before', 'p99 ms meanwhile', 'ratio'],
        [cells('list'), cells('order')],
      ),
    ].join('\n')
    console.log(text)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await shop.close()
  }
}

function watchBackup(file: string, env: NodeJS.ProcessEnv) {
  const startedAt = performance.now()
  const words = [builtProgram('backup'), 'create', '--to', file]
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isUnderWay = () => child.exitCode === null && child.signalCode === null
  const ended = once(child, 'exit')
  let peakMb = 0
  const done = (async () => {
    while (isUnderWay()) {
      peakMb = Math.max(peakMb, (await memoryMb(child.pid ?? 0)) ?? 0)
      await delay(100)
    }
    const [code] = await ended
    if (code !== 0) throw new Error(`the backup ended with ${code}`)
    return { seconds: (performance.now() - startedAt) / 1_000, peakMb }
  })()
  return { isUnderWay, done }
}

/** A guest after the other: reads the list and orders one piece. */
async function shopWhile(
  address: string,
  productId: string,
  goesOn: (made: number) => boolean,
): Promise<Latencies> {
  const latencies: Latencies = { list: [], order: [] }
  for (let made = 0; goesOn(made); made++) {
    latencies.list.push((await timed(address, `/products?page=${1 + (made % 10)}`)).ms)
    const { cookie } = await timed(address, '/cart', { data: { product_id: productId, qty: 1 } })
    latencies.order.push((await timed(address, '/order', { data: { user } }, cookie)).ms)
  }
  return latencies
}

async function timed(address: string, path: string, body?: object, cookie = '') {
  const begin = performance.now()
  const response = await fetch(new URL(ShopClient.path(path), address), {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', cookie },
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  const given = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { ms: performance.now() - begin, cookie: given }
}
