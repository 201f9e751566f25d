import type { Product, ProductOption, Variant } from '#contract/catalog.ts'
import { maxValues } from '#contract/product-limits.ts'
import { valuesTitle } from '#contract/variants.ts'

/** The cells of a variant that hold text, in the order of the table. */
export const cellColumns = [
  'price',
  'origin_price',
  'sku',
  'barcode',
  'weight_g',
  'sides_mm',
  'on_hand',
] as const
export type CellColumn = (typeof cellColumns)[number]

/** A value keeps its key while it is renamed, and so the variants keep it. */
export interface ValueDraft {
  key: string
  text: string
}

export interface OptionDraft {
  key: string
  name: string
  values: ValueDraft[]
}

export interface VariantDraft {
  key: string
  /** Of a saved variant. */
  id?: string
  /** One key of a value of each option, in their order. */
  valueKeys: string[]
  isEnabled: boolean
  /** Its address; empty: that of the product. */
  picture: string
  cells: Record<CellColumn, string>
}

export interface VariantDrafts {
  options: OptionDraft[]
  variants: VariantDraft[]
}

/** The options and variants of a saved product as the page edits them. */
export function draftsOf({ options = [], variants = [] }: Product): VariantDrafts {
  const drafts = options.map(({ name, values }, at) => ({
    key: `o${at}`,
    name,
    values: values.map((text, index) => ({ key: `o${at}v${index}`, text })),
  }))
  return {
    options: drafts,
    variants: variants.map((variant) => ({
      key: variant.id,
      id: variant.id,
      valueKeys: drafts.map(
        ({ values }, at) =>
          values.find(({ text }) => text === variant.option_values[at])?.key ?? '',
      ),
      isEnabled: variant.is_enabled === 1,
      picture: variant.imageUrl ?? '',
      cells: cellsOf(variant),
    })),
  }
}

function cellsOf(variant: Variant): Record<CellColumn, string> {
  return {
    price: String(variant.price),
    origin_price: String(variant.origin_price),
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    weight_g: String(variant.weight_g ?? ''),
    sides_mm: variant.sides_mm?.join('×') ?? '',
    on_hand: String(variant.on_hand ?? ''),
  }
}

/** 「辣味 / 大」, as the server names it. */
export function titleOf({ options }: VariantDrafts, { valueKeys }: VariantDraft): string {
  return valuesTitle(valuesOf(options, valueKeys))
}

export function valuesOf(options: readonly OptionDraft[], valueKeys: readonly string[]): string[] {
  return options.map(
    ({ values }, at) => values.find(({ key }) => key === valueKeys[at])?.text.trim() ?? '',
  )
}

/** The texts that are typed in one field, parted by commas or lines, each once. */
export function typedValues(typed: string): string[] {
  const texts = typed.split(/[、,，;；\n]/).map((text) => text.trim())
  return [...new Set(texts.filter((text) => text !== ''))]
}

/** Adds values to an option, and the combinations that are missing because of them. */
export function withValues(drafts: VariantDrafts, at: number, texts: string[]): VariantDrafts {
  const option = drafts.options[at]
  if (!option) return drafts
  const added = texts.map((text) => ({ key: newKey(), text }))
  const options = drafts.options.with(at, { ...option, values: [...option.values, ...added] })
  const others = options.map(({ values }) => values.map(({ key }) => key))
  const made = combinations(
    others.with(
      at,
      added.map(({ key }) => key),
    ),
  )
  return sorted({
    options,
    variants: [...drafts.variants, ...made.map((keys) => newVariant(drafts.variants, keys))],
  })
}

