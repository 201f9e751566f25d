import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../db/connect.ts'
import { products, variants } from '../db/tables/catalog.ts'
import { writeProductTerms } from './product-terms.ts'
import type { VariantPlan, VariantRow } from './variant-plan.ts'

/** A variant as products show it. */
export interface StoredVariant extends Omit<VariantRow, 'productId' | 'position' | 'archivedAt'> {
  /** Pieces that are left; null where it is not counted. */
  available: number | null
  onHand: number | null
}

const isLive = sql`variant.archived_at is null`
const variantJson = sql`json_build_object('id', variant.id, 'title', variant.title,
  'optionValues', variant.option_values, 'price', variant.price, 'originPrice', variant.origin_price,
  'imageUrl', variant.image_url, 'sku', variant.sku, 'barcode', variant.barcode,
  'weightG', variant.weight_g, 'sidesMm', variant.sides_mm, 'isEnabled', variant.is_enabled,
  'available', counted.on_hand - counted.held, 'onHand', counted.on_hand)`

const variantsWhere = (condition: SQL) =>
  sql<StoredVariant[] | null>`case when "products".options <> '[]' then (
    select coalesce(json_agg(${variantJson} order by variant.position), '[]')
    from variants as variant left join stock as counted on counted.product_id = variant.id
    where variant.product_id = "products".id and ${condition}) end`

/** All that the staff sell of a product with options; null without options. */
export const liveVariants = variantsWhere(isLive)
/** Those of them that shoppers see. */
export const variantsOnSale = variantsWhere(sql`variant.is_enabled and ${isLive}`)

/** Of a product: `own` of its stock, or with options `ofVariants` over the stock of those on sale. */
const ofStock = (own: SQL, ofVariants: SQL) => sql`case when "products".options = '[]'
  then (select ${own} from stock as counted where counted.product_id = "products".id)
  else (select ${ofVariants} from variants as variant
    left join stock as counted on counted.product_id = variant.id
    where variant.product_id = "products".id and variant.is_enabled and ${isLive}) end`
const left = sql`counted.on_hand - counted.held`
/** Null while none is on sale. */
const areCounted = sql`bool_and(counted.product_id is not null)`

/** Of a product with options that of all its variants together; sold out while none is on sale. */
export const stockLevelOf = ofStock(
  sql`stock_level(${left})`,
  sql`case when ${areCounted} is null then 'sold_out' when ${areCounted} then stock_level(sum(${left})::int) end`,
)

/** Pieces left of a product in all its variants on sale; null where one of them is not counted. */
export const availableOf = sql<number | null>`${ofStock(
  left,
  sql`case when ${areCounted} is null then 0 when ${areCounted} then sum(${left})::int end`,
)}`

/** Of a product with options: one of its variants on sale can be had. */
export const hasVariantLeft = sql`exists (select from variants as variant
  left join stock as counted on counted.product_id = variant.id
  where variant.product_id = "products".id and variant.is_enabled and ${isLive}
    and coalesce(counted.on_hand - counted.held, 1) > 0)`

/** The join from the id of what is sold to its variant, if its product has options. */
export const isSoldVariant = (soldId: SQLWrapper) => eq(variants.id, soldId)
/** The join to its product, behind the one to its variant. */
export const isSoldProduct = (soldId: SQLWrapper) =>
  sql`${products.id} = coalesce(${variants.productId}, ${soldId})`

/** The join from products to all that they are sold as: their variants, or nothing beside themselves. */
export const isVariantOfProduct = and(
  eq(variants.productId, products.id),
  isNull(variants.archivedAt),
)
/** Behind it: the id, and the name, of what is sold. */
export const soldIdOfProduct = sql<string>`coalesce(${variants.id}, ${products.id})`
/** As `variantTitle` of the contract. */
const withVariant = <Title>(
  title: SQLWrapper,
) => sql<Title>`case when ${variants.id} is null then ${title}
  when ${variants.title} ~ '[（(]' then ${title} || '・' || ${variants.title}
  else ${title} || '（' || ${variants.title} || '）' end`
export const soldTitle = withVariant<string>(products.title)
/** Null where the owner has written no English. */
export const soldTitleInEnglish = withVariant<string | null>(sql`(${products.english} ->> 'title')`)

