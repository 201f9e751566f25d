import type { RaceHarness } from '../race/race-harness.ts'

/** Tells the rules that rows of the shop break; each rule selects their ids. */
export async function contradictions(
  harness: Pick<RaceHarness, 'query'>,
  rules: Record<string, string>,
): Promise<string[]> {
  const found: string[] = []
  for (const [rule, statement] of Object.entries(rules)) {
    const rows = await harness.query<{ id: string }>(statement)
    if (rows.length === 0) continue
    const some = rows.slice(0, 3).map(({ id }) => id)
    found.push(`${rule}: ${rows.length} (${some.join(', ')})`)
  }
  return found
}
