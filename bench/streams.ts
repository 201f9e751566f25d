import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openBenchShop } from './bench-shop.ts'
import { changeGroup, writeGroup } from './group-fixture.ts'
import { memoryMb } from './processes.ts'
import { ShopClient } from './shop-client.ts'
import { newGuests, writeOrders } from './shop-fixtures.ts'

/** Limits for so many streams: memory of one process, and time to tell all of them. */
const budget = { memoryMb: 250, reachesAllMs: 1_000 }
const changes = 5
/** Streams that are opened side by side. */
const atOnce = 100
const giveUpMs = 30_000

interface Stream {
  socket: Socket
  events: number
}

/** `npm run bench -- --streams`: open pages of one group in one process, and a change of it. */
export async function runStreamBench(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { count: { type: 'string', default: '5000' } } })
  const count = Number(values.count)
  const shop = await openBenchShop({ webDir: join(tmpdir(), 'minmin-without-web') })
  const db = new pg.Pool({ connectionString: shop.databaseUrl, max: 2 })
  const streams: Stream[] = []
  try {
    const [product] = await new ShopClient(shop.server.address).products()
    if (!product) throw new Error('the shop has no products')
    const owners = newGuests(25).map(({ owner }) => owner)
    const orderIds = await writeOrders(db, owners, [product])
    const code = await writeGroup(db, { productId: product.id, orderIds })
    const megabytes = async () => Math.round((await memoryMb(shop.server.pid)) ?? Number.NaN)
    const before = await megabytes()
    const address = new URL(shop.server.address)
    const path = ShopClient.path(`/group/${code}/events`)
    while (streams.length < count) {
      const some = Math.min(atOnce, count - streams.length)
      const opened = Array.from({ length: some }, () => openStream(address, path))
      streams.push(...(await Promise.all(opened)))
    }
    await untilAll(streams, 1)
    const after = await megabytes()
    const times: number[] = []
    for (let n = 1; n <= changes; n++) {
      const startedAt = performance.now()
      await changeGroup(db, code)
      await untilAll(streams, 1 + n)
      times.push(Math.round(performance.now() - startedAt))
    }
    const slowest = Math.max(...times)
    const afterChanges = await megabytes()
    console.log(
      `${count} streams: ${after} MB (${before} MB before), ${afterChanges} MB at the end`,
    )
    console.log(`a change reaches all after ${times.join(', ')} ms`)
    const isWithin = Math.max(after, afterChanges) < budget.memoryMb
    if (!isWithin || slowest > budget.reachesAllMs) process.exitCode = 1
  } finally {
    for (const { socket } of streams) socket.destroy()
    await db.end()
    await shop.close()
  }
}

/** Over a socket alone: what reads must not cost more than what writes. */
async function openStream({ hostname, port, host }: URL, path: string): Promise<Stream> {
  const socket = connect({ host: hostname, port: Number(port) })
  const stream: Stream = { socket, events: 0 }
  await once(socket, 'connect')
  socket.on('data', (bytes) => {
    if (bytes.includes('event: ')) stream.events++
  })
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  return stream
}

async function untilAll(streams: readonly Stream[], events: number): Promise<void> {
  const giveUpAt = performance.now() + giveUpMs
  while (streams.some((stream) => stream.events < events)) {
    if (performance.now() > giveUpAt) {
      const late = streams.filter((stream) => stream.events < events).length
      throw new Error(`${late} of ${streams.length} streams have not heard of a change`)
    }
    await delay(5)
  }
}
