import { and, eq, sql } from 'drizzle-orm'
import type { ImportKind } from '#contract/file-kinds.ts'
import type { ImportPreset } from '#contract/import-presets.ts'
import type { Db } from '../db/connect.ts'
import { importMatches } from '../db/tables/files.ts'

/** A shop has few; a bound all the same. */
const maxMatches = 2_000

/** The columns that were matched by hand before, by folded headings; null for one that is left out. */
export async function readMatches(
  db: Db,
  kind: ImportKind,
  preset: ImportPreset,
): Promise<Map<string, string | null>> {
  const rows = await db
    .select({ word: importMatches.word, field: importMatches.field })
    .from(importMatches)
    .where(and(eq(importMatches.kind, kind), eq(importMatches.preset, preset)))
    .limit(maxMatches)
  return new Map(rows.map(({ word, field }) => [word, field || null]))
}

export async function writeMatches(
  db: Db,
  of: { kind: ImportKind; preset: ImportPreset },
  matches: ReadonlyMap<string, string>,
): Promise<void> {
  if (matches.size === 0) return
  const rows = [...matches].map(([word, field]) => ({ ...of, word, field }))
  await db
    .insert(importMatches)
    .values(rows)
    .onConflictDoUpdate({
      target: [importMatches.kind, importMatches.preset, importMatches.word],
      set: { field: sql`excluded.field`, changedAt: sql`now()` },
    })
}
