import pg from 'pg'

/** Copies take as long as they take; text of a row is the same on every machine. */
const session = `
  set statement_timeout = 0; set lock_timeout = '60s'; set idle_in_transaction_session_timeout = 0;
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set bytea_output = 'hex'; set extra_float_digits = 1; set search_path = public`

export async function openCopySession(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    application_name: 'minmin backup',
  })
  // A connection that breaks fails the query that is under way; the event adds nothing.
  client.on('error', () => {})
  await client.connect()
  await client.query(session)
  return client
}

export interface Snapshot {
  /** Connections that all see the database as it was in one moment. */
  clients: [pg.Client, ...pg.Client[]]
  close(): Promise<void>
}

/** One repeatable-read snapshot, exported by the first connection and imported by the others. */
export async function openSnapshot(url: string, connections: number): Promise<Snapshot> {
  const first = await openCopySession(url)
  const clients: Snapshot['clients'] = [first]
  const close = async () => {
    await Promise.all(clients.map((client) => client.end()))
  }
  try {
    await first.query('begin transaction isolation level repeatable read read only')
    const { rows } = await first.query<{ id: string }>('select pg_export_snapshot() as id')
    const [row] = rows
    if (!row) throw new Error('the database exports no snapshot')
    for (let number = 1; number < connections; number++) {
      const client = await openCopySession(url)
      clients.push(client)
      await client.query('begin transaction isolation level repeatable read read only')
      await client.query(`set transaction snapshot ${pg.escapeLiteral(row.id)}`)
    }
    return { clients, close }
  } catch (error) {
    await close()
    throw error
  }
}
