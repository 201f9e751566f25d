import type { ProductColumns } from '../catalog/product-wire.ts'
import { readersTitle } from '../http/readers-texts.ts'
import type { Basket } from '../shipping/offer-methods.ts'

/** Lines of products as they were chosen, as shipping must know them. */
export function toBasket(
  lines: readonly {
    product: Pick<
      ProductColumns,
      'title' | 'titleInEnglish' | 'temperature' | 'weightG' | 'sidesMm'
    >
    qty: number
  }[],
  payable: number,
): Basket {
  return {
    payable,
    lines: lines.map(({ product, qty }) => {
      const { temperature, weightG, sidesMm } = product
      const title = readersTitle(product)
      return { title, qty, temperature: temperature ?? 'normal', weightG, sidesMm }
    }),
  }
}
