import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { Call } from './load.ts'

export interface EarlyAnswer {
  status: number
  /** From the moment before the first of the calls was written to the first byte of this answer. */
  ms: number
}

/** Calls that wait for their moment, each on an open connection of its own. */
export interface Burst {
  send(): Promise<EarlyAnswer[]>
}

/** Each call on an open connection of its own, all in one moment. */
export async function askAtOnce(address: string, calls: readonly Call[]): Promise<EarlyAnswer[]> {
  const burst = await openBurst(address, calls)
  return burst.send()
}

export async function openBurst(address: string, calls: readonly Call[]): Promise<Burst> {
  const { hostname, port, host } = new URL(address)
  const open = await Promise.all(
    calls.map(async (call) => {
      const socket = connect({ host: hostname, port: Number(port) })
      await once(socket, 'connect')
      return { socket, bytes: bytesOf(call, host) }
    }),
  )
  return {
    async send() {
      const begin = performance.now()
      const answers = await Promise.all(
        open.map(async ({ socket, bytes }) => {
          socket.write(bytes)
          const first = await firstBytes(socket)
          return { status: Number(String(first).split(' ')[1]), ms: performance.now() - begin }
        }),
      )
      for (const { socket } of open) socket.destroy()
      return answers
    },
  }
}

/** A burst in a thread of its own, so that what is measured beside it does not wait for its client. */
export async function openBurstApart(address: string, calls: readonly Call[]): Promise<Burst> {
  const worker = new Worker(new URL('./burst-worker.ts', import.meta.url), {
    workerData: { address, calls },
  })
  await once(worker, 'message')
  return {
    async send() {
      worker.postMessage('send')
      const [answers] = await once(worker, 'message')
      return answers
    },
  }
}

/** Rejects when the connection is closed before it was answered. */
function firstBytes(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    socket.once('data', resolve).once('error', reject)
    socket.once('close', () =>
      reject(new Error('The server closed a connection without an answer.')),
    )
  })
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
