import { randomFrom } from '../harness/random.ts'
import { send } from './held-request.ts'
import { RaceHarness } from './race-harness.ts'
import { addition, newGuest } from './shopper.ts'

// `node tests/race/one-cart.ts`: how long others' additions take while 200 connections write to one
// cart of 100 lines (SAFE-05). They should take 20 ms at p50 at most, and none be answered 503.
const attackers = 200
const measured = 100

const random = randomFrom(20_261_122)
const harness = await RaceHarness.open({ nodes: 1 })
try {
  const victim = newGuest(random)
  for (const product of harness.products.slice(0, 100))
    await harness.call(addition(victim, product, 1))
  const quiet = await measureAdditions()
  let isOver = false
  const answered = new Map<number, number>()
  const attack = Array.from({ length: attackers }, async (_, index) => {
    const product = harness.products[index % 100]
    if (!product) throw new Error('a product is missing')
    while (!isOver) {
      const { status } = await send(harness.address(), addition(victim, product, 1))
      answered.set(status, (answered.get(status) ?? 0) + 1)
    }
  })
  const attacked = await measureAdditions()
  isOver = true
  await Promise.all(attack)
  say('alone', quiet)
  say('under attack', attacked)
  process.stdout.write(`the attack was answered ${JSON.stringify(Object.fromEntries(answered))}\n`)
} finally {
  await harness.close()
}

interface Measured {
  sorted: number[]
  unavailable: number
}

async function measureAdditions(): Promise<Measured> {
  const took: number[] = []
  let unavailable = 0
  const [product] = harness.products
  if (!product) throw new Error('a product is missing')
  for (let made = 0; made < measured; made++) {
    const startedAt = performance.now()
    const { status } = await send(harness.address(), addition(newGuest(random), product, 1))
    took.push(performance.now() - startedAt)
    if (status === 503) unavailable++
  }
  return { sorted: took.sort((a, b) => a - b), unavailable }
}

function say(when: string, { sorted, unavailable }: Measured): void {
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
  process.stdout.write(`${when}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, 503 ${unavailable}\n`)
}
