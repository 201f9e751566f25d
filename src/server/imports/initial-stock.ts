import type { ProductInput, VariantInput } from '#contract/catalog.ts'
import type { Transaction } from '../db/transaction.ts'
import { findExportedProducts } from '../exports/product-export.ts'
import type { AdminActor } from '../http/actor.ts'
import type { RunInput } from '../runs/run-action.ts'
import { updateStock } from '../stock/stock.service.ts'

/** The pieces that a file says of a new product, or of its new variants by their options. */
export interface InitialStock {
  ofProduct: number | undefined
  ofVariants: ReadonlyMap<string, number>
}

const keyOf = (values: readonly string[]) => JSON.stringify(values.map((value) => value.trim()))

/** The input of a product without the pieces of it, which the stock keeps. */
export function withoutStock(given: RunInput): { input: ProductInput; counted: InitialStock } {
  const { on_hand: onHand, ...rest } = given
  const input = rest as unknown as ProductInput
  const ofVariants = new Map<string, number>()
  const variants = input.variants?.map((variant) => {
    const { on_hand: pieces, ...kept } = variant as VariantInput & { on_hand?: unknown }
    if (typeof pieces === 'number') ofVariants.set(keyOf(kept.option_values), pieces)
    return kept
  })
  const ofProduct = typeof onHand === 'number' ? onHand : undefined
  return { input: variants ? { ...input, variants } : input, counted: { ofProduct, ofVariants } }
}

/** Begins to count what a new product, or its new variants, has; what is counted already stays. */
export async function beginStock(
  tx: Transaction,
  actor: AdminActor,
  productId: string,
  { ofProduct, ofVariants }: InitialStock,
): Promise<void> {
  if (ofProduct === undefined && ofVariants.size === 0) return
  const [product] = await findExportedProducts(tx, [productId])
  const counted = product?.variants
    ? product.variants.map(({ id, optionValues, onHand }) => ({
        ...{ id, isCounted: onHand !== null },
        onHand: ofVariants.get(keyOf(optionValues)),
      }))
    : [{ id: productId, isCounted: false, onHand: ofProduct }]
  for (const { id: variantId, isCounted, onHand } of counted) {
    if (onHand === undefined || isCounted) continue
    const cause = { reason: 'imported' as const, note: undefined, expected: undefined }
    await updateStock(tx, actor, { variantId, onHand, ...cause })
  }
}
