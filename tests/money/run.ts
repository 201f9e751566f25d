import { setTimeout as delay } from 'node:timers/promises'
import { stockDisagreements } from '../../src/server/testing/stock-disagreements.ts'
import { randomFrom } from '../harness/random.ts'
import { setStock } from '../race/counted-product.ts'
import { RaceHarness } from '../race/race-harness.ts'
import { auditMoney, type Sums } from './audit.ts'
import { GatewayProcess } from './gateway-process.ts'
import { settle } from './settle.ts'
import { shopOnce } from './shopper.ts'

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

/**
 * Shoppers pay through the try-out gateway while nodes, their workers, PostgreSQL and the gateway are
 * killed, and the gateway is away; then the gateway's own books are compared with those of the shop.
 */
export async function playMoney(options: MoneyOptions): Promise<MoneyReport> {
  const { orders, seed, autoCapture, mutant, log = () => {} } = options
  const gateway = await GatewayProcess.start({ autoCapture })
  const env = {
    PAYMENTS: 'sandbox',
    ECPAY_URL: gateway.address,
    ECPAY_AUTO_CAPTURE: autoCapture ? '1' : '0',
    // Mails are written, and nobody reads them.
    DEVELOPMENT: '1',
  }
  const harness = await RaceHarness.open({ nodes: 2, workers, env, mutant })
  try {
    const world = { harness, gateway, random: randomFrom(seed) }
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
    const shop = async () => {
      // Where faults follow each other closely, shopping goes on until the last of them.
      while (next < orders || faultsLeft > 0) {
        const number = next++
        const kind = faults.get(number)
        if (kind) causing = causing.then(() => causeNext(kind))
        await shopOnce(world, `${seed}-${number}`)
        if (number % 100 === 99) log(`${number + 1} of ${orders} orders, ${faultsLeft} faults left`)
      }
    }
    await Promise.all(Array.from({ length: shoppersAtOnce }, shop))
    const ordersASecond = (next * 1_000) / (Date.now() - startedAt)
    await causing
    log(`settling, after ${ordersASecond.toFixed(1)} orders a second`)
    await settle(harness, gateway, log)
    disagreements.push(...(await stockFaults(harness, 'at the end')))
    const audit = await auditMoney(harness, gateway)
    const found = [...disagreements, ...audit.faults]
    return { orders: next, ordersASecond, caused, ...audit, faults: found }
  } finally {
    await harness.close()
    await gateway.stop()
  }
}

/** Where the stock is not the sum of its ledger, or does not hold what the orders hold. */
async function stockFaults(harness: RaceHarness, when: string): Promise<string[]> {
  const rows = await harness.query<{ product_id: string }>(stockDisagreements)
  return rows.map((row) => `stock ${when}: ${JSON.stringify(row)}`)
}

export type Fault = 'node' | 'worker' | 'database' | 'gateway' | 'outage'
export const noFaults = { node: 0, worker: 0, database: 0, gateway: 0, outage: 0 }

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

async function cause(
  kind: Fault,
  { harness, gateway, random }: Parameters<typeof shopOnce>[0],
): Promise<void> {
  // Somewhere within the calls that an order makes.
  await delay(random() * 200)
  if (kind === 'node') await harness.killAndRestart(Math.floor(random() * harness.nodes.length))
  else if (kind === 'worker') await harness.killWorker(random)
  else if (kind === 'database') await harness.killDatabase()
  else if (kind === 'gateway') await gateway.killAndRestart()
  else await gateway.post('/outage', { seconds: 1 + Math.floor(random() * 3) })
}
