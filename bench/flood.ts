import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { ServerProcess } from '../tests/harness/server-process.ts'
import { askAtOnce, type EarlyAnswer } from './burst.ts'
import type { Call } from './load.ts'
import { percentile } from './report.ts'

export interface FloodMeasured {
  quiet: { p50: number; p99: number }
  flooded: { p50: number; p99: number }
  /** The outcomes of the flood, per second. */
  attemptsPerSecond: number
  refusedShare: number
  /** How many of a thousand concurrent calls were refused, and how soon. */
  burst: { refused: number; p50: number; p99: number }
}

const callsPerSecond = 200
const attemptsPerSecond = 1_000
const burstSize = 1_000

/** The latency of the list without sign-ins, and during a flood of sign-ins. */
export async function measureFlood(
  server: ServerProcess,
  calls: { list: Call; signIn: Call },
  seconds: number,
): Promise<FloodMeasured> {
  const quiet = await sendSteadily(server.address, calls.list, seconds)
  // In a thread of its own, or the measurement would wait for the flood.
  const { method, path, headers, body } = calls.signIn
  const flood = autocannon({
    url: new URL(path, server.address).href,
    method,
    ...(headers && { headers }),
    ...(body && { body }),
    connections: 200,
    overallRate: attemptsPerSecond,
    duration: seconds + 2,
    workers: 1,
  })
  // Waits until its thread has started: that takes a processor, and is no sign-in.
  await delay(1_000)
  const flooded = await sendSteadily(server.address, calls.list, seconds)
  const { requests, non2xx } = await flood
  const burst = refusalsOf(await askAtOnce(server.address, Array(burstSize).fill(calls.signIn)))
  return {
    quiet,
    flooded,
    attemptsPerSecond: requests.average,
    refusedShare: requests.total === 0 ? 0 : non2xx / requests.total,
    burst,
  }
}

function refusalsOf(answers: readonly EarlyAnswer[]): FloodMeasured['burst'] {
  const refusals = answers.filter(({ status }) => status >= 400).map(({ ms }) => ms)
  return {
    refused: refusals.length,
    p50: percentile(refusals, 0.5),
    p99: percentile(refusals, 0.99),
  }
}

/** Sends requests at a fixed rate, however long the answers take, as shoppers do. */
async function sendSteadily(address: string, call: Call, seconds: number) {
  const agent = new Agent({ keepAlive: true })
  const url = new URL(call.path, address)
  const answers: Promise<number>[] = []
  const begin = performance.now()
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = performance.now() - begin
      while (answers.length < (elapsed * callsPerSecond) / 1000) {
        answers.push(ask(url, call, agent))
      }
      if (elapsed < seconds * 1000) return
      clearInterval(timer)
      resolve()
    }, 5)
  })
  const latencies = await Promise.all(answers)
  agent.destroy()
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

function ask(url: URL, { method, headers }: Call, agent: Agent): Promise<number> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, agent, ...(headers && { headers }) }, (response) => {
      response.resume()
      response.on('end', () => resolve(performance.now() - begin))
    })
    asking.on('error', reject)
    asking.end()
  })
}
