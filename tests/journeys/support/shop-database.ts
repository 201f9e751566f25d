import pg from 'pg'
import { locateRunningPostgres } from '../../../src/server/db/embedded/embedded-postgres.ts'

/** Runs a statement in the database of the shop, for what no call and no screen brings about. */
export async function queryShop(
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  const url = await locateRunningPostgres(process.env.JOURNEY_DATA_DIR ?? '')
  const client = new pg.Client({ connectionString: url ?? '' })
  await client.connect()
  try {
    const { rows } = await client.query(text, values)
    return rows
  } finally {
    await client.end()
  }
}
