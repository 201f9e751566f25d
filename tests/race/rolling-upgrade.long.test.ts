import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomFrom } from '../harness/random.ts'
import { ServerProcess } from '../harness/server-process.ts'
import { type RaceRequest, send } from './held-request.ts'
import { createNewerVersion } from './newer-version.ts'
import { type Product, RaceHarness, unlimited } from './race-harness.ts'
import { addition, call, newGuest, orderRequest, storedOrders } from './shopper.ts'

const shoppers = 4
let harness: RaceHarness
let folder: string
let newer: ServerProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minmin-newer-'))
  harness = await RaceHarness.open({ nodes: 1 })
  const root = await createNewerVersion(join(folder, 'version'))
  const env = { ...unlimited, DATABASE_URL: harness.databaseUrl }
  newer = await ServerProcess.over(join(folder, 'data'), { env, root })
  newer.endedByItself.catch(() => {})
})
afterAll(async () => {
  await newer?.stop()
  await harness?.close()
  await rm(folder, { recursive: true, force: true })
})

interface Load {
  /** Where the shoppers go, as a balancer would send them. */
  addresses: string[]
  isOver: boolean
  acknowledged: { owner: string; orderId: string; by: string }[]
  open: Map<string, number>
  unavailable: number
}

/** Orders and pays until the load is over; anything but success and 503 is an error. */
async function shop(load: Load, product: Product, random: () => number): Promise<void> {
  while (!load.isOver) {
    const shopper = newGuest(random)
    await until200(load, addition(shopper, product, 1))
    const { body, by } = await until200(load, orderRequest(shopper, 'once'))
    const orderId = String(body.orderId)
    await until200(load, call('POST', `/pay/${orderId}`, shopper))
    const read = await until200(load, call('GET', `/order/${orderId}`, shopper))
    expect(read.body.order).toMatchObject({ id: orderId, is_paid: true })
    load.acknowledged.push({ owner: shopper.owner, orderId, by })
  }
}

async function until200(load: Load, request: RaceRequest) {
  for (;;) {
    const by = load.addresses[load.acknowledged.length % load.addresses.length] ?? ''
    load.open.set(by, (load.open.get(by) ?? 0) + 1)
    const { status, body } = await send(by, request)
    load.open.set(by, (load.open.get(by) ?? 0) - 1)
    if (status === 200) return { body, by }
    expect([request.path, status, body]).toEqual([request.path, 503, expect.anything()])
    load.unavailable++
    await delay(50)
  }
}

it('I3 a newer node migrates while an older one sells; both sell; the older one goes, and could come back', async () => {
  const older = harness.nodes[0]
  if (!older) throw new Error('there is no node')
  const product = await harness.product(100)
  const load: Load = {
    addresses: [older.address],
    isOver: false,
    acknowledged: [],
    open: new Map(),
    unavailable: 0,
  }
  const random = randomFrom(20_261_121)
  const shopping = Promise.all(Array.from({ length: shoppers }, () => shop(load, product, random)))
  const hasFailed = shopping.then(() => {})
  const since = (from: number) => load.acknowledged.slice(from)
  /** Waits until so many more orders have been acknowledged by a node. */
  const ordersBy = async (address: string, count: number) => {
    const from = load.acknowledged.length
    const enough = async () => {
      while (since(from).filter(({ by }) => by === address).length < count) await delay(20)
    }
    await Promise.race([enough(), hasFailed])
  }
  try {
    await ordersBy(older.address, 5)
    await Promise.race([newer.start(), hasFailed])
    // The schema is the newer one now, and the older node has not been restarted.
    await ordersBy(older.address, 5)
    load.addresses = [older.address, newer.address]
    await Promise.all([ordersBy(older.address, 5), ordersBy(newer.address, 5)])
    load.addresses = [newer.address]
    while ((load.open.get(older.address) ?? 0) > 0) await delay(20)
    await older.stop()
    await ordersBy(newer.address, 5)
    // A step back: the older version starts over the newer schema.
    await older.start()
    load.addresses = [older.address, newer.address]
    await Promise.all([ordersBy(older.address, 5), ordersBy(newer.address, 5)])
  } finally {
    load.isOver = true
  }
  await shopping

  for (const { owner, orderId } of load.acknowledged) {
    const orders = await storedOrders(harness, owner)
    expect(orders.map(({ id, state }) => [id, state])).toEqual([[orderId, 'paid']])
  }
  const channels = await harness.query<{ channel: string | null; by_newer: boolean }>(
    'select distinct channel, channel is not null as by_newer from orders order by 2',
  )
  expect(channels.map(({ channel }) => channel)).toEqual([null, 'web'])
})
