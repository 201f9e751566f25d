import type { OrderLife } from './order-life.ts'

interface LinePieces {
  id: string
  title: string
  shipped: number
  /** Not shipped yet. */
  left: number
}

/** The lines of an order with the pieces that are in a parcel and those that are not. */
export function linePieces({ order, parcels }: OrderLife): LinePieces[] {
  const contents = parcels.flatMap(({ lines }) => lines)
  return Object.values(order.products).map(({ id, qty, product }) => {
    const shipped = contents
      .filter(({ line_id }) => line_id === id)
      .reduce((sum, content) => sum + content.qty, 0)
    return { id, title: product.title, shipped, left: qty - shipped }
  })
}

export function unshippedLines(life: OrderLife): LinePieces[] {
  return linePieces(life).filter(({ left }) => left > 0)
}
