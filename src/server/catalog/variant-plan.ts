import { isDeepStrictEqual } from 'node:util'
import type { ProductOption } from '#contract/catalog.ts'
import { valuesTitle } from '#contract/variants.ts'
import { createId } from '../db/id.ts'
import type { variants } from '../db/tables/catalog.ts'
import { fieldError } from '../input/coerced-values.ts'

export type VariantRow = typeof variants.$inferSelect
export type SavedVariant = Omit<VariantRow, 'productId'>

/** A variant as an owner gives it; what is left out stays as it is. */
export interface GivenVariant
  extends Pick<SavedVariant, 'optionValues' | 'price'>,
    Partial<Omit<SavedVariant, 'optionValues' | 'price' | 'position' | 'title' | 'archivedAt'>> {}

export interface VariantPlan {
  saved: SavedVariant[]
  /** Ids of those that are no longer offered. */
  archived: string[]
  /** The product has no options any more: it is its own variant again. */
  isReleased: boolean
  /** Those of the product, from its variants on sale; absent without variants. */
  prices?: { price: number; originPrice: number; priceMax: number | null }
}

/**
 * How the variants of a product become the given ones: those named by their id, or by their values,
 * stay what they were, and the first one of a product that had none is the product itself. Throws
 * INVALID_INPUT with a text for the field.
 */
export function planVariants(
  product: { id: string; originPrice: number },
  known: readonly VariantRow[],
  given: { options: readonly ProductOption[]; variants: readonly GivenVariant[] },
): VariantPlan {
  const live = known.filter(({ archivedAt }) => archivedAt === null)
  if (given.options.length === 0) {
    if (given.variants.length > 0) throw fieldError('options', '請先設定規格')
    const archived = live.map(({ id }) => id).filter((id) => id !== product.id)
    return { saved: [], archived, isReleased: known.length > 0 }
  }
  assertOptions(given.options)
  assertValues(given.options, given.variants)
  const byId = new Map(known.map((row) => [row.id, row]))
  const taken = new Set(given.variants.flatMap(({ id }) => id ?? []))
  if (taken.size < given.variants.filter(({ id }) => id !== undefined).length) {
    throw fieldError('variants', '規格重複')
  }
  const saved = given.variants.map((variant, position): SavedVariant => {
    const { id = findId(variant) } = variant
    const before = byId.get(id)
    if (!before && variant.id !== undefined && id !== product.id) {
      throw fieldError(
        'variants',
        `找不到規格「${valuesTitle(variant.optionValues)}」，請重新整理後再試`,
      )
    }
    const { optionValues, price } = variant
    return {
      ...(before ?? { ...newVariant, originPrice: Math.max(price, product.originPrice) }),
      ...variant,
      id,
      position,
      optionValues,
      price,
      title: valuesTitle(optionValues),
      archivedAt: null,
    }
  })
  assertSkus(saved)
  const kept = new Set(saved.map(({ id }) => id))
  const archived = live.map(({ id }) => id).filter((id) => !kept.has(id))
  return { saved, archived, isReleased: false, prices: pricesOf(saved) }

  function findId({ optionValues }: GivenVariant): string {
    const isFree = ({ id }: { id: string }) => !taken.has(id)
    const same = known.find(
      (row) => isDeepStrictEqual(row.optionValues, optionValues) && isFree(row),
    )
    const isFirst = known.every(({ id }) => id !== product.id) && isFree(product)
    const id = same?.id ?? (isFirst ? product.id : createId())
    taken.add(id)
    return id
  }
}

const newVariant = {
  sku: null,
  barcode: null,
  imageUrl: '',
  weightG: null,
  sidesMm: null,
  isEnabled: true,
}

/**
 * The given variants, and those of the known ones that are off and not named: a client that had the
 * product from the storefront has not seen them. They stay while the product has such options.
 */
export function withUnseen(
  known: readonly VariantRow[],
  { options, variants }: { options: readonly ProductOption[]; variants: readonly GivenVariant[] },
): GivenVariant[] {
  const isGiven = ({ id, optionValues }: VariantRow) =>
    variants.some((one) => one.id === id || isDeepStrictEqual(one.optionValues, optionValues))
  return known
    .filter((row) => row.archivedAt === null && !row.isEnabled && !isGiven(row))
    .filter(({ optionValues }) => isOfOptions(options, optionValues))
    .reduce<GivenVariant[]>((list, row) => list.toSpliced(row.position, 0, row), [...variants])
}

function isOfOptions(options: readonly ProductOption[], optionValues: readonly string[]): boolean {
  const isOf = options.every(({ values }, index) => values.includes(optionValues[index] ?? ''))
  return optionValues.length === options.length && isOf
}

function assertOptions(options: readonly ProductOption[]): void {
  const names = options.map(({ name }) => name)
  if (hasTwice(names)) throw fieldError('options', '規格名稱重複')
  const repeated = options.find(({ values }) => hasTwice(values))
  if (repeated) throw fieldError('options', `「${repeated.name}」有重複的選項`)
}

function assertValues(
  options: readonly ProductOption[],
  variants: readonly Pick<GivenVariant, 'optionValues'>[],
): void {
  if (variants.length === 0) throw fieldError('variants', '請至少保留一種規格')
  for (const { optionValues } of variants) {
    if (!isOfOptions(options, optionValues)) {
      throw fieldError('variants', `規格「${valuesTitle(optionValues)}」與選項不符`)
    }
  }
  if (hasTwice(variants.map(({ optionValues }) => JSON.stringify(optionValues))))
    throw fieldError('variants', '規格重複')
}

function assertSkus(variants: readonly SavedVariant[]): void {
  const skus = variants.flatMap(({ sku }) => sku ?? [])
  if (hasTwice(skus)) throw fieldError('variants', '商品貨號（SKU）重複')
}

function hasTwice(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length
}

/** Of the cheapest variant on sale; of the cheapest of all while none is. */
function pricesOf(saved: readonly SavedVariant[]) {
  const enabled = saved.filter(({ isEnabled }) => isEnabled)
  const sold = (enabled.length > 0 ? enabled : saved).toSorted((a, b) => a.price - b.price)
  const [cheapest, dearest] = [sold[0], sold.at(-1)]
  if (!cheapest || !dearest) throw new Error('a product with options has a variant')
  const { price, originPrice } = cheapest
  return { price, originPrice, priceMax: dearest.price > price ? dearest.price : null }
}
