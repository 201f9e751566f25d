import { brokenChecks } from '../../src/server/testing/broken-checks.ts'

/** Broken checks of the books of this database, as sentences. */
export async function campaignFaults(databaseUrl: string): Promise<string[]> {
  const broken = await brokenChecks(databaseUrl)
  return broken.map(({ id, subjects }) => `${id} is broken by ${subjects.slice(0, 5).join(', ')}`)
}
