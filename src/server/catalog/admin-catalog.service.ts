import { isDeepStrictEqual } from 'node:util'
import { Product, ProductInput as productSchema } from '#contract/catalog.schema.ts'
import type { ProductInput, ProductOption, VariantInput } from '#contract/catalog.ts'
import { maxPrice, maxSide, maxWeight } from '#contract/product-limits.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import { violatedConstraint, violatedValue } from '../db/database-error.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { changedColumns } from '../input/changed-columns.ts'
import { fieldError, parseBoolean, readInteger, readText } from '../input/coerced-values.ts'
import { unknownProperties } from '../input/unknown-properties.ts'
import {
  archiveProductRow,
  insertProduct,
  lockProduct,
  updateProduct,
} from './admin-catalog.queries.ts'
import { storedHtml } from './description.ts'
import { storedPicture } from './picture-address.ts'
import { writeProductTerms } from './product-terms.ts'
import { type ProductColumns, type ProductRow, variantsVersion } from './product-wire.ts'
import { type GivenVariant, planVariants, withUnseen } from './variant-plan.ts'
import {
  findTakenSkus,
  readVariants,
  releaseDeletedSkus,
  type StoredVariant,
  writeVariants,
} from './variants.queries.ts'

const knownKeys = Object.keys({ ...Product.properties, ...productSchema.properties })
const fieldOf = {
  ...{ originPrice: 'origin_price', contentJson: 'content', isEnabled: 'is_enabled' },
  ...{ temperature: 'shipping_temperature', noReturn: 'no_return', taxType: 'tax_type' },
  ...{ weightG: 'weight_g', sidesMm: 'sides_mm' },
}
/** Like the unknown keys of a product. */
const maxContentBytes = 8 * 1024

export function createProduct(
  db: Transaction,
  actor: StaffActor,
  input: ProductInput,
  ownAddress: string,
): Promise<ProductColumns & ProductRow> {
  const given = readProduct(input, ownAddress)
  return transaction(db, async (tx) => {
    const row = await insertProduct(tx, {
      content: '',
      description: '',
      imageUrl: '',
      imagesUrl: [],
      isEnabled: false,
      ...given,
      id: createId(),
    })
    await recordAudit(tx, actor, {
      action: 'product.create',
      subject: subjectOf(row),
      after: given,
    })
    const { variants_version: _, ...copy } = input
    if (!copy.variants?.length) return row
    const known = await lockProduct(tx, row.id)
    if (!known) throw new Error('a new product cannot be locked')
    // Those that are named are of the product that was copied, and so are their SKUs.
    const variants = copy.variants.map(({ id, sku, ...variant }) =>
      id === undefined && sku !== undefined ? { ...variant, sku } : variant,
    )
    return saveVariants(tx, actor, known, { input: { ...copy, variants }, ownAddress })
  })
}

/** Changes what the input names; keys of its own that it does not name stay. */
export function changeProduct(
  db: Transaction,
  actor: StaffActor,
  product: { id: string; input: ProductInput },
  ownAddress: string,
): Promise<ProductColumns> {
  const given = readProduct(product.input, ownAddress)
  return transaction(db, async (tx) => {
    const known = await lockProduct(tx, product.id)
    if (!known) throw new ShopError('PRODUCT_NOT_FOUND')
    const extra = unknownProperties({ ...known.extra, ...given.extra }, [])
    const columns = changedColumns(given, product.input.changed_fields, fieldOf)
    // The prices of a product with options are those of its variants.
    if (known.options.length > 0) delete columns.price
    if (known.options.length > 0) delete columns.originPrice
    const saved = await saveChange(tx, actor, known, { ...columns, extra })
    return saveVariants(tx, actor, saved, { input: product.input, ownAddress })
  })
}