/** Adds an option. The variants of before become those of its first value, and keep their ids. */
export function withOption(
  drafts: VariantDrafts,
  option: { name: string; values: string[] },
  product: Pick<Product, 'price' | 'origin_price'>,
): VariantDrafts {
  const [first = '', ...rest] = option.values
  const key = newKey()
  const options = [
    ...drafts.options,
    { key: newKey(), name: option.name, values: [{ key, text: first }] },
  ]
  const variants =
    drafts.options.length > 0
      ? drafts.variants.map((variant) => ({ ...variant, valueKeys: [...variant.valueKeys, key] }))
      : [firstVariant(key, product)]
  // Combinations that the owner has left out stay out.
  const made = rest.map((text) => ({ key: newKey(), text }))
  const grown = made.flatMap((value) =>
    variants.map(({ valueKeys, picture }) => ({
      ...newVariant(variants, valueKeys.with(options.length - 1, value.key)),
      picture,
    })),
  )
  const last = { ...options.at(-1), values: [{ key, text: first }, ...made] } as OptionDraft
  return sorted({ options: options.with(-1, last), variants: [...variants, ...grown] })
}

/** Takes a value and its variants away. The last value of an option goes with the option alone. */
export function withoutValue(drafts: VariantDrafts, at: number, key: string): VariantDrafts {
  const option = drafts.options[at]
  if (!option || option.values.length === 1) return drafts
  const values = option.values.filter((value) => value.key !== key)
  return {
    options: drafts.options.with(at, { ...option, values }),
    variants: drafts.variants.filter(({ valueKeys }) => valueKeys[at] !== key),
  }
}

/** Takes an option away: of the variants that differ by it alone, the first one stays. */
export function withoutOption(drafts: VariantDrafts, at: number): VariantDrafts {
  const options = drafts.options.toSpliced(at, 1)
  if (options.length === 0) return { options, variants: [] }
  const seen = new Set<string>()
  const variants = drafts.variants.flatMap((variant) => {
    const valueKeys = variant.valueKeys.toSpliced(at, 1)
    const combination = valueKeys.join()
    if (seen.has(combination)) return []
    seen.add(combination)
    return [{ ...variant, valueKeys }]
  })
  return { options, variants }
}

export function withOptionMoved(drafts: VariantDrafts, at: number, to: number): VariantDrafts {
  return sorted({
    options: moved(drafts.options, at, to),
    variants: drafts.variants.map((variant) => ({
      ...variant,
      valueKeys: moved(variant.valueKeys, at, to),
    })),
  })
}

export function withValueMoved(
  drafts: VariantDrafts,
  at: number,
  [from, to]: [number, number],
): VariantDrafts {
  const option = drafts.options[at]
  if (!option) return drafts
  const values = moved(option.values, from, to)
  return sorted({ ...drafts, options: drafts.options.with(at, { ...option, values }) })
}

/** Renames an option, or one of its values. */
export function withText(
  drafts: VariantDrafts,
  at: number,
  { key, text }: { key?: string; text: string },
): VariantDrafts {
  const option = drafts.options[at]
  if (!option) return drafts
  const values = option.values.map((value) => (value.key === key ? { ...value, text } : value))
  const renamed = key === undefined ? { ...option, name: text } : { ...option, values }
  return { ...drafts, options: drafts.options.with(at, renamed) }
}

/** Why the options cannot be saved. */
export function optionFault(drafts: VariantDrafts): string | undefined {
  const options = toOptions(drafts)
  const names = options.map(({ name }) => name)
  if (names.includes('')) return '請填寫規格名稱'
  if (new Set(names).size < names.length) return '規格名稱重複'
  for (const { name, values } of options) {
    if (values.includes('')) return `「${name}」有空白的選項`
    if (new Set(values).size < values.length) return `「${name}」有重複的選項`
  }
  return undefined
}

/**
 * How many variants are sold no more once the drafts are saved. A new variant of the same values is
 * the saved one again; without options the one with the product's id becomes the product itself.
 */
