import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands before a shop as its network and its releases do. */
export interface ShopFront {
  address: string
  /** No connection comes through. */
  isCut: boolean
  /** The name of the entry script in documents and worker; undefined: that of the build. */
  release: string | undefined
  close(): Promise<void>
}

export async function openShopFront(shop: string): Promise<ShopFront> {
  let entry = ''
  const server = createServer((asked, reply) => {
    if (front.isCut) return void asked.socket.destroy()
    const { release } = front
    if (release !== undefined && asked.url === release) {
      // Another name for the same application.
      reply.writeHead(200, { 'content-type': 'text/javascript' }).end(`import '${entry}'`)
      return
    }
    forward(asked, reply)
  })

  function forward(asked: IncomingMessage, reply: ServerResponse): void {
    const { 'if-none-match': _, 'accept-encoding': __, ...headers } = asked.headers
    const sent = request(
      new URL(asked.url ?? '/', shop),
      { method: asked.method ?? 'GET', headers },
      async (answer) => {
        // A cut finds no open connection, and no request one that is just being closed.
        answer.headers.connection = 'close'
        const type = answer.headers['content-type'] ?? ''
        const isText = type.startsWith('text/html') || asked.url === '/worker.js'
        if (!isText) {
          reply.writeHead(answer.statusCode ?? 500, answer.headers)
          answer.pipe(reply)
          return
        }
        const body = Buffer.concat(await answer.toArray()).toString('utf8')
        entry ||= /type="module"[^>]* src="([^"]+)"/.exec(body)?.[1] ?? ''
        const text = front.release && entry ? body.replaceAll(entry, front.release) : body
        const { etag: ___, 'content-length': ____, ...others } = answer.headers
        reply.writeHead(answer.statusCode ?? 500, others).end(text)
      },
    )
    sent.on('error', () => reply.destroy())
    asked.pipe(sent)
  }

  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const front: ShopFront = {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    isCut: false,
    release: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return front
}
