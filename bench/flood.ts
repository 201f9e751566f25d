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
}

const callsPerSecond = 200

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
  return {
    quiet,
    flooded,
    attemptsPerSecond: perSecond,
    refusedShare: answers === 0 ? 0 : failures / answers,
  }
}

/** Asks at a fixed rate, however long the answers take, as shoppers do. */
async function askSteadily(address: string, call: Call, seconds: number) {
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
