import pg from 'pg'

/**
 * Tables that a backup leaves out: who is signed in, and what counts for an hour. Every other table
 * is in it, by the catalogue of the database and not by a list.
 */
export const leftOutTables: ReadonlySet<string> = new Set([
  'admin_sessions',
  'admin_reset_codes',
  'refresh_tokens',
  'rate_limit_counts',
  'outgoing_hold',
  'run_files',
  'run_file_parts',
])

export interface CopiedTable {
  name: string
  /** In their order, without generated ones. */
  columns: string[]
  /** SQL that the rows are sorted by, in any collation alike: equal tables have equal bytes. */
  key: string[]
}

/** The tables of the shop that a backup holds. */
export async function listCopiedTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<{
    name: string
    columns: string[]
    key: string[] | null
  }>(
    `select relname as name,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '')
         as columns,
       (select array_agg(quote_ident(attname)
           || case when attcollation = 0 then '' else ' collate "C"' end order by position)
        from pg_index, unnest(indkey) with ordinality as part (attnum, position)
        join pg_attribute on pg_attribute.attrelid = pg_class.oid
          and pg_attribute.attnum = part.attnum
        where indrelid = pg_class.oid and indisprimary) as key
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by relname collate "C"`,
  )
  return rows
    .filter(({ name }) => !leftOutTables.has(name))
    .map(({ name, columns, key }) => ({ name, columns, key: key ?? [] }))
}

/** A table without a primary key is sorted by the text of its rows. */
export function copyOut({ name, columns, key }: CopiedTable): string {
  const table = pg.escapeIdentifier(name)
  const order = key.length > 0 ? key.join(', ') : `${table}::text collate "C"`
  return `copy (select ${columnList(columns)} from ${table} order by ${order}) to stdout`
}

export function copyIn({ name, columns }: Pick<CopiedTable, 'name' | 'columns'>): string {
  return `copy ${pg.escapeIdentifier(name)} (${columnList(columns)}) from stdin`
}

function columnList(columns: readonly string[]): string {
  return columns.map(pg.escapeIdentifier).join(', ')
}

export interface SequenceState {
  name: string
  lastValue: string
  isCalled: boolean
}

/** Sequences are no part of a snapshot: read after it began, none is behind the rows. */
export async function readSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`,
  )
  const states: SequenceState[] = []
  for (const { name } of rows) {
    const state = await client.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${pg.escapeIdentifier(name)}`,
    )
    const [row] = state.rows
    if (row) states.push({ name, lastValue: row.last, isCalled: row.is_called })
  }
  return states
}

export async function writeSequences(
  client: pg.ClientBase,
  states: readonly SequenceState[],
): Promise<void> {
  for (const { name, lastValue, isCalled } of states) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${pg.escapeIdentifier(name)}`,
      lastValue,
      isCalled,
    ])
  }
}
