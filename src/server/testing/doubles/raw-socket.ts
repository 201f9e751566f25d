import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Lets the shop listen on a port of loopback, for what cannot be injected; gives the port. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('the shop listens nowhere')
  return address.port
}

export interface RawConnection {
  socket: Socket
  /** All bytes of the server until it closes the connection. */
  untilClosed: Promise<string>
  /** The bytes until this text occurs in them. */
  until(text: string): Promise<string>
}

/** A connection that sends exactly these bytes, valid HTTP or not. */
export async function openRaw(port: number, bytes: string): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1' })
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk.toString()
  })
  // The server may cut the connection while it is written to.
  socket.on('error', () => {})
  await once(socket, 'connect')
  // Not `once` of events: that one fails with the reset of a connection, which is an end like any.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(bytes)
  return {
    socket,
    untilClosed: closed.then(() => said),
    until: async (text) => {
      while (!said.includes(text)) {
        if (socket.closed) throw new Error(`closed before "${text}", after: ${said}`)
        await Promise.race([once(socket, 'data'), closed])
      }
      return said
    },
  }
}

/** The status, the headers' text and the JSON body of one whole answer. */
export function readAnswer(text: string): { status: number; head: string; body: unknown } {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end)
  const body = text.slice(end + 4)
  return {
    status: Number(head.split(' ')[1]),
    head: head.toLowerCase(),
    body: body.startsWith('{') ? JSON.parse(body) : body,
  }
}
