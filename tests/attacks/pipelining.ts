import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

const api = '/v2/api/shopping-minmin'
/** Cheap to ask and large or slow to answer: the API document, a cached list, an empty cart. */
const paths = ['/openapi.json', `${api}/products`, `${api}/cart`]

export interface PipeliningResult {
  idleMb: number
  peakMb: number
  /** Answers of the product list to an honest client while the burst was open. */
  listAnswers: number
  listFailures: number
  slowestListMs: number
  /** Complete responses that the server sent for each connection, at most. */
  mostAnswers: number
}

/**
 * Opens connections that send many requests in one piece and read nothing. Holds them for
 * `holdMs`, then reads what is there until the server has closed every one of them.
 */
export async function runPipelining(options: {
  address: string
  pid: number
  connections: number
  requests: number
  holdMs: number
}): Promise<PipeliningResult> {
  const { address, pid, connections, requests, holdMs } = options
  const { hostname, port } = new URL(address)
  const pieces = paths.map((path) =>
    `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(requests),
  )
  // Filling the caches of the shop is no cost of the attack.
  for (const path of paths) await (await fetch(`${address}${path}`)).text()
  const idleMb = await residentMb(pid)
  const result = { idleMb, peakMb: idleMb, listAnswers: 0, listFailures: 0 }
  let slowestListMs = 0
  const sockets: Socket[] = []
  for (let n = 0; n < connections; n++) {
    const socket = connect({ host: hostname, port: Number(port) }).pause()
    socket.on('error', () => {})
    sockets.push(socket)
    socket.write(pieces[n % pieces.length] ?? '')
  }
  const endAt = Date.now() + holdMs
  while (Date.now() < endAt) {
    const askedAt = Date.now()
    const isAnswered = await fetch(`${address}${api}/products`).then(
      async (response) => response.ok && (await response.text()) !== '',
      () => false,
    )
    slowestListMs = Math.max(slowestListMs, Date.now() - askedAt)
    if (isAnswered) result.listAnswers++
    else result.listFailures++
    result.peakMb = Math.max(result.peakMb, await residentMb(pid))
    await delay(50)
  }
  const answers = await Promise.all(sockets.map(countAnswers))
  return { ...result, slowestListMs, mostAnswers: Math.max(...answers) }
}

/** Reads until the server closes the connection; gives how many responses came. */
async function countAnswers(socket: Socket): Promise<number> {
  let answers = 0
  socket.on('data', (chunk) => {
    answers += chunk.toString('latin1').split('HTTP/1.1 ').length - 1
  })
  if (socket.closed) return answers
  // Not `once` of events: that one rejects when the connection is reset, which is an end like any.
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await closed
  return answers
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024)
}
