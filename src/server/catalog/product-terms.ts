import { and, inArray, isNull, sql } from 'drizzle-orm'
import { textOf } from '#contract/markup.ts'
import type { Db } from '../db/connect.ts'
import { products, variants } from '../db/tables/catalog.ts'
import { beginningTerm, termsOf } from '../search/terms.ts'
import type { SearchedTable } from '../search/write-terms.ts'

/** So much of what a description says is found. */
const maxDescription = 2_000

/** The properties that products are found by. */
const searched = ['title', 'category', 'content', 'contentJson', 'description'] as const

export function changesTerms(change: Partial<typeof products.$inferInsert>): boolean {
  return searched.some((property) => change[property] !== undefined)
}

/**
 * Terms of products, made from what stands in the rows. `search_terms` is short: titles, categories,
 * and by which the back office alone finds, numbers and SKUs. `text_terms` has all that shoppers find.
 */
export async function writeProductTerms(db: Db, ids: string[]): Promise<void> {
  const { id, num, title, category, content, contentJson, description, english } = products
  const [rows, ofProducts] = await Promise.all([
    db
      .select({ id, num, title, category, content, contentJson, description, english })
      .from(products)
      .where(inArray(id, ids)),
    db
      .select({ productId: variants.productId, title: variants.title, sku: variants.sku })
      .from(variants)
      .where(and(inArray(variants.productId, ids), isNull(variants.archivedAt))),
  ])
  const variantsOf = Map.groupBy(ofProducts, ({ productId }) => productId)
  const terms = rows.map((row) => {
    const skus = variantsOf.get(row.id)?.flatMap(({ sku }) => sku ?? []) ?? []
    const titles = [row.title, ...(row.english?.title ? [row.english.title] : [])]
    const short = { A: titles, B: [row.category], D: [String(row.num), ...skus] }
    return `${termsOf(short, row.id)} ${beginningTerm(row.title)}`
  })
  const texts = rows.map((row) => {
    const shown = [...textOf(row.description)].slice(0, maxDescription).join('')
    const content = row.contentJson ? JSON.stringify(row.contentJson) : row.content
    const sold = variantsOf.get(row.id)?.map(({ title }) => title) ?? []
    const inEnglish = Object.values(row.english ?? {}).map(textOf)
    return termsOf({ A: [row.title, ...sold, row.category, shown, content, ...inEnglish] })
  })
  await db.execute(sql`
    update products set search_terms = made.terms::tsvector, text_terms = made.texts::tsvector
    from unnest(${sql.param(rows.map((row) => row.id))}::text[], ${sql.param(terms)}::text[],
      ${sql.param(texts)}::text[]) as made (id, terms, texts)
    where products.id = made.id and (search_terms, text_terms)
      is distinct from (made.terms::tsvector, made.texts::tsvector)`)
}

export const searchedProducts: SearchedTable = {
  table: products,
  id: products.id,
  write: writeProductTerms,
}