/** Saves the variants that the input has; without them they stay. The product is locked. */
async function saveVariants(
  tx: Transaction,
  actor: StaffActor,
  known: LockedProduct,
  { input, ownAddress }: { input: ProductInput; ownAddress: string },
): Promise<LockedProduct> {
  const isMeant = (field: 'options' | 'variants' | 'price' | 'origin_price') =>
    input[field] !== undefined && input.changed_fields?.includes(field) !== false
  if (!isMeant('options') && !isMeant('variants')) return known
  const options = isMeant('options') ? readOptions(input.options) : known.options
  const wanted = input.variants ?? []
  if (known.options.length + options.length + wanted.length === 0) return known
  const { variants_version: seen } = input
  if (seen !== undefined && seen !== (variantsVersion(known) ?? '')) {
    // A client that sends a product back as it came knows nothing of its variants.
    if (!input.changed_fields) return known
    throw new ShopError('VARIANTS_CHANGED')
  }
  const before = await readVariants(tx, known.id)
  const named = { options, variants: wanted.map((variant) => readVariant(variant, ownAddress)) }
  const variants = input.changed_fields ? named.variants : withUnseen(before, named)
  const plan = planVariants(known, before, { options, variants })
  await takeSkus(
    tx,
    known.id,
    plan.saved.flatMap(({ sku }) => sku ?? []),
  )
  await withUniqueSkus(() => writeVariants(tx, known.id, plan))
  await writeProductTerms(tx, [known.id])
  const noPrices = {
    priceMax: null,
    ...(isMeant('price') && { price: readPrice(input.price, 'price') }),
    ...(isMeant('origin_price') && {
      originPrice: readPrice(input.origin_price, 'origin_price'),
    }),
  }
  const change = { options, ...(plan.prices ?? noPrices) }
  const row = await updateProduct(tx, known.id, change)
  const after = row.variants?.map(toldVariant) ?? []
  const told = { before: known.variants?.map(toldVariant) ?? [], after }
  if (!isDeepStrictEqual(told.before, told.after) || !isDeepStrictEqual(known.options, options)) {
    await recordAudit(tx, actor, {
      action: 'product.update',
      subject: subjectOf(known),
      before: { options: known.options, variants: told.before },
      after: { options, variants: told.after },
    })
  }
  return row
}

/** Throws INVALID_INPUT for a SKU of another product; one in the trash gives its own up. */
async function takeSkus(tx: Transaction, productId: string, skus: readonly string[]) {
  if (skus.length === 0) return
  const [taken] = await findTakenSkus(tx, skus, productId)
  if (taken) throw skuTaken(taken.sku)
  await releaseDeletedSkus(tx, skus)
}

/** Another save may take a SKU after the check. */
async function withUniqueSkus(write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'variants_by_sku') throw error
    throw skuTaken(violatedValue(error))
  }
}

function skuTaken(sku: string | null | undefined): ShopError {
  return fieldError('variants', `商品貨號「${sku}」已被其他商品使用`)
}

/** A variant as the audit keeps it. */
function toldVariant({ title, price, isEnabled, sku }: StoredVariant) {
  return { title, price, isEnabled, ...(sku !== null && { sku }) }
}

type LockedProduct = NonNullable<Awaited<ReturnType<typeof lockProduct>>>

async function saveChange(
  tx: Transaction,
  actor: StaffActor,
  known: LockedProduct,
  change: Partial<ProductRow>,
): Promise<LockedProduct> {
  const { before, after, isChanged } = changedFields<Partial<ProductRow>>(known, change)
  if (!isChanged) return known
  const subject = subjectOf(known)
  await recordAudit(tx, actor, { action: 'product.update', subject, before, after })
  return updateProduct(tx, known.id, change)
}

/** Settings for many products at once. */
export type ProductSetting = Partial<Pick<ProductRow, 'isEnabled' | 'category'>>

/** Gives what the product had before; undefined when there is no such product. */
export function setProduct(
  db: Transaction,
  actor: StaffActor,
  id: string,
  setting: ProductSetting,
): Promise<ProductSetting | undefined> {
  return transaction(db, async (tx) => {
    const known = await lockProduct(tx, id)
    if (!known) return undefined
    await saveChange(tx, actor, known, setting)
    return { isEnabled: known.isEnabled, category: known.category }
  })
}

