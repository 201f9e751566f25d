import pg from 'pg'
import { bookChecks } from '../checks/book-checks.ts'

/** The checks that this database breaks, over one snapshot; without those that wait for the staff. */
export async function brokenChecks(
  databaseUrl: string,
): Promise<{ id: string; subjects: string[] }[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const broken = []
    for (const { id, statement } of bookChecks.filter(({ isLive }) => !isLive)) {
      const { rows } = await client.query<{ subject: string }>(statement)
      if (rows.length > 0) broken.push({ id, subjects: rows.map(({ subject }) => subject) })
    }
    return broken
  } finally {
    await client.end()
  }
}
