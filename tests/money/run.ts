import { setTimeout as delay } from 'node:timers/promises'
import { channels } from '../../gateway/line/channels.ts'
import { stockDisagreements } from '../../src/server/testing/stock-disagreements.ts'
import { randomFrom } from '../harness/random.ts'
import { setStock } from '../race/counted-product.ts'
import { RaceHarness } from '../race/race-harness.ts'
import { pick } from '../race/scenario.ts'
import { auditMoney, type Sums } from './audit.ts'
import { auditInvoices } from './audit-invoices.ts'
import { auditParcels } from './audit-parcels.ts'
import { openCreditors } from './creditors.ts'
import { GatewayProcess } from './gateway-process.ts'
import { Packer } from './packer.ts'
import { settle } from './settle.ts'
import { shopOnce } from './shopper.ts'
import { openStoreOrders } from './store-orders.ts'
import type { World } from './world.ts'

export interface MoneyOptions {
  orders: number
  seed: number
  /** Faults of each kind, spread over the orders: kills with -9, and refused connections. */
  faults: Record<Fault, number>
  /** As in ECPay's back office: whether it captures each day by itself. */
  autoCapture: boolean
  mutant?: string | undefined
  log?: (line: string) => void
}

export interface MoneyReport {
  /** More than were asked for where the faults took longer. */
  orders: number
  trades: number
  /** At the try-out server of logistics. */
  parcels: number
  /** At the try-out server of invoices. */
  invoices: number
  /** Of the shopping, without what came before and after it. */
  ordersASecond: number
  caused: Record<Fault, number>
  sums: Sums
  faults: string[]
}

const shoppersAtOnce = 6
/** More pieces than a run sells. */
const plenty = 99_999
/** The last node shares its port among so many processes, one of which is killed now and then. */
const workers = 2

/** One order of so many goes to a convenience store. */
const toStore = 3
/** One of so many is paid by LINE Pay. */
const atLine = 4
const packsEveryMs = 300

/**
 * Shoppers pay through the try-out gateway and LINE Pay, and the owner sends parcels through that of logistics, while
 * nodes, their workers, PostgreSQL and both gateways are killed, and are away; then the gateways' own
 * books are compared with those of the shop.
 */
export async function playMoney(options: MoneyOptions): Promise<MoneyReport> {
  const { orders, seed, autoCapture, mutant, log = () => {} } = options
  const gateway = await GatewayProcess.start()
  const logistics = await GatewayProcess.start()
  const wallet = await GatewayProcess.start()
  await gateway.post('/settings', { autoCapture })
  const env = {
    PAYMENTS: 'sandbox',
    ECPAY_URL: gateway.address,
    ECPAY_LOGISTICS_URL: logistics.address,
    ECPAY_AUTO_CAPTURE: autoCapture ? '1' : '0',
    LINE_URL: wallet.address,
    LINE_PAY_CHANNEL_ID: channels.pay.id,
    LINE_PAY_CHANNEL_SECRET: channels.pay.secret,
    LINE_PAY_AUTO_CAPTURE: autoCapture ? '1' : '0',
    // Mails are written, and nobody reads them.
    DEVELOPMENT: '1',
  }
  const harness = await RaceHarness.open({ nodes: 2, workers, env, mutant })
  try {
    const storeOrders = await openStoreOrders(harness)
    await issueInvoices(harness)
    const random = randomFrom(seed)
    const world: World = { harness, gateway, logistics, wallet, storeOrders, random }
    const packer = new Packer(world)
    // The others are sold without being counted.
    for (const product of harness.products.filter((_, index) => index % 2 === 0)) {
      await setStock(harness, product, plenty)
    }
    const faults = planned(options, randomFrom(seed + 1))
    const disagreements: string[] = []
    const caused = { ...noFaults }
    const startedAt = Date.now()
    let next = 0
    let faultsLeft = faults.size
    let causing = Promise.resolve()
    async function causeNext(kind: Fault) {
      await cause(kind, world)
      disagreements.push(...(await stockFaults(harness, `after a fault of ${kind}`)))
      caused[kind]++
      faultsLeft--
    }
    const creditors = await openCreditors(harness, shoppersAtOnce)
    const shop = async (own: number) => {
      // Where faults follow each other closely, shopping goes on until the last of them.
      while (next < orders || faultsLeft > 0) {
        const number = next++
        const kind = faults.get(number)
        if (kind) causing = causing.then(() => causeNext(kind))
        // Half of the orders are of members, who use credit and points.
        const member = number % 2 === 0 ? await creditors(own) : undefined
        await shopOnce(world, {
          tag: `${seed}-${number}`,
          isToStore: number % toStore === 0,
          isAtLine: number % atLine === 1,
          member,
        })
        if (number % 100 === 99) log(`${number + 1} of ${orders} orders, ${faultsLeft} faults left`)
      }
    }
    let isShopping = true
    async function pack() {
      while (isShopping) {
        await packer.round()
        await delay(packsEveryMs)
      }
    }
    const packing = pack()
    await Promise.all([packing, shopAll().finally(() => (isShopping = false))])
    const ordersASecond = (next * 1_000) / (Date.now() - startedAt)
    log(`settling, after ${ordersASecond.toFixed(1)} orders a second`)
    await settle(world, packer, log)
    disagreements.push(...(await stockFaults(harness, 'at the end')))
    const audit = await auditMoney(world)
    const { parcels, faults: ofParcels } = await auditParcels(harness, logistics)
    const { invoices, faults: ofInvoices } = await auditInvoices(harness, gateway)
    const found = [...packer.faults, ...audit.faults, ...ofParcels, ...ofInvoices]
    const all = [...disagreements, ...found]
    return { orders: next, ordersASecond, caused, ...audit, parcels, invoices, faults: all }

    async function shopAll() {
      await Promise.all(Array.from({ length: shoppersAtOnce }, (_, own) => shop(own)))
      await causing
    }
  } finally {
    await harness.close()
    await gateway.stop()
    await logistics.stop()
    await wallet.stop()
  }
}

