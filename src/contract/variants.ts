import type { Product, Variant } from './catalog.ts'
import { formatLowest } from './money.ts'
import { t } from './translate.ts'

/** The variant that an address names (`?v=`), while it is on sale. */
export function findVariant(product: Product, id: string | null): Variant | undefined {
  return product.variants?.find((variant) => variant.id === id)
}

/** The query of an address that names this variant. */
export function variantQuery(variant: Pick<Variant, 'id'> | undefined): string {
  return variant ? `?v=${encodeURIComponent(variant.id)}` : ''
}

/** The one that a cart takes where none was chosen: the first that can be had. */
export function firstVariant({ variants = [] }: Product): Variant | undefined {
  return variants.find(({ stock_level: level }) => level !== 'sold_out') ?? variants[0]
}

/** Also while none of its variants is on sale. */
export function isSoldOut({ stock_level: level, variants }: Product): boolean {
  return level === 'sold_out' || variants?.length === 0
}

/** The title of a variant, by its values: 「辣味 / 大」. */
export function valuesTitle(values: readonly string[]): string {
  return values.join(' / ')
}

/** As lines name it: 「蝦餅（辣味）」, or 「菜箱・大箱（5 公斤）」 without brackets in brackets. */
export function variantTitle(product: string, variant: string): string {
  return /[（(]/.test(variant) ? `${product}・${variant}` : `${product}（${variant}）`
}

/** The product as this variant of it, as lines of carts and orders show it. */
export function soldAs(product: Product, variant: Variant): Product {
  const { options: _, variants: __, price_max: ___, stock_level: ____, ...rest } = product
  const { title, price, origin_price, stock_level, imageUrl } = variant
  return {
    ...rest,
    title: variantTitle(product.title, title),
    price,
    origin_price,
    ...(imageUrl && { imageUrl, imagesUrl: [product.imageUrl, ...product.imagesUrl] }),
    ...(stock_level && { stock_level }),
  }
}

/** 「NT$420 起」 where a variant costs more. */
export function priceText({ price, price_max }: Pick<Product, 'price' | 'price_max'>): string {
  return formatLowest(price, price_max !== undefined)
}

/** 「3 種口味・2 種尺寸」: the values that are on sale. */
export function choicesText({ options = [], variants = [] }: Product): string {
  return options
    .map(({ name }, index) => {
      const values = new Set(variants.map(({ option_values }) => option_values[index]))
      return t('{size} 種{name}', { size: values.size, name })
    })
    .join('・')
}

/** A value of an option, beside what is chosen of the options before it. */
export interface OfferedValue {
  value: string
  /** Absent: there is no such combination. */
  variant?: Variant
  isSoldOut: boolean
  /** Where all variants of the value share one. */
  picture?: string
}

/**
 * The values of an option that are on sale at all. Each leads to a variant that keeps what is chosen
 * of the options before it and, where there is one, of those after it: no choice is a dead end.
 */
export function valuesOf(product: Product, chosen: Variant, index: number): OfferedValue[] {
  const { options = [], variants = [] } = product
  const values = options[index]?.values ?? []
  return values.flatMap((value): OfferedValue | [] => {
    const ofValue = variants.filter(({ option_values }) => option_values[index] === value)
    if (ofValue.length === 0) return []
    const possible = ofValue.filter(({ option_values }) =>
      option_values.slice(0, index).every((one, before) => one === chosen.option_values[before]),
    )
    const isLeft = ({ stock_level }: Variant) => stock_level !== 'sold_out'
    const same = possible.find(({ option_values }) =>
      option_values.every((one, at) => at === index || one === chosen.option_values[at]),
    )
    const variant = same ?? possible.find(isLeft) ?? possible[0]
    const [picture, ...others] = new Set(ofValue.map(({ imageUrl }) => imageUrl))
    return {
      value,
      ...(variant && { variant }),
      isSoldOut: possible.length > 0 && !possible.some(isLeft),
      ...(picture && others.length === 0 && { picture }),
    }
  })
}
