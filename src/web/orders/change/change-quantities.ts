import type { Order } from '#contract/orders.ts'

/** A product or a variant of an order, with all its pieces. */
export interface ChangeableLine {
  /** Of the variant, or of a product without options. */
  soldId: string
  productId: string
  variantId: string | undefined
  title: string
  picture: string
  unit: string
  price: number
  ordered: number
}

/** The lines of an order; those of one product that differ in price are one. */
export function changeableLines({ products }: Order): ChangeableLine[] {
  const lines = new Map<string, ChangeableLine>()
  for (const { product_id: productId, variant_id: variantId, product, qty } of Object.values(
    products,
  )) {
    const soldId = variantId ?? productId
    const { title, price, unit, imageUrl: picture } = product
    const ordered = qty + (lines.get(soldId)?.ordered ?? 0)
    lines.set(soldId, { soldId, productId, variantId, title, picture, unit, price, ordered })
  }
  return [...lines.values()]
}

/** Pieces by the id that they are sold under, of lines that are to have others than were ordered. */
export type Quantities = ReadonlyMap<string, number>

/** As it stands in the address of the page, so that a reload and a map of stores keep it. */
export function parseQuantities(text: string | null): Quantities {
  const parts = (text ?? '').split(',').flatMap((part): [string, number][] => {
    const at = part.lastIndexOf(':')
    const qty = Number(part.slice(at + 1))
    return at > 0 && Number.isInteger(qty) && qty >= 0 && qty <= 9_999
      ? [[part.slice(0, at), qty]]
      : []
  })
  return new Map(parts)
}

export function quantitiesText(quantities: Quantities): string {
  return [...quantities].map(([id, qty]) => `${id}:${qty}`).join(',')
}

/** All pieces of the order as they are asked for; lines of none are left out. */
export function askedLines(lines: readonly ChangeableLine[], quantities: Quantities) {
  return lines.flatMap(({ soldId, productId, variantId, ordered }) => {
    const qty = quantities.get(soldId) ?? ordered
    return qty === 0
      ? []
      : [{ product_id: productId, ...(variantId && { variant_id: variantId }), qty }]
  })
}