/** The shop issues an invoice with each payment. */
async function issueInvoices(harness: RaceHarness): Promise<void> {
  const { settings } = await harness.call(harness.admin('GET', '/settings'))
  const { version } = (settings as { invoice: { version: number } }).invoice
  const data = { version, values: { mode: 'on', when: 'payment' } }
  await harness.call(harness.admin('PUT', '/settings/invoice', data))
}

/** Where the stock is not the sum of its ledger, or does not hold what the orders hold. */
async function stockFaults(harness: RaceHarness, when: string): Promise<string[]> {
  const rows = await harness.query<{ product_id: string }>(stockDisagreements)
  return rows.map((row) => `stock ${when}: ${JSON.stringify(row)}`)
}

/**
 * `gateway` and `logistics` are killed, or away in an outage; `lost`: logistics' answers are;
 * `wallet`: those of LINE Pay are, or it answers with faults.
 */
export type Fault =
  | 'node'
  | 'worker'
  | 'database'
  | 'gateway'
  | 'logistics'
  | 'outage'
  | 'lost'
  | 'wallet'
export const noFaults: Record<Fault, number> = {
  ...{ node: 0, worker: 0, database: 0 },
  ...{ gateway: 0, logistics: 0, outage: 0, lost: 0, wallet: 0 },
}

/** The order at which each fault happens. */
function planned(options: MoneyOptions, random: () => number): Map<number, Fault> {
  const kinds = Object.keys(noFaults) as Fault[]
  const faults = kinds
    .flatMap((kind) => Array<Fault>(options.faults[kind]).fill(kind))
    .map((kind) => ({ kind, place: random() }))
    .sort((one, other) => one.place - other.place)
  const step = options.orders / (faults.length + 1)
  return new Map(faults.map(({ kind }, index) => [Math.floor((index + 1) * step), kind]))
}

async function cause(kind: Fault, world: World): Promise<void> {
  const { harness, gateway, logistics, wallet, random } = world
  // Somewhere within the calls that an order makes.
  await delay(random() * 200)
  const seconds = 1 + Math.floor(random() * 3)
  switch (kind) {
    case 'node':
      return harness.killAndRestart(Math.floor(random() * harness.nodes.length))
    case 'worker':
      return harness.killWorker(random)
    case 'database':
      return harness.killDatabase()
    case 'gateway':
      return gateway.killAndRestart()
    case 'logistics':
      return logistics.killAndRestart()
    case 'outage':
      await pick(random, [gateway, logistics, wallet]).post('/outage', { seconds })
      return
    case 'lost':
      return loseAnswers(world)
    case 'wallet': {
      await wallet.post('/line/settings', { pay: pick(random, ['lost', 'error', 'away']) })
      await delay(seconds * 1_000)
      await wallet.post('/line/settings', { pay: 'none' })
      return
    }
  }
}

/** Logistics and invoices do what they are asked and give no answer, until a parcel is made. */
async function loseAnswers({ gateway, logistics }: World): Promise<void> {
  const before = (await logistics.parcels()).length
  const giveUpAt = Date.now() + 10_000
  await gateway.post('/settings', { invoiceFault: 'lost' })
  await logistics.post('/settings', { fault: 'lost' })
  while ((await logistics.parcels()).length === before && Date.now() < giveUpAt) await delay(100)
  await logistics.post('/settings', { fault: 'none' })
  await gateway.post('/settings', { invoiceFault: 'none' })
}
