import { Agent, request } from 'node:http'
import type { ServerProcess } from '../harness/server-process.ts'
import { type Call, drive } from './load.ts'
import { percentile } from './report.ts'

export interface FloodMeasured {
  quiet: { p50: number; p99: number }
  flooded: { p50: number; p99: number }
  /** What became of the flood, each second. */
  attemptsPerSecond: number
  refusedShare: number
  /** Of a thousand that came in one moment: those without an account's answer, and their times. */
  burst: { refused: number; p50: number; p99: number }
}

const callsPerSecond = 200
const burstSize = 1_000

/** How long the list takes while nobody signs in, and while a crowd tries to. */
export async function measureFlood(
  server: ServerProcess,
  calls: { list: Call; signIn: Call },
  seconds: number,
): Promise<FloodMeasured> {
  const quiet = await askSteadily(server.address, calls.list, seconds)
  const crowd = {
    callsOfConnections: Array.from({ length: 200 }, () => [calls.signIn]),
    repeat: 'again',
  } as const
  const flood = drive(server.address, crowd, { seconds: seconds + 1, pid: server.pid })
  const flooded = await askSteadily(server.address, calls.list, seconds)
  const { answers, perSecond, failures } = await flood
  const burst = await signInAtOnce(server.address, calls.signIn)
  return {
    quiet,
    flooded,
    attemptsPerSecond: perSecond,
    refusedShare: answers === 0 ? 0 : failures / answers,
    burst,
  }
}

/** On connections that are open already: what is measured is the refusal, not the greeting. */
async function signInAtOnce(address: string, signIn: Call): Promise<FloodMeasured['burst']> {
  const agent = new Agent({ keepAlive: true, maxSockets: burstSize, maxFreeSockets: burstSize })
  const live = { method: 'GET', path: '/health/live' } as const
  const all = (call: Call) =>
    Promise.all(
      Array.from({ length: burstSize }, () => ask(new URL(call.path, address), call, agent)),
    )
  await all(live)
  const answers = await all(signIn)
  agent.destroy()
  const refusals = answers.filter(({ status }) => status >= 400).map(({ ms }) => ms)
  return {
    refused: refusals.length,
    p50: percentile(refusals, 0.5),
    p99: percentile(refusals, 0.99),
  }
}

/** Asks at a fixed rate, however long the answers take, as shoppers do. */
async function askSteadily(address: string, call: Call, seconds: number) {
  const agent = new Agent({ keepAlive: true })
  const url = new URL(call.path, address)
  const answers: Promise<Answered>[] = []
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
  const latencies = (await Promise.all(answers)).map(({ ms }) => ms)
  agent.destroy()
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

interface Answered {
  status: number
  ms: number
}

function ask(url: URL, { method, headers, body }: Call, agent: Agent): Promise<Answered> {
  const begin = performance.now()
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, agent, ...(headers && { headers }) }, (response) => {
      const status = response.statusCode ?? 0
      response.resume()
      response.on('end', () => resolve({ status, ms: performance.now() - begin }))
    })
    asking.on('error', reject)
    asking.end(body)
  })
}
