import type { Product, Variant } from '#contract/catalog.ts'
import { withWholePictures } from '#contract/markup.ts'
import { stockLevelAt } from '#contract/stock-rules.ts'
import { sha256 } from '../db/sha256.ts'
import type { products } from '../db/tables/catalog.ts'
import { inReadersLanguage } from '../http/readers-texts.ts'
import { truncateDescription } from './description.ts'
import type { StoredVariant } from './variants.queries.ts'

export type ProductRow = Omit<
  typeof products.$inferSelect,
  'searchTerms' | 'textTerms' | 'changedAt'
>

/** The columns of a product that the wire shows. Lines of carts and orders carry no stock. */
export interface ProductColumns
  extends Omit<ProductRow, 'createdAt' | 'deletedAt' | 'deletedBy' | 'deletion'> {
  stockLevel?: Product['stock_level'] | null
  /** Of what was chosen, as `title` names its variant. */
  titleInEnglish?: string | null
  /** Null without options; absent where the product stands for one that was chosen. */
  variants?: StoredVariant[] | null
}

/**
 * A product as clients see it. Pictures of the shop are stored as paths and become whole addresses
 * under `ownAddress`, so that a shop can move.
 */
export function toProduct(row: ProductColumns, ownAddress: string): Product {
  // Keys that the server owns, and that were stored before it did.
  const { stock_level: _, changed_fields: __, ...extra } = withoutServerKeys(row.extra)
  const product = {
    ...extra,
    id: row.id,
    num: row.num,
    title: row.title,
    category: row.category,
    content: row.contentJson ?? row.content,
    description: row.description,
    imageUrl: row.imageUrl,
    imagesUrl: row.imagesUrl,
    is_enabled: row.isEnabled ? (1 as const) : (0 as const),
    origin_price: row.originPrice,
    price: row.price,
    unit: row.unit,
    ...(row.stockLevel && { stock_level: row.stockLevel }),
    ...(row.temperature && { shipping_temperature: row.temperature }),
    ...(row.noReturn && { no_return: row.noReturn }),
    ...(row.taxType && { tax_type: row.taxType }),
    ...(row.variants && {
      options: row.options,
      variants: row.variants.map(toVariant),
      ...(row.priceMax !== null && { price_max: row.priceMax }),
    }),
  }
  return absolutePictures(product, ownAddress)
}

function withoutServerKeys(extra: Record<string, unknown>) {
  const { options: _, variants: __, price_max: ___, variants_version: ____, ...rest } = extra
  const { shipping_temperature: _t, no_return: _n, weight_g: _w, sides_mm: _s, ...known } = rest
  const { tax_type: _x, ...others } = known
  return others
}

/** Changes with all that a form edits of options and variants; undefined without options. */
export function variantsVersion({ options, variants }: ProductColumns): string | undefined {
  if (!variants) return undefined
  const edited = variants.map(({ available: _, onHand: __, ...variant }) => variant)
  return sha256(JSON.stringify([options, edited]))
}

function toVariant(row: StoredVariant): Variant {
  const { available } = row
  const level = available === null ? null : stockLevelAt(available)
  return {
    id: row.id,
    title: row.title,
    option_values: row.optionValues,
    price: row.price,
    origin_price: row.originPrice,
    ...(row.imageUrl !== '' && { imageUrl: row.imageUrl }),
    ...(row.sku !== null && { sku: row.sku }),
    is_enabled: row.isEnabled ? (1 as const) : (0 as const),
    ...(level && { stock_level: level }),
  }
}

/** A product as the staff see it, with all that they set of its variants. */
export function toStaffProduct(row: ProductColumns, ownAddress: string): Product {
  const product = {
    ...toProduct(row, ownAddress),
    ...(row.weightG && { weight_g: row.weightG }),
    ...(row.sidesMm && { sides_mm: row.sidesMm }),
  }
  if (!product.variants) return product
  const byId = new Map(row.variants?.map((variant) => [variant.id, variant]))
  const version = variantsVersion(row)
  return {
    ...product,
    ...(version !== undefined && { variants_version: version }),
    variants: product.variants.map((variant) => {
      const {
        available = null,
        onHand = null,
        barcode,
        weightG,
        sidesMm,
      } = byId.get(variant.id) ?? {}
      return {
        ...variant,
        available,
        on_hand: onHand,
        ...(barcode && { barcode }),
        ...(weightG && { weight_g: weightG }),
        ...(sidesMm && { sides_mm: sidesMm }),
      }
    }),
  }
}

/** A product in a list: no more than the beginning of its description. */
export function toListedProduct(row: ProductColumns, ownAddress: string): Product {
  const shown = inReadersLanguage(row)
  const product = toProduct(
    { ...shown, description: truncateDescription(shown.description) },
    ownAddress,
  )
  // Whole addresses of pictures are longer than what is stored.
  return { ...product, description: truncateDescription(product.description) }
}

/** A product with stored picture paths, for a caller at `ownAddress`. */
export function absolutePictures(product: Product, ownAddress: string): Product {
  return {
    ...product,
    description: withWholePictures(product.description, ownAddress),
    imageUrl: absoluteUrl(product.imageUrl, ownAddress),
    imagesUrl: product.imagesUrl.map((url) => absoluteUrl(url, ownAddress)),
    ...(product.variants && {
      variants: product.variants.map(({ imageUrl, ...variant }) => ({
        ...variant,
        ...(imageUrl !== undefined && { imageUrl: absoluteUrl(imageUrl, ownAddress) }),
      })),
    }),
  }
}

/** The whole address of a picture that is stored as a path. */
export function absoluteUrl(url: string, ownAddress: string): string {
  return url.startsWith('/') ? `${ownAddress}${url}` : url
}
