import type { LineProduct } from '../../catalog/line-products.queries.ts'
import { readersTitle } from '../../http/readers-texts.ts'
import type { LineRow } from '../back-office/change-lines.ts'

/** A line as a parcel must know it: weight and size are those of the product now. */
export function toParcelLine(
  { row, qty }: { row: Pick<LineRow, 'productId' | 'variantId' | 'product'>; qty: number },
  sold: readonly LineProduct[],
) {
  const ofProduct = sold.filter(({ product }) => product.id === row.productId)
  const found =
    ofProduct.find(({ variant }) => variant?.id === row.variantId) ??
    ofProduct.find(({ variant }) => !variant?.id) ??
    ofProduct[0]
  const { temperature = null, weightG = null, sidesMm = null } = found?.product ?? {}
  return { qty, product: { title: readersTitle(row.product), temperature, weightG, sidesMm } }
}
