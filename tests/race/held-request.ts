import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RaceRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  headers?: Record<string, string>
  /** Sent as JSON, a text as a form; without one the request has no body. */
  body?: unknown
}

/** Status 0: the connection was lost, so the outcome is not known. */
export interface Reply {
  status: number
  body: Record<string, unknown>
}

const formType = 'application/x-www-form-urlencoded'
const lost: Reply = { status: 0, body: {} }
const answersWithinMs = 30_000
/** A server may end a connection that has been idle for long just when it is used again. */
const servesAgainWithinMs = 2_000
/** Connections that wait for their next request, by address. */
const idle = new Map<string, { socket: Socket; since: number }[]>()

/** A request of which all but the last byte has been sent. */
export class HeldRequest {
  readonly reply: Promise<Reply>
  readonly #socket: Socket
  readonly #lastByte: Buffer

  private constructor(socket: Socket, lastByte: Buffer, reply: Promise<Reply>) {
    this.#socket = socket
    this.#lastByte = lastByte
    this.reply = reply
  }

  static async hold(address: string, request: RaceRequest): Promise<HeldRequest> {
    const { host } = new URL(address)
    const socket = takeIdle(address) ?? (await open(address))
    const bytes = Buffer.from(textOf(request, host))
    const reply = readReply(socket).then(({ answer, isLast }) => {
      if (isLast) socket.destroy()
      else park(address, socket)
      return answer
    })
    await new Promise<void>((resolve) => socket.write(bytes.subarray(0, -1), () => resolve()))
    return new HeldRequest(socket, bytes.subarray(-1), reply)
  }

  release(): void {
    this.#socket.write(this.#lastByte)
  }
}

/** Sends a request as it comes, with nothing held back. */
export async function send(address: string, request: RaceRequest): Promise<Reply> {
  const held = await HeldRequest.hold(address, request)
  held.release()
  return held.reply
}

export function closeIdleConnections(): void {
  for (const waiting of idle.values()) for (const { socket } of waiting) socket.destroy()
  idle.clear()
}

async function open(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  // The code that reads from the socket handles its end.
  socket.on('error', () => {})
  return socket
}

function park(address: string, socket: Socket): void {
  const waiting = idle.get(address) ?? []
  waiting.push({ socket, since: Date.now() })
  idle.set(address, waiting)
}

function takeIdle(address: string): Socket | undefined {
  const waiting = idle.get(address) ?? []
  for (let last = waiting.pop(); last; last = waiting.pop()) {
    const isFresh = Date.now() - last.since < servesAgainWithinMs
    if (isFresh && last.socket.readyState === 'open') return last.socket
    last.socket.destroy()
  }
  return undefined
}

function textOf({ method, path, headers = {}, body }: RaceRequest, host: string): string {
  const isForm = typeof body === 'string'
  const sent = body === undefined ? '' : isForm ? body : JSON.stringify(body)
  const all = {
    Host: host,
    ...(sent !== '' && { 'Content-Type': isForm ? formType : 'application/json' }),
    ...(sent !== '' && { 'Content-Length': String(Buffer.byteLength(sent)) }),
    ...(sent === '' && method === 'POST' && { 'Content-Length': '0' }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${sent}`
}

/** Reads one reply; every reply of the server tells its length. */
function readReply(socket: Socket): Promise<{ answer: Reply; isLast: boolean }> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    const timer = setTimeout(() => fail(new Error('no answer came in 30 s')), answersWithinMs)
    const onData = (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      try {
        const reply = parse(received)
        if (reply) end(() => resolve(reply))
      } catch (error) {
        fail(error)
      }
    }
    const onClose = () => end(() => resolve({ answer: lost, isLast: true }))
    function fail(error: unknown): void {
      end(() => reject(error))
      socket.destroy()
    }
    function end(settle: () => void): void {
      clearTimeout(timer)
      socket.off('data', onData)
      socket.off('close', onClose)
      settle()
    }
    socket.on('data', onData)
    socket.on('close', onClose)
    if (socket.destroyed) onClose()
  })
}

/** Undefined while the reply is not whole. */
function parse(received: Buffer): { answer: Reply; isLast: boolean } | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = received.subarray(0, headEnd).toString('latin1')
  const length = Number(/^content-length: *([0-9]+)/im.exec(head)?.[1] ?? Number.NaN)
  if (Number.isNaN(length)) throw new Error(`a reply without a length: ${head}`)
  const bodyStart = headEnd + 4
  if (received.length < bodyStart + length) return undefined
  const text = received.subarray(bodyStart, bodyStart + length).toString('utf8')
  const status = Number(head.split(' ')[1])
  const isJson = /^content-type: *application\/json/im.test(head)
  const isLast = /^connection: *close/im.test(head)
  return { answer: { status, body: isJson ? JSON.parse(text) : { text } }, isLast }
}