/** The row stays, for the carts and orders that name it; the shop forgets it. */
export async function archiveProduct(
  db: Transaction,
  actor: StaffActor,
  id: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await archiveProductRow(tx, id, actor)
    if (!row) throw new ShopError('PRODUCT_NOT_FOUND')
    await recordAudit(tx, actor, { action: 'product.archive', subject: subjectOf(row) })
  })
}

function subjectOf({ id, title }: ProductRow) {
  return { kind: 'product', id, title }
}

/** The columns that the input names; throws INVALID_INPUT. */
export function readProduct(input: ProductInput, ownAddress: string) {
  const picture = (address: string | null, field: string) =>
    storedPicture(address, field, ownAddress)
  const { shipping_temperature: temperature, no_return: noReturn, tax_type: taxType } = input
  return {
    title: readText(input.title, 'title'),
    category: readText(input.category, 'category'),
    unit: readText(input.unit, 'unit'),
    originPrice: readPrice(input.origin_price, 'origin_price'),
    price: readPrice(input.price, 'price'),
    extra: unknownProperties(input, knownKeys),
    ...(input.content !== undefined && readContent(input.content)),
    ...(input.description !== undefined && { description: storedHtml(input.description) }),
    ...(input.imageUrl !== undefined && { imageUrl: picture(input.imageUrl, 'imageUrl') }),
    ...(input.imagesUrl !== undefined && {
      imagesUrl: input.imagesUrl.map((address) => picture(address, 'imagesUrl')),
    }),
    ...(input.is_enabled !== undefined && { isEnabled: parseBoolean(input.is_enabled) }),
    ...(temperature !== undefined && {
      temperature: temperature === 'normal' ? null : temperature,
    }),
    ...(noReturn !== undefined && { noReturn }),
    ...(taxType !== undefined && { taxType: taxType === 'taxed' ? null : taxType }),
    ...readPacked(input, (name) => name),
  }
}

/** Weight and sides of a piece as it is packed, as far as they are named. */
function readPacked(
  { weight_g: weight, sides_mm: sides }: Pick<ProductInput, 'weight_g' | 'sides_mm'>,
  fieldFor: (name: 'weight_g' | 'sides_mm') => string,
) {
  const number = (value: number | string, field: string, maximum: number) =>
    readInteger(value, { field, minimum: 1, maximum })
  return {
    ...(weight !== undefined && {
      weightG: weight === null ? null : number(weight, fieldFor('weight_g'), maxWeight),
    }),
    ...(sides !== undefined && {
      sidesMm: sides?.map((side) => number(side, fieldFor('sides_mm'), maxSide)) ?? null,
    }),
  }
}

function readPrice(value: number | string, field: string): number {
  return readInteger(value, { field, minimum: 0, maximum: maxPrice })
}

function readOptions(options: readonly ProductOption[] = []): ProductOption[] {
  return options.map(({ name, values }) => ({
    name: readText(name, 'options'),
    values: values.map((value) => readText(value, 'options')),
  }))
}

function readVariant(input: VariantInput, ownAddress: string): GivenVariant {
  const field = 'variants'
  const text = (value: string | null) => value?.trim() || null
  const { id, option_values, origin_price, imageUrl, sku, barcode, is_enabled } = input
  return {
    optionValues: option_values.map((value) => readText(value, field)),
    price: readPrice(input.price, field),
    ...(id !== undefined && { id }),
    ...(origin_price !== undefined && { originPrice: readPrice(origin_price, field) }),
    ...(imageUrl !== undefined && { imageUrl: storedPicture(imageUrl, field, ownAddress) }),
    ...(sku !== undefined && { sku: text(sku) }),
    ...(barcode !== undefined && { barcode: text(barcode) }),
    ...readPacked(input, () => field),
    ...(is_enabled !== undefined && { isEnabled: parseBoolean(is_enabled) }),
  }
}

/** Text goes to a column of its own, for the previous version and for reading it in SQL. */
function readContent(content: NonNullable<ProductInput['content']>) {
  if (typeof content === 'string') return { content, contentJson: null }
  if (Buffer.byteLength(JSON.stringify(content)) > maxContentBytes) {
    throw new ShopError('INVALID_INPUT', { message: ['content 長度超過上限'] })
  }
  return { content: '', contentJson: content }
}
