import { maxPrice, Product, ProductInput as productSchema } from '#contract/catalog.schema.ts'
import type { ProductInput } from '#contract/catalog.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { changedColumns } from '../input/changed-columns.ts'
import { parseBoolean, readInteger, readText } from '../input/coerced-values.ts'
import { unknownProperties } from '../input/unknown-properties.ts'
import {
  archiveProductRow,
  insertProduct,
  lockProduct,
  updateProduct,
} from './admin-catalog.queries.ts'
import { storedHtml } from './description.ts'
import { storedPicture } from './picture-address.ts'
import type { ProductColumns, ProductRow } from './product-wire.ts'

const knownKeys = Object.keys({ ...Product.properties, ...productSchema.properties })
const fieldOf = { originPrice: 'origin_price', contentJson: 'content', isEnabled: 'is_enabled' }
/** Like the unknown keys of a product. */
const maxContentBytes = 8 * 1024

export function createProduct(
  db: Transaction,
  actor: StaffActor,
  input: ProductInput,
  ownAddress: string,
): Promise<ProductRow> {
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
    return row
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
    return saveChange(tx, actor, known, { ...columns, extra })
  })
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
  const price = (value: number | string, field: string) =>
    readInteger(value, { field, minimum: 0, maximum: maxPrice })
  const picture = (address: string | null, field: string) =>
    storedPicture(address, field, ownAddress)
  return {
    title: readText(input.title, 'title'),
    category: readText(input.category, 'category'),
    unit: readText(input.unit, 'unit'),
    originPrice: price(input.origin_price, 'origin_price'),
    price: price(input.price, 'price'),
    extra: unknownProperties(input, knownKeys),
    ...(input.content !== undefined && readContent(input.content)),
    ...(input.description !== undefined && { description: storedHtml(input.description) }),
    ...(input.imageUrl !== undefined && { imageUrl: picture(input.imageUrl, 'imageUrl') }),
    ...(input.imagesUrl !== undefined && {
      imagesUrl: input.imagesUrl.map((address) => picture(address, 'imagesUrl')),
    }),
    ...(input.is_enabled !== undefined && { isEnabled: parseBoolean(input.is_enabled) }),
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