export function countRemoved(drafts: VariantDrafts, saved: VariantDrafts, productId: string) {
  const { options, variants } = drafts
  const kept = new Set(variants.map(({ id }) => id))
  const titles = new Set(variants.map((variant) => variant.id ?? titleOf(drafts, variant)))
  return saved.variants.filter(
    (variant) =>
      !kept.has(variant.id) &&
      !titles.has(titleOf(saved, variant)) &&
      (options.length > 0 || variant.id !== productId),
  ).length
}

/**
 * The edits since `base` over what a colleague has saved since then; where both changed one field,
 * the edit stays. Undefined where both changed the options.
 */
export function rebased(
  base: VariantDrafts,
  mine: VariantDrafts,
  theirs: VariantDrafts,
): VariantDrafts | undefined {
  const isGrown = structureOf(theirs) !== structureOf(base)
  if (isGrown && structureOf(mine) !== structureOf(base)) return undefined
  const [before, edited, saved] = [base, mine, theirs].map(
    ({ variants }) => new Map(variants.map((variant) => [variant.id, variant])),
  )
  const onto = isGrown ? theirs : mine
  const variants = onto.variants.map((variant) => {
    const [was, own, other] = [before, edited, saved].map((known) => known?.get(variant.id))
    if (!was || !own || !other) return variant
    const cells = cellColumns.map((column) => {
      const cell = own.cells[column]
      return [column, cell === was.cells[column] ? other.cells[column] : cell]
    })
    return {
      ...variant,
      isEnabled: own.isEnabled === was.isEnabled ? other.isEnabled : own.isEnabled,
      picture: own.picture === was.picture ? other.picture : own.picture,
      cells: Object.fromEntries(cells) as VariantDraft['cells'],
    }
  })
  return { ...onto, variants }
}

const structureOf = (drafts: VariantDrafts) =>
  JSON.stringify([
    toOptions(drafts),
    drafts.variants.map(({ id, valueKeys }) => [id, valuesOf(drafts.options, valueKeys)]),
  ])

export function toOptions({ options }: VariantDrafts): ProductOption[] {
  return options.map(({ name, values }) => ({
    name: name.trim(),
    values: values.map(({ text }) => text.trim()),
  }))
}

/** Variants in the order of the values, the first option first. */
function sorted({ options, variants }: VariantDrafts): VariantDrafts {
  const places = options.map(
    ({ values }) => new Map(values.map(({ key }, index) => [key, index] as const)),
  )
  const placeOf = ({ valueKeys }: VariantDraft) =>
    places.reduce(
      (sum, place, at) => sum * maxValues + (place.get(valueKeys[at] ?? '') ?? maxValues),
      0,
    )
  return { options, variants: variants.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}

function combinations(lists: readonly string[][]): string[][] {
  return lists.reduce<string[][]>(
    (made, keys) => made.flatMap((combination) => keys.map((key) => [...combination, key])),
    [[]],
  )
}

/** Costs, weighs and measures what the variant does that shares most values with it. */
function newVariant(known: readonly VariantDraft[], valueKeys: string[]): VariantDraft {
  const shared = (other: VariantDraft) =>
    other.valueKeys.filter((key, at) => key === valueKeys[at]).length
  const like = known.toSorted((a, b) => shared(b) - shared(a))[0]
  const cells = { ...(like?.cells ?? noCells), sku: '', barcode: '', on_hand: '' }
  return { key: newKey(), valueKeys, isEnabled: true, picture: '', cells }
}

function firstVariant(key: string, product: Pick<Product, 'price' | 'origin_price'>): VariantDraft {
  const { price, origin_price } = product
  const cells = { ...noCells, price: String(price), origin_price: String(origin_price) }
  return { key: newKey(), valueKeys: [key], isEnabled: true, picture: '', cells }
}

const noCells: Record<CellColumn, string> = {
  ...{ price: '', origin_price: '', sku: '', barcode: '', weight_g: '', sides_mm: '', on_hand: '' },
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length) return [...list]
  return list.toSpliced(from, 1).toSpliced(to, 0, item)
}

let keys = 0
const newKey = () => `new-${++keys}`
