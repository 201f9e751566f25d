import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/**
 * Tables that a backup leaves out: who is signed in, and what counts for an hour. Every other table
 * is in it, by the catalogue of the database and not by a list.
 */
export const leftOutTables: ReadonlySet<string> = new Set([
  'admin_sessions',
  'admin_reset_codes',
  'first_admin_codes',
  'refresh_tokens',
  'line_sign_ins',
  'rate_limit_counts',
  'outgoing_hold',
  'run_files',
  'run_file_parts',
])

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

export interface CopiedTable {
  name: string
  /** In their order, without generated ones. */
  columns: string[]
}

/** The tables of the shop that a backup holds. */
export async function listCopiedTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select relname as name,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '')
         as columns
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by relname collate "C"`,
  )
  return rows.filter(({ name }) => !leftOutTables.has(name))
}

const columnsOf = ({ columns }: CopiedTable) => columns.map(pg.escapeIdentifier).join(', ')

export function copyOut(table: CopiedTable): string {
  return `copy (select ${columnsOf(table)} from ${pg.escapeIdentifier(table.name)}) to stdout`
}

export function copyIn(table: CopiedTable): string {
  return `copy public.${pg.escapeIdentifier(table.name)} (${columnsOf(table)}) from stdin`
}

export interface TableBooks {
  rows: number
  /** The sum of a hash of each row: tables of equal rows have it in any order. */
  sum: string
}

export async function readTableBooks(
  client: pg.ClientBase,
  table: CopiedTable,
): Promise<TableBooks> {
  const { rows } = await client.query<TableBooks>(
    `select count(*)::int as rows,
       coalesce(sum(('x' || left(md5(part::text), 15))::bit(60)::bigint), 0)::text as sum
     from (select ${columnsOf(table)} from ${pg.escapeIdentifier(table.name)}) as part`,
  )
  return rows[0] ?? { rows: 0, sum: '' }
}

const pieceBytes = 1_000_000

/** A table as COPY text, in pieces of whole rows. */
export async function* readPieces(
  client: pg.ClientBase,
  table: CopiedTable,
): AsyncGenerator<Buffer> {
  let kept: Buffer[] = []
  let size = 0
  for await (const chunk of client.query(copyTo(copyOut(table)))) {
    kept.push(chunk)
    size += chunk.length
    if (size < pieceBytes) continue
    const text = Buffer.concat(kept)
    // A line break within a row is escaped.
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) yield text.subarray(0, end)
    kept = [text.subarray(end)]
    size = text.length - end
  }
  if (size > 0) yield Buffer.concat(kept)
}
