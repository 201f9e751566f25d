import pg from 'pg'

/** One statement on a connection of its own, as CREATE and DROP DATABASE need it. */
export async function runStatement(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