/** The ids of the products of which these are the ids in stock. */
export const productIdsOf = (soldIds: readonly string[]) =>
  sql`(select coalesce(variant.product_id, asked.id)
    from unnest(${sql.param([...soldIds])}::text[]) as asked (id)
    left join variants as variant on variant.id = asked.id)`

/** The join from products to those of these ids in stock that are variants; archived ones, too. */
export const isAskedVariant = (soldIds: readonly string[]) =>
  and(eq(variants.productId, products.id), inArray(variants.id, [...soldIds]))

/** Behind that join, or `isVariantOfProduct`: those that are sold under these ids. */
export function areSoldAs(soldIds: readonly string[]): SQL | undefined {
  // By the ids of products first: no index has the id in stock.
  return and(
    sql`${products.id} in ${productIdsOf(soldIds)}`,
    sql`${soldIdOfProduct} = any(${sql.param([...soldIds])}::text[])`,
  )
}

/**
 * The ids in stock that are meant by these: the id of a product whose variant of the same id was let
 * go means its first one of now.
 */
export async function readSoldIds(db: Db, ids: readonly string[]): Promise<(id: string) => string> {
  const gone = alias(variants, 'gone')
  const isGone = and(eq(gone.id, variants.productId), isNotNull(gone.archivedAt))
  const rows = await db
    .select({ productId: variants.productId, id: variants.id })
    .from(variants)
    .innerJoin(gone, isGone)
    .where(and(inArray(variants.productId, [...ids]), isNull(variants.archivedAt)))
    // Of the entries of a key a map keeps the last.
    .orderBy(desc(variants.position))
  const firsts = new Map(rows.map(({ productId, id }) => [productId, id]))
  return (id) => firsts.get(id) ?? id
}

/** All variants that a product ever had. The product is locked by the caller. */
export function readVariants(db: Db, productId: string): Promise<VariantRow[]> {
  return db
    .select()
    .from(variants)
    .where(eq(variants.productId, productId))
    .orderBy(variants.position)
}

/** The variants on sale that have one of these SKUs, but for those of this product. */
export function findTakenSkus(db: Db, skus: readonly string[], productId = '') {
  return db
    .select({ sku: variants.sku, productId: variants.productId, title: products.title })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      and(
        inArray(variants.sku, [...skus]),
        ne(variants.productId, productId),
        isNull(variants.archivedAt),
        isNull(products.deletedAt),
      ),
    )
}

/** Takes these SKUs from products in the trash: a SKU belongs to what is sold by it now. */
export async function releaseDeletedSkus(db: Db, skus: readonly string[]): Promise<void> {
  const released = await db
    .update(variants)
    .set({ sku: null })
    .from(products)
    .where(
      and(
        eq(products.id, variants.productId),
        isNotNull(products.deletedAt),
        inArray(variants.sku, [...skus]),
        isNull(variants.archivedAt),
      ),
    )
    .returning({ productId: variants.productId })
  const ids = released.map(({ productId }) => productId)
  if (ids.length > 0) await writeProductTerms(db, ids)
}

/** Writes the variants of a locked product. */
export async function writeVariants(
  db: Db,
  productId: string,
  { saved, archived, isReleased }: Pick<VariantPlan, 'saved' | 'archived' | 'isReleased'>,
): Promise<void> {
  const ofProduct = eq(variants.productId, productId)
  // A SKU may go from one variant to another: while they are written nobody has it.
  await db
    .update(variants)
    .set({ sku: null })
    .where(and(ofProduct, isNull(variants.archivedAt)))
  if (archived.length > 0) {
    await db
      .update(variants)
      .set({ archivedAt: sql`now()` })
      .where(and(ofProduct, inArray(variants.id, [...archived])))
  }
  if (isReleased) await db.delete(variants).where(and(ofProduct, eq(variants.id, productId)))
  if (saved.length === 0) return
  await db
    .insert(variants)
    .values(saved.map((row) => ({ ...row, productId })))
    .onConflictDoUpdate({ target: variants.id, set: writtenAnew })
}

const { id: _id, productId: _productId, ...changing } = getTableColumns(variants)
const writtenAnew = Object.fromEntries(
  Object.entries(changing).map(([property, { name }]) => [property, sql.raw(`excluded.${name}`)]),
)
