import { type SQL, sql } from 'drizzle-orm'
import { products } from '../db/tables/catalog.ts'
import { productColumns } from './catalog.queries.ts'

/** Limit of a description or a content in a cart line or order line, in characters. */
export const maxLineText = 2_000
/** Limit of a line's unknown keys together, in bytes of JSON. */
const maxLineExtra = 1_024

/** Cuts HTML before half a tag at its end, which could swallow the text after it. */
export function shortened(text: SQL): SQL<string> {
  const cut = sql`regexp_replace(left(${text}, ${sql.raw(String(maxLineText))}), '<([a-zA-Z/!?][^>]*)?$', '')`
  return sql<string>`case when length(${text}) > ${sql.raw(String(maxLineText))} then ${cut} else ${text} end`
}

/** A product as a line carries it: a reply with a hundred of them stays small. */
export const lineProductColumns = {
  ...productColumns,
  content: sql<string>`left(${products.content}, ${sql.raw(String(maxLineText))})`.as(
    'line_content',
  ),
  description: shortened(sql`${products.description}`).as('line_description'),
  extra: sql<Record<string, unknown>>`case when octet_length(${products.extra}::text)
    > ${sql.raw(String(maxLineExtra))} then '{}'::jsonb else ${products.extra} end`.as(
    'line_extra',
  ),
}
