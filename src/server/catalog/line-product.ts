import { type SQL, sql } from 'drizzle-orm'
import { products, variants } from '../db/tables/catalog.ts'
import { productColumns } from './catalog.queries.ts'
import { soldTitle, soldTitleInEnglish } from './variants.queries.ts'

/** Limit of a description or a content in a cart line or order line, in characters. */
export const maxLineText = 2_000
/** Limit of a line's unknown keys together, in bytes of JSON. */
const maxLineExtra = 1_024

/** Cuts HTML before half a tag at its end, which could swallow the text after it. */
export function shortened(text: SQL): SQL<string> {
  const cut = sql`regexp_replace(left(${text}, ${sql.raw(String(maxLineText))}), '<([a-zA-Z/!?][^>]*)?$', '')`
  return sql<string>`case when length(${text}) > ${sql.raw(String(maxLineText))} then ${cut} else ${text} end`
}

/**
 * A product as a line carries it: with the name, price and picture of the chosen variant, which the
 * query joins by `isSoldVariant`. A reply with a hundred of them stays small.
 */
export const lineProductColumns = {
  ...productColumns,
  title: soldTitle.as('line_title'),
  titleInEnglish: soldTitleInEnglish.as('line_title_in_english'),
  price: sql<number>`coalesce(${variants.price}, ${products.price})`.as('line_price'),
  originPrice: sql<number>`coalesce(${variants.originPrice}, ${products.originPrice})`.as(
    'line_origin_price',
  ),
  imageUrl: sql<string>`coalesce(nullif(${variants.imageUrl}, ''), ${products.imageUrl})`.as(
    'line_picture',
  ),
  weightG: sql<number | null>`coalesce(${variants.weightG}, ${products.weightG})`.as('line_weight'),
  sidesMm: sql<number[] | null>`coalesce(${variants.sidesMm}, ${products.sidesMm})`.as(
    'line_sides',
  ),
  content: sql<string>`left(${products.content}, ${sql.raw(String(maxLineText))})`.as(
    'line_content',
  ),
  description: shortened(sql`${products.description}`).as('line_description'),
  extra: sql<Record<string, unknown>>`case when octet_length(${products.extra}::text)
    > ${sql.raw(String(maxLineExtra))} then '{}'::jsonb else ${products.extra} end`.as(
    'line_extra',
  ),
}

/** The variant of a line; all null for a product without options. */
export const lineVariantColumns = {
  id: variants.id,
  title: variants.title,
  sku: variants.sku,
}

/** Whether it can be had no more, whatever is left of it. */
export const isLineGone = sql<boolean>`(${products.deletedAt} is not null or not ${products.isEnabled}
  or ${variants.archivedAt} is not null or ${variants.isEnabled} is false
  or ${products.options} <> '[]' and ${variants.id} is null)`
