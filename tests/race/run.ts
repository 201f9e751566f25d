import { setTimeout as delay } from 'node:timers/promises'
import { campaignFaults } from '../harness/campaign-faults.ts'
import { randomFrom } from '../harness/random.ts'
import { HeldRequest, type RaceRequest, type Reply } from './held-request.ts'
import { RaceHarness } from './race-harness.ts'
import { Report } from './report.ts'
import type { Round, Scenario } from './scenario.ts'
import { accountEndingScenarios } from './scenarios/account-endings.ts'
import { accountScenarios } from './scenarios/accounts.ts'
import { campaignScenarios } from './scenarios/campaigns.ts'
import { cartScenarios } from './scenarios/carts.ts'
import { couponLimitScenarios } from './scenarios/coupon-limits.ts'
import { couponScenarios } from './scenarios/coupons.ts'
import { creditScenarios } from './scenarios/credit.ts'
import { deletionScenarios } from './scenarios/deletions.ts'
import { joinScenarios } from './scenarios/joins.ts'
import { orderLifeScenarios } from './scenarios/order-life.ts'
import { orderScenarios } from './scenarios/orders.ts'
import { paymentScenarios } from './scenarios/payments.ts'
import { returnScenarios } from './scenarios/returns.ts'
import { shippingScenarios } from './scenarios/shipping.ts'
import { staffScenarios } from './scenarios/staff.ts'
import { stockScenarios } from './scenarios/stock.ts'
import { must, Violation } from './violation.ts'

export const allScenarios: readonly Scenario[] = [
  ...orderScenarios,
  ...orderLifeScenarios,
  ...returnScenarios,
  ...paymentScenarios,
  ...cartScenarios,
  ...couponScenarios,
  ...couponLimitScenarios,
  ...creditScenarios,
  ...shippingScenarios,
  ...accountScenarios,
  ...accountEndingScenarios,
  ...deletionScenarios,
  ...stockScenarios,
  ...staffScenarios,
  ...joinScenarios,
  ...campaignScenarios,
]

export interface RaceOptions {
  /** The first round and the one after the last. */
  from: number
  to: number
  seed: number
  nodes: 1 | 2
  /** With two nodes: in one of so many rounds a node is killed. 0: never. */
  killEvery: number
  /** The mutant that the nodes run. */
  mutant?: string | undefined
  scenarios?: readonly Scenario[]
  /** Added to the environment of the nodes. */
  env?: Record<string, string>
  /** Runs the scenarios in their order, instead of those that the seed picks by weight. */
  isSequential?: boolean
  /** The share of the requests that may be answered 503, by a wait that reached its limit. */
  mayBeUnavailable?: number
  /** Called after each round; false ends the race. */
  onRound?: (next: number, report: Report) => boolean
}

const stopsAfter = 20
/** A kill falls within the time that a burst takes. */
const killWithinMs = 100

/** Runs rounds of synchronised requests; ends by itself, with all rounds or after many violations. */
export async function race(options: RaceOptions, report = new Report()): Promise<Report> {
  const harness = await RaceHarness.open(options)
  try {
    for (let number = options.from; number < options.to; number++) {
      await runRound(harness, options, number, report)
      const goesOn = options.onRound?.(number + 1, report) ?? true
      if (!goesOn || report.violations.length >= stopsAfter) break
    }
    await closingChecks(harness, report, options)
  } finally {
    await harness.close()
  }
  return report
}

async function runRound(
  harness: RaceHarness,
  options: RaceOptions,
  number: number,
  report: Report,
): Promise<void> {
  const random = randomFrom(options.seed * 1_000_003 + number)
  const scenarios = options.scenarios ?? allScenarios
  const sequential = options.isSequential ? scenarios[number % scenarios.length] : undefined
  const scenario = sequential ?? choose(scenarios, random)
  const hasKill = options.nodes > 1 && options.killEvery > 0 && number % options.killEvery === 0
  const round: Round = {
    harness,
    random,
    tag: `${options.seed}r${number}`,
    isUncertain: hasKill,
    burst: async (requests) => {
      const replies = await burst(harness, requests, hasKill ? random : undefined)
      report.count(scenario, replies, hasKill)
      for (const { status, body } of replies) {
        must(status < 500 || status === 503, `a fault: ${status} ${JSON.stringify(body)}`)
        must(status !== 0 || hasKill, 'a connection was lost')
      }
      // On a machine under load a request may time out: its outcome is unknown, as of a lost
      // connection.
      if (replies.some(({ status }) => status === 503)) round.isUncertain = true
      return replies.map((reply) => (reply.status === 503 ? { ...reply, status: 0 } : reply))
    },
  }
  try {
    await scenario.run(round)
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    report.violate({ scenario: scenario.name, round: number, sentence: error.message })
  }
  report.rounds++
}

function choose(scenarios: readonly Scenario[], random: () => number): Scenario {
  const whole = scenarios.reduce((sum, { weight }) => sum + weight, 0)
  let left = random() * whole
  for (const scenario of scenarios) {
    left -= scenario.weight
    if (left < 0) return scenario
  }
  throw new Error('there is no scenario to choose')
}

/** `random` is given when a node is to be killed, and says which and when. */
async function burst(
  harness: RaceHarness,
  requests: RaceRequest[],
  random: (() => number) | undefined,
): Promise<Reply[]> {
  const held = await Promise.all(
    requests.map((request, index) => HeldRequest.hold(harness.address(index), request)),
  )
  for (const request of held) request.release()
  const replies = Promise.all(held.map(({ reply }) => reply))
  if (random) {
    const victim = Math.floor(random() * harness.nodes.length)
    await delay(random() * killWithinMs)
    await Promise.all([harness.killAndRestart(victim), replies])
  }
  return replies
}

/** Nothing is left behind: no open transaction, no waiting lock, no wrong counter. */
async function closingChecks(
  harness: RaceHarness,
  report: Report,
  { mayBeUnavailable = 0.001 }: RaceOptions,
): Promise<void> {
  const left = await readLeftovers(harness)
  for (const sentence of await campaignFaults(harness.databaseUrl)) {
    report.violate({ scenario: 'after the last round', round: -1, sentence })
  }
  const { requests, unavailable } = report.totals()
  if (unavailable > Math.max(10, requests * mayBeUnavailable)) {
    const sentence = `${unavailable} of ${requests} requests were answered 503`
    report.violate({ scenario: 'all', round: -1, sentence })
  }
  report.deadlocks += left.deadlocks
  // PostgreSQL breaks one after a second, in which all of its locks are waited for.
  if (left.deadlocks > Math.max(10, requests * 0.001)) {
    const sentence = `PostgreSQL broke ${left.deadlocks} deadlocks`
    report.violate({ scenario: 'all', round: -1, sentence })
  }
  const { open, waiting } = left
  if (open + waiting === 0) return
  const sentence = `${open} open transactions, ${waiting} waiting locks`
  report.violate({ scenario: 'after the last round', round: -1, sentence })
}

/** Jobs go on after the last round: what they hold for a moment is not left behind. */
async function readLeftovers(harness: RaceHarness): Promise<Leftovers> {
  for (let looks = 0; ; looks++) {
    const [left] = await harness.query<Leftovers>(leftovers)
    if (!left) throw new Error('the database does not tell what is left')
    if (left.open + left.waiting === 0 || looks === 100) return left
    await delay(100)
  }
}

const leftovers = `select
       (select count(*)::int from pg_stat_activity where state like 'idle in transaction%') as open,
       (select count(*)::int from pg_locks where not granted) as waiting,
       (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks`

interface Leftovers {
  open: number
  waiting: number
  deadlocks: number
}
