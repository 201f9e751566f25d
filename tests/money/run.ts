import { setTimeout as delay } from 'node:timers/promises'
import { randomFrom } from '../harness/random.ts'
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
  orders: number
  trades: number
  /** Of the shopping, without what came before and after it. */
  ordersASecond: number
  /** What was caused; a fault of the end of a run may find nobody who still shops. */
  caused: Record<Fault, number>
  sums: Sums
  faults: string[]
}

const shoppersAtOnce = 6
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
    const faults = planned(options, randomFrom(seed + 1))
    const caused = { ...noFaults }
    const startedAt = Date.now()
    let next = 0
    let causing = Promise.resolve()
    const shop = async () => {
      while (next < orders) {
        const number = next++
        const kind = faults.get(number)
        if (kind) {
          causing = causing.then(() => cause(kind, world)).then(() => void caused[kind]++)
        }
        await shopOnce(world, `${seed}-${number}`)
        if (number % 100 === 99) log(`${number + 1} of ${orders} orders`)
      }
    }
    await Promise.all(Array.from({ length: shoppersAtOnce }, shop))
    const ordersASecond = (orders * 1_000) / (Date.now() - startedAt)
    await causing
    log(`settling, after ${ordersASecond.toFixed(1)} orders a second`)
    await settle(harness, gateway, log)
    return { orders, ordersASecond, caused, ...(await auditMoney(harness, gateway)) }
  } finally {
    await harness.close()
    await gateway.stop()
  }
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
