import autocannon from 'autocannon'
import { processorMs } from './processes.ts'
import { percentile } from './report.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** The calls of each connection: repeated, or each call once. */
export interface Load {
  callsOfConnections: Call[][]
  repeat: 'again' | 'once'
}

/** One round of one load. */
export interface Measured {
  answers: number
  perSecond: number
  p50: number
  p99: number
  /** Of the server's process; undefined where it cannot be read. */
  cpuMsPerRequest: number | undefined
  failures: number
}

/** Drives a server for some seconds, or until every call is made, from this process. */
export async function drive(
  address: string,
  load: Load,
  options: { seconds: number; pid: number },
): Promise<Measured> {
  const { seconds, pid } = options
  const { callsOfConnections, repeat } = load
  let next = 0
  const latencies: number[] = []
  let failures = 0
  const cpuBefore = await processorMs(pid)
  const begin = performance.now()
  let end = begin
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url: address,
        connections: callsOfConnections.length,
        timeout: 30,
        sampleInt: 50,
        ...(repeat === 'once'
          ? { amount: callsOfConnections.flat().length }
          : { duration: seconds }),
        setupClient: (client) => client.setRequests(callsOfConnections[next++] ?? []),
      },
      (error) => (error ? reject(error) : resolve()),
    )
    run.on('response', (_client, status, _bytes, ms) => {
      latencies.push(ms)
      if (status < 200 || status > 299) failures++
      end = performance.now()
    })
    run.on('reqError', () => failures++)
  })
  const cpuAfter = await processorMs(pid)
  return {
    ...summary(latencies, end - begin),
    cpuMsPerRequest:
      cpuBefore === undefined || cpuAfter === undefined || latencies.length === 0
        ? undefined
        : (cpuAfter - cpuBefore) / latencies.length,
    failures,
  }
}

export function summary(
  latencies: readonly number[],
  elapsedMs: number,
): Pick<Measured, 'answers' | 'perSecond' | 'p50' | 'p99'> {
  return {
    answers: latencies.length,
    perSecond: latencies.length === 0 ? 0 : (latencies.length * 1000) / elapsedMs,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
}
