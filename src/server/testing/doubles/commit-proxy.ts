import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** When the connection is cut: before PostgreSQL is given the COMMIT, or instead of its answer. */
export type CutMoment = 'before' | 'after'

/** A proxy between a server and its PostgreSQL that cuts the connection at a COMMIT. */
export interface CommitProxy {
  url: string
  /** Cuts at the next COMMIT of a transaction that ran a statement with these words. */
  cutNext(words: string, moment: CutMoment): Promise<void>
  close(): Promise<void>
}

interface Order {
  words: string
  moment: CutMoment
  carriedOut: () => void
}

export async function openCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host')
  const port = Number(target.port || 5432)
  const open = new Set<Socket>()
  const orders: Order[] = []

  const server = createServer((near) => {
    const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname)
    const disconnect = () => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', disconnect).on('close', () => {
        open.delete(socket)
        disconnect()
      })
    }
    const requests = new RequestReader()
    let cut: Order | undefined
    near.on('data', (bytes: Buffer) => {
      for (const statement of requests.read(bytes)) {
        if (statement.toLowerCase().startsWith('commit')) {
          const index = orders.findIndex(({ words }) => requests.ran(words))
          if (index >= 0) [cut] = orders.splice(index, 1)
        }
      }
      if (cut?.moment === 'before') {
        disconnect()
        cut.carriedOut()
      } else far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => {
      if (!cut) return void near.write(bytes)
      // Responses to statements before the COMMIT may come first; none of them is forwarded.
      if (!/COMMIT|ROLLBACK/.test(bytes.toString('latin1'))) return
      disconnect()
      cut.carriedOut()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  url.searchParams.delete('host')
  return {
    url: url.href,
    cutNext: (words, moment) =>
      new Promise((carriedOut) => {
        orders.push({ words, moment, carriedOut })
      }),
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** Parses the messages of a client as far as its statements need. */
class RequestReader {
  #rest = Buffer.alloc(0)
  #hasStarted = false
  #transaction: string[] = []
  readonly #prepared = new Map<string, string>()

  /** The statements that these bytes complete. */
  read(bytes: Buffer): string[] {
    this.#rest = Buffer.concat([this.#rest, bytes])
    const statements: string[] = []
    for (;;) {
      // Only the first message comes without a letter for its kind.
      const start = this.#hasStarted ? 1 : 0
      if (this.#rest.length < start + 4) return statements
      const end = start + this.#rest.readInt32BE(start)
      if (this.#rest.length < end) return statements
      const kind = this.#hasStarted ? String.fromCharCode(this.#rest[0] ?? 0) : ''
      const statement = this.#statementOf(kind, this.#rest.toString('utf8', start + 4, end))
      this.#rest = this.#rest.subarray(end)
      this.#hasStarted = true
      if (statement === undefined) continue
      if (statement.toLowerCase().startsWith('begin')) this.#transaction = []
      this.#transaction.push(statement)
      statements.push(statement)
    }
  }

  /** Parse names a statement, Bind runs it by its name, Query has it as it is. */
  #statementOf(kind: string, body: string): string | undefined {
    const [first = '', second = ''] = body.split('\0', 2)
    if (kind === 'P') this.#prepared.set(first, second)
    if (kind === 'B') return this.#prepared.get(second)
    return kind === 'Q' ? first : undefined
  }

  /** Whether the transaction at hand ran a statement with these words. */
  ran(words: string): boolean {
    return this.#transaction.some((statement) => statement.includes(words))
  }
}
