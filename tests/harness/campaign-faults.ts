import pg from 'pg'
import { findBrokenInvariants } from '../../src/server/campaigns/invariants.ts'

/** What breaks an invariant of campaigns in this database, as sentences, over one snapshot. */
export async function campaignFaults(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const run = async (statement: string) => (await client.query(statement)).rows
    const broken = await findBrokenInvariants(run)
    return broken.map(({ id, subjects }) => `${id} is broken by ${subjects.slice(0, 5).join(', ')}`)
  } finally {
    await client.end()
  }
}
