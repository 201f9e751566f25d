import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { ServerProcess } from '../tests/harness/server-process.ts'
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

interface EarlyAnswer {
  status: number
  /** From the moment before the first of the calls was written to the first byte of this answer. */
  ms: number
}

/** Each call on an open connection of its own, all in one moment. */
export async function askAtOnce(address: string, calls: readonly Call[]): Promise<EarlyAnswer[]> {
  const { hostname, port, host } = new URL(address)
  const open = await Promise.all(
    calls.map(async (call) => {
      const socket = connect({ host: hostname, port: Number(port) })
      await once(socket, 'connect')
      return { socket, bytes: bytesOf(call, host) }
    }),
  )
  const begin = performance.now()
  const answers = await Promise.all(
    open.map(async ({ socket, bytes }) => {
      socket.write(bytes)
      const [first] = await once(socket, 'data')
      return { status: Number(String(first).split(' ')[1]), ms: performance.now() - begin }
    }),
  )
  for (const { socket } of open) socket.destroy()
  return answers
}

function bytesOf({ method, path, headers, body = '' }: Call, host: string): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
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
