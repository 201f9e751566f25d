import { setTimeout as delay } from 'node:timers/promises'
import { randomFrom } from '../harness/random.ts'
import { RaceHarness } from '../race/race-harness.ts'
import { auditMoney } from './audit.ts'
import { GatewayProcess } from './gateway-process.ts'
import { settle } from './settle.ts'
import { shopOnce } from './shopper.ts'

export interface MoneyOptions {
  orders: number
  seed: number
  /** Faults of each kind, spread over the orders. */
  nodeKills: number
  databaseKills: number
  outages: number
  /** As in ECPay's back office: whether it captures each day by itself. */
  autoCapture: boolean
  mutant?: string | undefined
  log?: (line: string) => void
}

export interface MoneyReport {
  orders: number
  trades: number
  faults: string[]
}

const shoppersAtOnce = 6

/**
 * Shoppers pay through the try-out gateway while nodes and PostgreSQL are killed and the gateway is
 * away; then the gateway's own books are compared with those of the shop.
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
  const harness = await RaceHarness.open({ nodes: 2, env, mutant })
  try {
    const world = { harness, gateway, random: randomFrom(seed) }
    const faults = planned(options, randomFrom(seed + 1))
    let next = 0
    let causing = Promise.resolve()
    const shop = async () => {
      while (next < orders) {
        const number = next++
        const kind = faults.get(number)
        if (kind) causing = causing.then(() => cause(kind, world))
        await shopOnce(world, `${seed}-${number}`)
        if (number % 100 === 99) log(`${number + 1} of ${orders} orders`)
      }
    }
    await Promise.all(Array.from({ length: shoppersAtOnce }, shop))
    await causing
    log('settling')
    await settle(harness, gateway)
    const trades = (await gateway.trades()).length
    return { orders, trades, faults: await auditMoney(harness, gateway) }
  } finally {
    await harness.close()
    await gateway.stop()
  }
}

type Fault = 'node' | 'database' | 'outage'

/** The order at which each fault happens. */
function planned(options: MoneyOptions, random: () => number): Map<number, Fault> {
  const { orders, nodeKills, databaseKills, outages } = options
  const faults = [
    ...Array<Fault>(nodeKills).fill('node'),
    ...Array<Fault>(databaseKills).fill('database'),
    ...Array<Fault>(outages).fill('outage'),
  ]
    .map((kind) => ({ kind, place: random() }))
    .sort((one, other) => one.place - other.place)
  const step = orders / (faults.length + 1)
  return new Map(faults.map(({ kind }, index) => [Math.floor((index + 1) * step), kind]))
}

async function cause(
  kind: Fault,
  { harness, gateway, random }: Parameters<typeof shopOnce>[0],
): Promise<void> {
  // Somewhere within the calls that an order makes.
  await delay(random() * 200)
  if (kind === 'node') await harness.killAndRestart(Math.floor(random() * harness.nodes.length))
  else if (kind === 'database') await harness.killDatabase()
  else await gateway.post('/outage', { seconds: 1 + Math.floor(random() * 3) })
}
