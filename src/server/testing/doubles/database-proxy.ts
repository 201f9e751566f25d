import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy between a server and its database that fails when a test asks for it. */
export interface DatabaseProxy {
  url: string
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>
  /** Takes connections and answers nothing on them. */
  stall(): void
  /** Leaves every connection open and forwards nothing more. */
  freeze(): void
  restore(): Promise<void>
  close(): Promise<void>
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const open = new Set<Socket>()
  let isStalled = false
  let server = await listen(0)
  const own = server.address() as AddressInfo

  async function listen(at: number): Promise<Server> {
    const created = createServer((near) => {
      open.add(near)
      near.on('error', () => {}).on('close', () => open.delete(near))
      if (isStalled) return
      const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname)
      open.add(far)
      far
        .on('error', () => near.destroy())
        .on('close', () => {
          open.delete(far)
          near.destroy()
        })
      near.on('close', () => far.destroy())
      near.pipe(far).pipe(near)
    })
    created.listen(at, '127.0.0.1')
    await once(created, 'listening')
    return created
  }

  async function cut(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }

  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(own.port)
  url.searchParams.delete('host')
  return {
    url: url.href,
    cut,
    stall: () => {
      isStalled = true
      for (const socket of open) socket.destroy()
    },
    freeze: () => {
      isStalled = true
      for (const socket of open) socket.unpipe().pause()
    },
    restore: async () => {
      isStalled = false
      for (const socket of open) socket.destroy()
      if (!server.listening) server = await listen(own.port)
    },
    close: async () => {
      if (server.listening) await cut()
    },
  }
}
