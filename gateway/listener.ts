import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const host = '127.0.0.1'

/** The port of the gateway, which can be closed for a while and opened again. */
export interface Listener {
  server: Server
  address(): string
  open(): Promise<void>
  /** Ends all connections and refuses new ones. */
  close(): Promise<void>
  refuseFor(ms: number): void
}

export function createListener(port: number): Listener {
  const server = createServer()
  let listensAt = port
  let reopening: NodeJS.Timeout | undefined

  function open(): Promise<void> {
    clearTimeout(reopening)
    return new Promise((resolve, reject) => {
      if (server.listening) return resolve()
      server.once('error', reject)
      server.listen(listensAt, host, () => {
        server.off('error', reject)
        listensAt = (server.address() as AddressInfo).port
        resolve()
      })
    })
  }

  function close(): Promise<void> {
    clearTimeout(reopening)
    return new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }

  return {
    server,
    address: () => `http://${host}:${listensAt}`,
    open,
    close,
    refuseFor(ms) {
      void close()
      reopening = setTimeout(() => void open(), ms)
    },
  }
}
